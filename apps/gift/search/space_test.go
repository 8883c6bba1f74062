package search

import (
	"slices"
	"testing"
)

// What is lent at a time is apart, and of zeros whatever was written there before; when all is back nothing is made anew.
func TestSpaceLendsZeros(t *testing.T) {
	t.Parallel()
	var l lent[float64]
	var all [][]float64
	for round := range 3 {
		l.used, all = 0, nil
		for n := range 20 {
			a := l.take(n)
			if len(a) != n || cap(a) != n || slices.ContainsFunc(a, func(x float64) bool { return x != 0 }) {
				t.Fatalf("round %d: lent %v with room for %d, want %d zeros", round, a, cap(a), n)
			}
			for i := range a {
				a[i] = float64(n)
			}
			all = append(all, a)
		}
		for n, a := range all {
			if slices.ContainsFunc(a, func(x float64) bool { return x != float64(n) }) {
				t.Fatalf("round %d: array %d was written to by others: %v", round, n, a)
			}
		}
	}
	l.used = 0
	room := len(l.room)
	for n := range 20 {
		l.take(n)
	}
	if len(l.room) != room {
		t.Errorf("room for %d became room for %d", room, len(l.room))
	}
}

func TestHighestLevel(t *testing.T) {
	t.Parallel()
	all := levels(&[mostBits]float64{0: 0.3, 2: 0.9, 5: 0.3, 63: 1})
	if len(all) != 3 {
		t.Errorf("%d levels, want 3: %v", len(all), all)
	}
	for of, want := range map[uint64]float64{0: 0, 1: 0.3, 1 << 1: 0, 1<<1 | 1<<5: 0.3, 1<<5 | 1<<2: 0.9, 1<<63 | 1: 1} {
		if got := highest(all, of); got != want {
			t.Errorf("the highest of %b is %v, want %v", of, got, want)
		}
	}
}
