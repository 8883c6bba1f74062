// Package lru is a map that is bounded in what its values weigh. It must not know what they are.
package lru

import "container/list"

// Map forgets what was asked for longest ago once its values weigh more than the limit, but never the one that was put last. It
// is not safe for concurrent use: those who have one hold a lock for more than the map.
type Map[K comparable, V any] struct {
	limit, weight int64
	items         map[K]*list.Element // of *item[K, V]
	recent        list.List           // the newest first
}

type item[K comparable, V any] struct {
	key    K
	value  V
	weight int64
}

// New makes a map of values that together weigh at most limit, in whatever unit Put is told.
func New[K comparable, V any](limit int64) *Map[K, V] {
	return &Map[K, V]{limit: limit, items: map[K]*list.Element{}}
}

// Get returns the value under key, which is the newest from now on.
func (m *Map[K, V]) Get(key K) (value V, ok bool) {
	el, ok := m.items[key]
	if !ok {
		return value, false
	}
	m.recent.MoveToFront(el)
	return el.Value.(*item[K, V]).value, true
}

// Peek is Get that moves nothing: many may call it at once while nobody changes the map.
func (m *Map[K, V]) Peek(key K) (value V, ok bool) {
	el, ok := m.items[key]
	if !ok {
		return value, false
	}
	return el.Value.(*item[K, V]).value, true
}

// Put keeps value under key, in place of what was there, as the newest.
func (m *Map[K, V]) Put(key K, value V, weight int64) {
	if el, ok := m.items[key]; ok {
		m.remove(el)
	}
	m.items[key] = m.recent.PushFront(&item[K, V]{key, value, weight})
	for m.weight += weight; m.weight > m.limit && len(m.items) > 1; {
		m.remove(m.recent.Back())
	}
}

// Delete forgets the values that which names.
func (m *Map[K, V]) Delete(which func(V) bool) {
	for _, el := range m.items {
		if which(el.Value.(*item[K, V]).value) {
			m.remove(el)
		}
	}
}

// Len is how many values there are.
func (m *Map[K, V]) Len() int { return len(m.items) }

// Weight is what the values weigh.
func (m *Map[K, V]) Weight() int64 { return m.weight }

func (m *Map[K, V]) remove(el *list.Element) {
	old := m.recent.Remove(el).(*item[K, V])
	delete(m.items, old.key)
	m.weight -= old.weight
}
