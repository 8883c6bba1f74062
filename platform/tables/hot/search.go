package hot

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"

	"berth/platform/text"
)

// maxWords is how many words of a query are looked for; each has a bit.
const maxWords = 32

// search is the text of a query, over columns of which the first counts most.
type search struct {
	words   []word
	columns []int
}

type word struct {
	folded []byte
	last   bool // it may be the beginning of a word
	mend   bool // it is long enough for a typo, and no code
	rarity float64
	joined [][]byte // the word with its neighbour, where a hyphen stands between them
}

// newSearch cuts a text into words. nil = it is blank, so that any row fits.
func newSearch(query string, columns []int, languages []text.Language) *search {
	folded := text.AppendFold(nil, query)
	if len(bytes.TrimSpace(folded)) == 0 {
		return nil
	}
	s := &search{columns: columns}
	idle := 0
	text.Words(folded, func(w []byte) bool {
		if slices.ContainsFunc(s.words, func(k word) bool { return bytes.Equal(k.folded, w) }) {
			return true
		}
		if text.Functional(string(w), languages) {
			idle++
		}
		s.words = append(s.words, word{folded: w, mend: mendable(w)})
		return len(s.words) < maxWords
	})
	text.Hyphened(folded, func(a, b []byte) {
		for i := range s.words {
			if w := &s.words[i]; bytes.Equal(w.folded, a) || bytes.Equal(w.folded, b) {
				w.joined = append(w.joined, slices.Concat(a, b))
			}
		}
	})
	if n := len(s.words); n > 0 {
		last := s.words[n-1].folded
		s.words[n-1].last = utf8.RuneCount(last) > 1 && bytes.HasSuffix(bytes.TrimSpace(folded), last)
	}
	if idle < len(s.words) { // nobody looks for "the"
		s.words = slices.DeleteFunc(s.words, func(w word) bool { return text.Functional(string(w.folded), languages) })
	}
	return s
}

func mendable(w []byte) bool {
	return utf8.RuneCount(w) >= text.LeastToMend && !bytes.ContainsAny(w, "0123456789")
}

// matches are the words of an index that a word of a query means.
type matches struct {
	good   []int // the word itself, those with its stem, and those that begin with it
	typos  []int
	joined []int // those that are it and its neighbour in one
	own    int   // good[:own] is the word itself
	exact  int   // good[:exact] are whole words
	column int   // in search.columns
}

// match finds the words of the index that mean w.
func (x *index) match(w word) (m matches) {
	var known seen
	add := func(to *[]int, i int) {
		if known.add(i, x.words.len()) {
			*to = append(*to, i)
		}
	}
	if i, ok := x.words.find(string(w.folded)); ok {
		add(&m.good, i)
	}
	m.own = len(m.good)
	var stems []string
	text.Stems(string(w.folded), x.languages, func(stem string) {
		stems = append(stems, stem)
		if i, ok := x.stems.find(stem); ok {
			x.family(i, func(word int) { add(&m.good, word) })
		}
	})
	m.exact = len(m.good)
	if w.last {
		start, _ := x.words.find(string(w.folded))
		for i := range x.words.beyond(string(w.folded)) - start {
			add(&m.good, start+i)
		}
	}
	if w.mend {
		x.mend(w.folded, stems, func(i int) { add(&m.typos, i) })
	}
	for _, joined := range w.joined {
		m.joined = append(m.joined, x.match(word{folded: joined, last: w.last}).good...)
	}
	return m
}

// seen are the words that have been found: mostly few, but a table may be made of nothing but one word and its typos.
type seen struct {
	few []int
	all set // when there are many
}

// add reports whether word i of n is new.
func (s *seen) add(i, n int) bool {
	const many = 16
	if s.all == nil {
		if slices.Contains(s.few, i) {
			return false
		}
		if len(s.few) < many {
			s.few = append(s.few, i)
			return true
		}
		s.all = newSet(n)
		for _, i := range s.few {
			s.all.add(i)
		}
	}
	if s.all.has(i) {
		return false
	}
	s.all.add(i)
	return true
}

