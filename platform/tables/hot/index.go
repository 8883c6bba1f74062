package hot

import (
	"math"
	"slices"
	"strings"

	"berth/platform/tables"
	"berth/platform/text"
)

// index finds the rows of a segment by the words in one of its columns.
type index struct {
	languages []text.Language
	words     texts    // folded, sorted
	letters   []uint32 // of the words
	starts    []uint32 // of the postings of a word; those of the next one follow
	rows      []uint32 // postings: the rows that have the word
	weights   []uint8  // and how much it says there (BM25's saturated and length-normalised frequency), of 255
	joined    set      // the postings of words that the row has with a hyphen within alone; nil = none
	stems     texts    // sorted
	stemmed   []uint32 // letters of the stems
	families  []uint32 // starts of the words of a stem
	members   []uint32 // the words of each stem
}

// BM25's constants, as usual.
const k1, b = 1.2, 0.75

// index returns the index of a column that has texts.
func (s *segment) index(column int) *index {
	return s.views[column].words.get(func() *index {
		const wordBytes = 7 // of most texts, with the space
		x := &indexer{ids: map[string]uint32{}, lengths: make([]uint16, s.n), found: make([]occurrence, 0, len(s.cells[column].data)/wordBytes)}
		for i := range s.n {
			if cell := s.cells[column].at(i); len(cell) > 0 {
				x.row(uint32(i), cell)
			}
		}
		ix := x.build(s.speaks())
		s.grown(ix.bytes())
		return ix
	})
}

// speaks returns the languages that the words of the segment tell: one column often has too few to tell any.
func (s *segment) speaks() []text.Language {
	return s.languages.get(func() []text.Language {
		const enough = 300 // rows
		var guess text.Guesser
		var folded, unquoted []byte
		for i := 0; i < s.n; i += max(1, s.n/enough) {
			for c, column := range s.columns {
				if !tables.Searchable(column.Type) {
					continue
				}
				eachText(s.cells[c].at(i), unquoted, func(t []byte) {
					folded = text.AppendFold(folded[:0], t)
					text.Words(folded, func(w []byte) bool { guess.Hear(w); return true })
				})
			}
		}
		return guess.Languages()
	})
}

func (x *index) bytes() int64 {
	return x.words.bytes() + x.stems.bytes() + 400 +
		int64(8*len(x.joined)) + int64(4*(len(x.letters)+len(x.starts)+len(x.rows)+len(x.stemmed)+len(x.families)+len(x.members))+len(x.weights))
}

// indexer collects the words of a column.
type indexer struct {
	ids      map[string]uint32 // of words, as they come
	words    []string
	found    []occurrence
	lengths  []uint16 // words of each row
	total    int
	latest   []int32 // by word: the last occurrence
	folded   []byte
	unquoted []byte
	joined   []string // words of a row that have a hyphen within, without it
}

type occurrence struct {
	word, row uint32
	times     uint16
	joined    bool // with a hyphen within alone
}

func (x *indexer) row(i uint32, cell []byte) {
	first := int32(len(x.found))
	length := 0
	eachText(cell, x.unquoted, func(s []byte) {
		x.folded = text.AppendFold(x.folded[:0], s)
		text.Words(x.folded, func(w []byte) bool {
			length++
			x.word(i, w, first)
			return true
		})
		text.Hyphened(x.folded, func(a, b []byte) { x.joined = append(x.joined, string(a)+string(b)) })
	})
	for _, w := range x.joined {
		if id, known := x.ids[w]; !known || x.latest[id] < first {
			x.word(i, []byte(w), first)
			x.found[len(x.found)-1].joined = true
		}
	}
	x.joined = x.joined[:0]
	x.lengths[i] = uint16(min(length, math.MaxUint16))
	x.total += length
}

func (x *indexer) word(row uint32, w []byte, first int32) {
	id, known := x.ids[string(w)]
	if !known {
		id = uint32(len(x.words))
		word := string(w)
		x.ids[word] = id
		x.words, x.latest = append(x.words, word), append(x.latest, -1)
	}
	if at := x.latest[id]; at >= first {
		if x.found[at].times < math.MaxUint16 {
			x.found[at].times++
		}
		return
	}
	x.latest[id] = int32(len(x.found))
	x.found = append(x.found, occurrence{word: id, row: row, times: 1})
}

func (x *indexer) build(languages []text.Language) *index {
	sorted := make([]uint32, len(x.words)) // words in order
	for i := range sorted {
		sorted[i] = uint32(i)
	}
	slices.SortFunc(sorted, func(a, b uint32) int { return strings.Compare(x.words[a], x.words[b]) })
	ix := &index{languages: languages, letters: make([]uint32, len(sorted)), starts: make([]uint32, len(sorted)+1)}
	place := make([]uint32, len(sorted)) // of a word in that order
	for at, id := range sorted {
		place[id] = uint32(at)
		ix.words.add([]byte(x.words[id]))
		ix.letters[at] = text.Letters(x.words[id])
	}
	ix.words.fit()
	x.post(ix, place)
	ix.stem()
	return ix
}

// post writes the postings, word by word, of each in the order of the rows.
func (x *indexer) post(ix *index, place []uint32) {
	for _, o := range x.found {
		ix.starts[place[o.word]+1]++
	}
	for i := range len(ix.starts) - 1 {
		ix.starts[i+1] += ix.starts[i]
	}
	ix.rows, ix.weights = make([]uint32, len(x.found)), make([]uint8, len(x.found))
	next := slices.Clone(ix.starts)
	mean := float64(x.total) / float64(max(len(x.lengths), 1))
	for _, o := range x.found {
		at := next[place[o.word]]
		next[place[o.word]]++
		times := float64(o.times)
		ix.rows[at] = o.row
		if o.joined {
			if ix.joined == nil {
				ix.joined = newSet(len(x.found))
			}
			ix.joined.add(int(at))
		}
		ix.weights[at] = uint8(255 * times / (times + k1*(1-b+b*float64(x.lengths[o.row])/mean)))
	}
}

// stem groups the words by their stems.
func (x *index) stem() {
	type member struct {
		stem string
		word uint32
	}
	var all []member
	for i := range x.words.len() {
		from := len(all)
		text.Stems(string(x.words.at(i)), x.languages, func(stem string) {
			if m := (member{stem, uint32(i)}); !slices.Contains(all[from:], m) {
				all = append(all, m)
			}
		})
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.stem, b.stem) })
	for i, m := range all {
		if i == 0 || all[i-1].stem != m.stem {
			x.stems.add([]byte(m.stem))
			x.stemmed = append(x.stemmed, text.Letters(m.stem))
			x.families = append(x.families, uint32(i))
		}
		x.members = append(x.members, m.word)
	}
	x.families = append(x.families, uint32(len(all)))
	x.stems.fit()
	x.stemmed, x.families, x.members = fitted(x.stemmed), fitted(x.families), fitted(x.members)
}

// family calls word for each word of stem i.
func (x *index) family(i int, word func(w int)) {
	for _, w := range x.members[x.families[i]:x.families[i+1]] {
		word(int(w))
	}
}

// neighbours calls near for each of some sorted texts that has enough letters and is the word but for one typo.
func neighbours(all *texts, letters []uint32, word []byte, near func(i int)) {
	mine := text.Letters(string(word))
	for i, set := range letters {
		if !text.MayBeTypo(mine, set) {
			continue
		}
		if other := all.at(i); len(other) >= text.LeastToMend-1 && len(other) <= len(word)+4 && len(word) <= len(other)+4 && text.OneTypo(word, other) {
			near(i)
		}
	}
}
