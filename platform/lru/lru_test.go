package lru

import (
	"slices"
	"testing"
)

// held are the keys that m has, the newest first; the list, the map and the weight agree.
func held(t *testing.T, m *Map[string, int]) (keys []string) {
	t.Helper()
	var weight int64
	for el := m.recent.Front(); el != nil; el = el.Next() {
		it := el.Value.(*item[string, int])
		if m.items[it.key] != el {
			t.Fatalf("%q is in the list alone", it.key)
		}
		keys, weight = append(keys, it.key), weight+it.weight
	}
	if m.Len() != len(keys) || m.Weight() != weight {
		t.Fatalf("%d values of %d, in the list %d of %d", m.Len(), m.Weight(), len(keys), weight)
	}
	return keys
}

func want(t *testing.T, m *Map[string, int], keys ...string) {
	t.Helper()
	if got := held(t, m); !slices.Equal(got, keys) {
		t.Errorf("holds %q, want %q", got, keys)
	}
}

func TestTheOneAskedForLongestAgoGoes(t *testing.T) {
	t.Parallel()
	m := New[string, int](3)
	m.Put("a", 1, 1)
	m.Put("b", 2, 1)
	m.Put("c", 3, 1)
	if v, ok := m.Get("a"); !ok || v != 1 {
		t.Errorf("a is %d, %v", v, ok)
	}
	if v, ok := m.Peek("b"); !ok || v != 2 { // which does not save it
		t.Errorf("b is %d, %v", v, ok)
	}
	m.Put("d", 4, 1)
	want(t, m, "d", "a", "c")
	if v, ok := m.Get("b"); ok || v != 0 {
		t.Errorf("b is %d, %v after it went", v, ok)
	}
	if v, ok := m.Peek("b"); ok || v != 0 {
		t.Errorf("b is %d, %v after it went", v, ok)
	}
}

func TestValuesAreWeighed(t *testing.T) {
	t.Parallel()
	m := New[string, int](10)
	m.Put("a", 1, 4)
	m.Put("b", 2, 4)
	m.Put("c", 3, 6) // a goes, which is enough
	want(t, m, "c", "b")
	m.Put("b", 5, 1) // in place of the former
	want(t, m, "b", "c")
	if v, _ := m.Peek("b"); v != 5 || m.Weight() != 7 {
		t.Errorf("b is %d, the weight %d", v, m.Weight())
	}
	m.Put("d", 4, 100) // weighs more than there is room for: it is kept alone
	want(t, m, "d")
	m.Put("e", 5, 1)
	want(t, m, "e")
}

func TestDelete(t *testing.T) {
	t.Parallel()
	m := New[string, int](10)
	for i, key := range []string{"a", "b", "c", "d"} {
		m.Put(key, i, 1)
	}
	m.Delete(func(v int) bool { return v%2 == 1 })
	want(t, m, "c", "a")
}
