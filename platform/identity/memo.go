package identity

import (
	"sync"
	"time"

	"berth/platform/lru"
)

// cacheTime bounds how long a revocation in another process can go unnoticed while the feed is away, unknownTime how long a
// credential that another process has just made is unknown; memoSize bounds the memory.
const (
	cacheTime   = 5 * time.Second
	unknownTime = 2 * time.Second
	memoSize    = 20_000
)

// memo remembers, for a short time, who stands behind a credential, or that nobody does. All are remembered for nearly as long, so
// the one put first goes first, and to ask for one moves nothing. Safe for concurrent use.
type memo[V any] struct {
	now     func() time.Time
	mu      sync.RWMutex
	age     uint64 // counts clear and drop
	entries *lru.Map[digest, memoEntry[V]]
}

type memoEntry[V any] struct {
	value V
	until time.Time
}

func newMemo[V any](now func() time.Time) *memo[V] {
	return &memo[V]{now: now, entries: lru.New[digest, memoEntry[V]](memoSize)}
}

// get also answers the memo's age, which put wants back, so that what was read before a clear is not kept after it.
func (m *memo[V]) get(key digest) (value V, age uint64, ok bool) {
	m.mu.RLock()
	e, ok := m.entries.Peek(key)
	age = m.age
	m.mu.RUnlock()
	if !ok || !m.now().Before(e.until) {
		return value, age, false
	}
	return e.value, age, true
}

// put keeps value for cacheTime, but not beyond end; the zero end is never.
func (m *memo[V]) put(key digest, age uint64, value V, end time.Time) {
	now := m.now()
	until := now.Add(cacheTime)
	if !end.IsZero() && end.Before(until) {
		until = end
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if age == m.age {
		m.entries.Put(key, memoEntry[V]{value: value, until: until}, 1)
	}
}

// drop forgets the values that which names, and what is being read meanwhile.
func (m *memo[V]) drop(which func(V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.age++
	m.entries.Delete(func(e memoEntry[V]) bool { return which(e.value) })
}

func (m *memo[V]) clear() { m.drop(func(V) bool { return true }) }
