// Package memo remembers answers of the database for a short time, and forgets those that may have changed. It must not know what they
// are about.
package memo

import (
	"sync"
	"time"

	"berth/platform/lru"
)

// Size is how many values a Memo holds at most.
const Size = 20_000

// Memo remembers values by keys. All of them live about equally long, so the oldest is dropped first and Get reorders nothing. It is safe
// for concurrent use.
type Memo[K comparable, V any] struct {
	now     func() time.Time
	keep    time.Duration
	mu      sync.RWMutex
	age     uint64 // counts Drop
	entries *lru.Map[K, entry[V]]
}

type entry[V any] struct {
	value V
	until time.Time
}

// New makes a Memo that keeps each value for that long.
func New[K comparable, V any](keep time.Duration, now func() time.Time) *Memo[K, V] {
	return &Memo[K, V]{now: now, keep: keep, entries: lru.New[K, entry[V]](Size)}
}

// Get returns the value under key, and the memo's age, whether or not there is a value. Whoever then reads the value elsewhere passes
// the age to Put, so that one that was read before a Drop is not kept after it.
func (m *Memo[K, V]) Get(key K) (value V, age uint64, ok bool) {
	m.mu.RLock()
	e, ok := m.entries.Peek(key)
	age = m.age
	m.mu.RUnlock()
	if !ok || !m.now().Before(e.until) {
		return value, age, false
	}
	return e.value, age, true
}

// Put keeps value for the memo's time, but not beyond end; a zero end is no limit.
func (m *Memo[K, V]) Put(key K, age uint64, value V, end time.Time) {
	until := m.now().Add(m.keep)
	if !end.IsZero() && end.Before(until) {
		until = end
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if age == m.age {
		m.entries.Put(key, entry[V]{value: value, until: until}, 1)
	}
}

// Drop forgets the values that the function which selects, and makes Put ignore values that are being read meanwhile.
func (m *Memo[K, V]) Drop(which func(V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.age++
	m.entries.Delete(func(e entry[V]) bool { return which(e.value) })
}

// Clear forgets all values, as Drop does.
func (m *Memo[K, V]) Clear() { m.Drop(func(V) bool { return true }) }

// Len returns how many values are held, those included whose time is over.
func (m *Memo[K, V]) Len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.entries.Len()
}
