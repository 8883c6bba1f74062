package search

import (
	"maps"
	"math"
	"slices"
	"testing"

	"berth/apps/gift/inplace"
)

// of returns what read makes of what write writes.
func of[T any](write func(w *inplace.Writer), read func(r *inplace.Reader) T) T {
	var w inplace.Writer
	write(&w)
	return read(&inplace.Reader{Rest: string(w.Data)})
}

// A dimension has the gifts that have it, and a gift its 40 strongest dimensions.
func TestMatrixHasRows(t *testing.T) {
	t.Parallel()
	var long []entry
	for dim := range int32(300) {
		long = append(long, entry{dim, 1})
	}
	near := of(func(w *inplace.Writer) { writeMatrix(w, byDimension([][]entry{long, long[:100], {{1000, 1}}})) }, readMatrix)
	for dim, want := range map[int][]int{0: {0, 1}, 99: {0, 1}, 100: {0}, 299: {0}, 300: nil, 1000: {2}, 1001: nil} {
		row := near.row(dim)
		var gifts []int
		for gift, weight := range row.all {
			if math.Abs(float64(weight*row.unit())-1) > 1e-6 {
				t.Errorf("dimension %d: gift %d has %v of %v", dim, gift, weight, row.unit())
			}
			gifts = append(gifts, gift)
		}
		if !slices.Equal(gifts, want) {
			t.Errorf("dimension %d: gifts %v, want %v", dim, gifts, want)
		}
	}
	if kin := strongest([][]entry{long}); len(kin[0]) != 40 {
		t.Errorf("the 40 strongest dimensions are %d", len(kin[0]))
	}
}

// A cell is kept to half of what 1 of its row's weights is; a row of nothing but zeros stays one.
func TestMatrixIsNearlyExact(t *testing.T) {
	t.Parallel()
	cells := [][]float32{{0.9, -0.31, 0.007}, {0, 0, 0}, {-1e-3, 4e-4, 1e-5}}
	rows := make([][]entry, len(cells))
	for r, row := range cells {
		for c, x := range row {
			rows[r] = append(rows[r], entry{int32(c), x})
		}
	}
	m := of(func(w *inplace.Writer) { writeMatrix(w, rows) }, readMatrix)
	for r, row := range cells {
		sums := make([]float32, 3)
		m.add([]entry{{int32(r), 2}}, sums)
		for c, x := range row {
			if off := math.Abs(float64(sums[c] - 2*x)); off > float64(m.row(r).unit())*1.001 {
				t.Errorf("%v became %v, twice", x, sums[c])
			}
		}
	}
}

// A column is found however far it is from the one before it.
func TestFarColumns(t *testing.T) {
	t.Parallel()
	for _, column := range []int32{0, 1, 254, 255, 256, 509, 510, 511, 65535} {
		sums := make([]float32, mostGifts)
		m := of(func(w *inplace.Writer) { writeMatrix(w, [][]entry{{{column, 0.5}, {mostGifts - 1, 1}}}) }, readMatrix)
		m.add([]entry{{0, 1}}, sums)
		if math.Abs(float64(sums[column])-0.5) > 0.01 && column < mostGifts-1 || sums[mostGifts-1] < 0.99 {
			t.Errorf("column %d has %v, the last one %v", column, sums[column], sums[mostGifts-1])
		}
		if by := m.row(0).dot(sums); by <= 0 {
			t.Errorf("column %d: %v", column, by)
		}
	}
}

// Lists come out as they were put in, wherever their gifts lie.
func TestLists(t *testing.T) {
	t.Parallel()
	want := map[string][]uint16{"a": {0, 1, 127, 128, 300, math.MaxUint16}, "b": {0}, "c": {5, 40000}}
	got := of(func(w *inplace.Writer) { writeLists(w, want) }, func(r *inplace.Reader) giftLists { return giftLists{readTable(r)} })
	for k, gifts := range want {
		list := got.of(k)
		var all []uint16
		for _, g := range list.all {
			all = append(all, g)
		}
		if !slices.Equal(all, gifts) || !list.has(gifts[len(gifts)-1]) || list.has(gifts[0]+2) || list.has(60000) {
			t.Errorf("%s: %v became %v", k, gifts, all)
		}
	}
	if got.of("none") != "" {
		t.Error("a list is there that was not written")
	}
	said := []posting{{0, 1}, {300, math.MaxUint16}, {math.MaxUint16, 0}}
	packed := newPostings(said)
	if all := maps.Collect(packed.all); packed.count() != 3 || all[0] != said[0] || all[1] != said[1] || all[2] != said[2] {
		t.Errorf("%v became %v", said, all)
	}
}

// The words that are known keep what they are found by.
func TestSpellerKnowsItsWords(t *testing.T) {
	t.Parallel()
	s := &speller{of(func(w *inplace.Writer) { writeSpeller(w, map[string]byte{"kayak": 2, "kazoo": 1, "k": 0, "canoe": 1}) }, readTable)}
	for _, known := range []string{"kayak", "kazoo", "k", "canoe"} {
		if !s.has(known) {
			t.Errorf("%s is not known", known)
		}
	}
	if s.has("") || s.has("kayaks") || s.has("kaya") || s.has("zebra") {
		t.Error("a word is known that nobody wrote")
	}
	if got := s.nearest("kayka"); got != "kayak" {
		t.Errorf("kayka is mended to %q", got)
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
