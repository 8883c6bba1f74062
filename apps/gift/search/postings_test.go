package search

import (
	"slices"
	"testing"
)

// The index is kept as long as the process runs, so it must not reserve memory that only building it needed.
func TestIndexTakesNoMoreThanItHolds(t *testing.T) {
	t.Parallel()
	var long []entry
	for dim := range int32(300) {
		long = append(long, entry{dim, 1})
	}
	if kin := strongest(long); len(kin) != 40 || cap(kin) > 50 {
		t.Errorf("the 40 strongest dimensions are %d, with room for %d", len(kin), cap(kin))
	}
	p := newPostings([][]entry{long, long[:100], {{1000, 1}}})
	if len(p.from) != 1002 || p.gifts != 3 || len(p.weights) != 401 || cap(p.weights) > 410 || cap(p.gift) > 420 {
		t.Fatalf("%d dimensions of %d gifts, %d weights with room for %d of %d gifts", len(p.from)-1, p.gifts, len(p.weights), cap(p.weights), cap(p.gift))
	}
	for dim, want := range map[int32][]uint16{0: {0, 1}, 99: {0, 1}, 100: {0}, 299: {0}, 300: nil, 1000: {2}, 1001: nil, 9999: nil} {
		if gifts, weights := p.of(dim); !slices.Equal(gifts, want) || len(weights) != len(want) || slices.ContainsFunc(weights, func(w float32) bool { return w != 1 }) {
			t.Errorf("dimension %d: gifts %v, weights %v; want gifts %v", dim, gifts, weights, want)
		}
	}
	lists := map[string][]int{"a": append(make([]int, 0, 9), 1, 2), "b": {3}, "none": nil}
	pack(lists)
	if a := lists["a"]; !slices.Equal(a, []int{1, 2}) || cap(a) != 2 || !slices.Equal(lists["b"], []int{3}) || len(lists["none"]) > 0 {
		t.Errorf("packed lists: %v, room for %d", lists, cap(a))
	}
}

// The best are those that come first when all are sorted; of equal ones, the gift that comes first.
func TestBest(t *testing.T) {
	t.Parallel()
	var all []scored
	for i := range 200 {
		all = append(all, scored{i, float64(i*37%50) / 50})
	}
	sorted := slices.Clone(all)
	sortScored(sorted)
	for _, most := range []int{0, 1, 7, 199, 200, 300} {
		if got := best(slices.Clone(all), most); !slices.Equal(got, sorted[:min(most, len(sorted))]) {
			t.Errorf("the best %d are %v", most, got)
		}
	}
}
