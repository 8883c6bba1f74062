package identity

import (
	"sync"
	"time"

	"berth/platform/lru"
)

// cacheTime bounds how long a revocation in another process can go unnoticed while the feed is away. unknownTime bounds how
// long a credential that another process has just made stays unknown. memoSize bounds the memory.
const (
	cacheTime   = 5 * time.Second
	unknownTime = 2 * time.Second
	memoSize    = 20_000
)

// memo remembers, for a short time, whom a credential belongs to, or that it belongs to nobody. All entries live about
// equally long, so the oldest entry is dropped first and get reorders nothing. It is safe for concurrent use.
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

// get also returns the memo's age. put takes that age, so that a value that was read before a clear is not kept after it.
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

// put keeps value for cacheTime, but not beyond end; a zero end is no limit.
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

// drop forgets the values that the function which selects, and makes put ignore values that are being read meanwhile.
func (m *memo[V]) drop(which func(V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.age++
	m.entries.Delete(func(e memoEntry[V]) bool { return which(e.value) })
}

func (m *memo[V]) clear() { m.drop(func(V) bool { return true }) }
