package hot

import (
	"math"

	"berth/platform/text"
	"berth/platform/text/meaning"
)

// Bounds of what is compared by meaning: rows that fit, and words of one cell. With more rows, ties stay in the order of creation.
const (
	mostTied      = 64
	mostTiedWords = 32
)

// meant returns the direction of what a text asks for; false = no word of it has a known meaning.
func (s *search) meant() (v meaning.Vector, ok bool) {
	for _, w := range s.words {
		v.AddWord(string(w.folded), 1)
	}
	return v, v.Unit()
}

// tie returns the last key of rows that a search finds: how far their texts are from what is asked for, in meaning. It orders rows
// that are equal in all other keys, and finds none that the words do not find. It is the same in every segment.
func (q *query) tie(seg *segment) func(i int) uint64 {
	if !q.meaningful {
		return func(int) uint64 { return 0 }
	}
	var folded []byte
	return func(i int) uint64 {
		var v meaning.Vector
		for _, column := range q.search.columns {
			eachText(seg.cells[column].at(i), nil, func(s []byte) {
				left := mostTiedWords
				folded = text.AppendFold(folded[:0], s)
				text.Words(folded, func(w []byte) bool {
					v.AddWord(string(w), 1)
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