// mend calls near for the words that are w, or have its stem, but for one typo.
func (x *index) mend(w []byte, stems []string, near func(i int)) {
	neighbours(&x.words, x.letters, w, near)
	for _, stem := range stems {
		if utf8.RuneCountInString(stem) >= text.LeastToMend && stem != string(w) {
			neighbours(&x.stems, x.stemmed, []byte(stem), func(i int) { x.family(i, near) })
		}
	}
}

// frequency returns how many postings the words have, in some of the rows; nil = in all.
func (x *index) frequency(words []int, among set) (n int) {
	for _, w := range words {
		if among == nil {
			n += int(x.starts[w+1] - x.starts[w])
			continue
		}
		for _, row := range x.rows[x.starts[w]:x.starts[w+1]] {
			if among.has(int(row)) {
				n++
			}
		}
	}
	return n
}

// found is what a search finds in a segment: which words a row has, which of them only with a typo, and how much they say.
type found struct {
	rows  set
	has   []uint32
	typos []uint32
	score []float32
}

var finds = sync.Pool{New: func() any { return new(found) }}

func newFound(n int) *found {
	f := finds.Get().(*found)
	f.rows = grow(f.rows, (n+63)/64)
	f.has, f.typos, f.score = grow(f.has, n), grow(f.typos, n), grow(f.score, n)
	return f
}

// grow returns n zero values, in the memory of s where it is enough.
func grow[S ~[]T, T any](s S, n int) S {
	if cap(s) < n {
		return make(S, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// look finds the words in a segment, by what match has found for each word and column. With even, it does not count how long a text
// is beside those of other rows, nor how often it says a word.
func (s *search) look(seg *segment, matched [][]matches, even bool) *found {
	f := newFound(seg.n)
	for w := range s.words {
		for _, m := range matched[w] {
			x := seg.index(s.columns[m.column])
			worth := s.words[w].rarity / float64(1+m.column)
			for i, id := range m.good {
				f.add(x, id, hit{1 << w, float32(worth * m.nearness(i) / 255), f.has, false}, even)
			}
			for _, id := range m.typos {
				f.add(x, id, hit{1 << w, float32(worth * 0.5 / 255), f.typos, false}, even)
			}
			for _, id := range m.joined {
				f.add(x, id, hit{1 << w, float32(worth * 0.8 / 255), f.has, true}, even)
			}
		}
	}
	return f
}

// nearness returns how much good[i] is what was asked for.
func (m matches) nearness(i int) float64 {
	switch {
	case i < m.own:
		return 1
	case i < m.exact:
		return 0.8
	}
	return 0.6
}

// hit is what a word of an index says of the rows that have it. spare is one that counts only where they lack the word of the query else, as do
// words with a hyphen within: their parts have been counted.
type hit struct {
	bit   uint32 // of the word of the query
	worth float32
	in    []uint32
	spare bool
}

func (f *found) add(x *index, id int, h hit, even bool) {
	spares := h.spare || x.joined != nil
	for at := x.starts[id]; at < x.starts[id+1]; at++ {
		row, weight := x.rows[at], float32(math.MaxUint8)
		if spares && (h.spare || x.joined.has(int(at))) && (f.has[row]|f.typos[row])&h.bit != 0 {
			continue
		}
		if !even {
			weight = float32(x.weights[at])
		}
		h.in[row] |= h.bit
		f.score[row] += h.worth * weight
		f.rows.add(int(row))
	}
}

// rank returns the keys of a row: of how many words it lacks and has with typos only, and of its score.
func (f *found) rank(row int) (words, score uint64) {
	all := f.has[row] | f.typos[row]
	lacks, typos := maxWords-bits.OnesCount32(all), bits.OnesCount32(f.typos[row]&^f.has[row])
	return uint64(lacks<<8|typos) + 1, uint64(^math.Float32bits(f.score[row])) // a positive float's bits order it
}

// mostRare is more than the rarity of any word, however many rows there are: ln(2⁶⁴) is 44.4.
const mostRare = 45

// rarity is BM25's weight of a word that n of all rows have.
func rarity(n, all int) float64 {
	n = min(n, all)
	return math.Log(1 + (float64(all-n)+0.5)/(float64(n)+0.5))
}
