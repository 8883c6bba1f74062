// Package lru is a map whose values have a bounded total weight. It must not know what they are.
package lru

import "container/list"

// Map forgets the values that were used longest ago while its values weigh more than the limit, but never the one that was
// put last. It is not safe for concurrent use: its users hold a lock that guards more than the map.
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

// New makes a map of values that together weigh at most limit, in the unit of the weights that Put gets.
func New[K comparable, V any](limit int64) *Map[K, V] {
	return &Map[K, V]{limit: limit, items: map[K]*list.Element{}}
}

// Get returns the value under key and makes it the newest.
func (m *Map[K, V]) Get(key K) (value V, ok bool) {
	el, ok := m.items[key]
	if !ok {
		return value, false
	}
	m.recent.MoveToFront(el)
	return el.Value.(*item[K, V]).value, true
}

// Peek returns the value under key without making it the newest: many may call it at once while nobody changes the map.
func (m *Map[K, V]) Peek(key K) (value V, ok bool) {
	el, ok := m.items[key]
	if !ok {
		return value, false
	}
	return el.Value.(*item[K, V]).value, true
}

// Put keeps value under key, in place of what was there, as the newest.
func (m *Map[K, V]) Put(key K, value V, weight int64) {
	m.Drop(key)
	m.items[key] = m.recent.PushFront(&item[K, V]{key, value, weight})
	for m.weight += weight; m.weight > m.limit && len(m.items) > 1; {
		m.remove(m.recent.Back())
	}
}

// Delete forgets the values that the function which selects.
func (m *Map[K, V]) Delete(which func(V) bool) {
	for _, el := range m.items {
		if which(el.Value.(*item[K, V]).value) {
			m.remove(el)
		}
	}
}

// Drop forgets the value under key.
func (m *Map[K, V]) Drop(key K) {
	if el, ok := m.items[key]; ok {
		m.remove(el)
	}
}

// Len returns the number of values.
func (m *Map[K, V]) Len() int { return len(m.items) }

// Weight returns the total weight of the values.
func (m *Map[K, V]) Weight() int64 { return m.weight }

func (m *Map[K, V]) remove(el *list.Element) {
	old := m.recent.Remove(el).(*item[K, V])
	delete(m.items, old.key)
	m.weight -= old.weight
}
