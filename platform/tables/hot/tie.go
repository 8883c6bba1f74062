package hot

import (
	"math"

	"berth/platform/text"
	"berth/platform/text/meaning"
)

// Bounds of what is compared by meaning: rows of one segment, and words of one cell. With more rows, ties stay in the order of creation.
const (
	mostTied      = 64
	mostTiedWords = 32
)

// meant returns the direction of what a text asks for; false = no word of it has a known meaning.
func (s *search) meant() (v meaning.Vector, ok bool) {
	for _, w := range s.words {
		add(&v, w.folded)
	}
	return v, v.Unit()
}

func add(v *meaning.Vector, word []byte) {
	if w, ok := meaning.Look(string(word)); ok {
		w.AddTo(v, w.Weight())
	}
}

// tie returns the last key of rows that a search finds: how far their texts are from what is asked for, in meaning. It orders rows
// that are equal in all other keys, and finds none that the words do not find. It depends on the row and the query alone.
func (q *query) tie(seg *segment, fits set) func(i int) uint64 {
	if !q.meaningful || fits.count() > mostTied {
		return func(int) uint64 { return 0 }
	}
	var folded, buffer []byte
	return func(i int) uint64 {
		var v meaning.Vector
		for _, column := range q.search.columns {
			eachText(seg.cells[column].at(i), buffer, func(s []byte) {
				left := mostTiedWords
				folded = text.AppendFold(folded[:0], s)
				text.Words(folded, func(w []byte) bool {
					add(&v, w)
					left--
					return left > 0
				})
			})
		}
		if !v.Unit() {
			return math.MaxUint16
		}
		return uint64(math.Round(1000 * (1 - float64(v.Dot(&q.meant)))))
	}
}
