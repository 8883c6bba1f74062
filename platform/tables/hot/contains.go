package hot

import (
	"bytes"
	"sort"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"berth/platform"
)

// between stands before, between and after folded texts; no cell contains it.
const between = 0

// folded returns the column's texts, folded: each row's between two marks, of tags each. All rows stand in one block of memory, so
// that one search finds a text in all of them.
func (s *segment) folded(column int) *texts {
	t := s.views[column].folded.get(func() texts {
		var all texts
		var buffer, row []byte
		fold := cases.Fold()
		for i := range s.n {
			row = row[:0]
			if cell := s.cells[column].at(i); len(cell) > 0 {
				row = append(row, between)
				eachText(cell, buffer, func(text []byte) { row = append(appendFolded(row, text, &fold), between) })
			}
			all.add(row)
		}
		all.fit()
		s.grown(all.bytes())
		return all
	})
	return &t
}

// appendFolded appends a text without the differences of case, and with one form for each character.
func appendFolded(dst, text []byte, fold *cases.Caser) []byte {
	for i, c := range text {
		if c >= 0x80 {
			return append(dst[:len(dst)-i], norm.NFC.Bytes(fold.Bytes(text))...)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// contains removes the rows from fits whose text does not contain the text, or whose tags do not have it.
func (s *segment) contains(fits set, column int, text []byte) {
	fold := cases.Fold()
	needle := appendFolded(nil, text, &fold)
	if bytes.IndexByte(needle, between) >= 0 {
		clear(fits)
		return
	}
	if s.columns[column].Type == platform.ColumnTags {
		needle = append(append([]byte{between}, needle...), between)
	}
	all, found := s.folded(column), newSet(s.n)
	if len(needle) == 0 { // in every text
		needle = []byte{between}
	}
	for at := 0; ; {
		next := bytes.Index(all.data[at:], needle)
		if next < 0 {
			break
		}
		at += next
		row := sort.Search(len(all.ends), func(i int) bool { return int(all.ends[i]) > at })
		found.add(row)
		at = int(all.ends[row])
	}
	for i := range fits {
		fits[i] &= found[i]
	}
}

// has removes the rows whose tags do not have exactly that tag, or with without those that have it. The tag is JSON as it is
// stored: a quote within a tag has a backslash before it, so that one after a bracket or comma begins a tag.
func (s *segment) has(fits set, column int, tag []byte, without bool) {
	fits.keep(func(i int) bool {
		cell := s.cells[column].at(i)
		for at := 0; ; at++ {
			next := bytes.Index(cell[at:], tag)
			if next < 0 {
				return without
			}
			if at += next; at > 0 && (cell[at-1] == '[' || cell[at-1] == ',') {
				return !without
			}
		}
	})
}
