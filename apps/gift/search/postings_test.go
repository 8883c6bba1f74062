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
	if len(p.dims) != 1001 || p.gifts != 3 {
		t.Fatalf("%d dimensions of %d gifts", len(p.dims), p.gifts)
	}
	for dim, want := range map[int]int{0: 2, 99: 2, 100: 1, 299: 1, 300: 0, 1000: 1} {
		if got := p.dims[dim]; len(got) != want || cap(got) != want {
			t.Errorf("dimension %d holds %d gifts, with room for %d; want %d", dim, len(got), cap(got), want)
		}
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
