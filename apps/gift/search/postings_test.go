package search

import (
	"math"
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
	near := byDimension([][]entry{long, long[:100], {{1000, 1}}})
	if len(near.weights) != 401 || cap(near.weights) > 416 || cap(near.columns) > 416 {
		t.Fatalf("%d weights with room for %d of %d gifts", len(near.weights), cap(near.weights), cap(near.columns))
	}
	for dim, want := range map[int][]uint16{0: {0, 1}, 99: {0, 1}, 100: {0}, 299: {0}, 300: nil, 1000: {2}, 1001: nil} {
		gifts, weights, unit := near.row(dim)
		if !slices.Equal(gifts, want) || len(weights) != len(want) || slices.ContainsFunc(weights, func(w int8) bool { return math.Abs(float64(w)*float64(unit)-1) > 1e-6 }) {
			t.Errorf("dimension %d: gifts %v, weights %v of %v; want gifts %v", dim, gifts, weights, unit, want)
		}
	}
	if kin := strongest([][]entry{long}); len(kin.columns) != 40 || cap(kin.columns) > 48 {
		t.Errorf("the 40 strongest dimensions are %d, with room for %d", len(kin.columns), cap(kin.columns))
	}
	lists := pack(map[string][]int{"a": append(make([]int, 0, 9), 1, 2), "b": {3}, "none": nil})
	if a := lists.of("a"); !slices.Equal(a, []int{1, 2}) || cap(a) != 2 || !slices.Equal(lists.of("b"), []int{3}) || len(lists.of("none"))+len(lists.of("other")) > 0 || cap(lists.all) > 4 {
		t.Errorf("packed lists: %v, room for %d", lists, cap(a))
	}
}

// A cell is kept to half of what 1 of its row's weights is; a row of nothing but zeros stays one.
func TestMatrixIsNearlyExact(t *testing.T) {
	t.Parallel()
	cells := [][]float32{{0.9, -0.31, 0.007}, {0, 0, 0}, {-1e-3, 4e-4, 1e-5}}
	m := newMatrix(len(cells), func(cell func(row, column int, weight float32)) {
		for r, row := range cells {
			for c, x := range row {
				cell(r, c, x)
			}
		}
	})
	for r, row := range cells {
		sums := make([]float32, 3)
		m.add([]entry{{int32(r), 2}}, sums)
		for c, x := range row {
			if off := math.Abs(float64(sums[c] - 2*x)); off > float64(m.unit[r])*1.001 {
				t.Errorf("%v became %v, twice", x, sums[c])
			}
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
