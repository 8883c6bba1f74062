package hot

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/tables"
)

// filter removes the rows that the filter, which is not OpNear, does not let through. The column is that of the filter.
func (s *segment) filter(fits set, column int, f tables.Filter) {
	c := s.columns[column]
	switch {
	case f.Op == tables.OpContains:
		s.contains(fits, column, unquote(f.Value, nil))
	case c.Type == platform.ColumnTags:
		s.has(fits, column, f.Value, f.Op == tables.OpNe)
	case numeric(c.Type) && s.keys(column).exact && exactly(c, f.Value):
		key, _ := keyOf(c, f.Value)
		low, high := interval(f.Op, key, key-1, key, math.MaxUint64)
		within(fits, s.keys(column).of, low, high, f.Op == tables.OpNe)
	case tables.AnyCase(c.Type) && (f.Op == tables.OpEq || f.Op == tables.OpNe):
		equal, cells, same := f.Op == tables.OpEq, &s.cells[column], alike(c, f.Value)
		fits.keep(func(i int) bool { return same(cells.at(i)) == equal })
	case !numeric(c.Type) && (f.Op == tables.OpEq || f.Op == tables.OpNe): // equal texts are equal JSON
		equal, cells := f.Op == tables.OpEq, &s.cells[column]
		fits.keep(func(i int) bool { return bytes.Equal(cells.at(i), f.Value) == equal })
	default:
		below, upTo := s.place(column, f.Value)
		low, high := interval(f.Op, below+1, below, upTo, math.MaxUint32)
		within(fits, s.ranks(column).of, low, high, f.Op == tables.OpNe)
	}
}

// alike returns whether cells of the column have the key of the value. Most are told apart without making theirs.
func alike(c platform.Column, value []byte) func(cell []byte) bool {
	key, plain := tables.Key(c, value), ascii(value)
	return func(cell []byte) bool {
		switch {
		case len(cell) == 0:
			return false
		case plain && !bytes.EqualFold(cell, value) && ascii(cell):
			return false
		}
		return tables.Key(c, cell) == key
	}
}

func ascii(text []byte) bool {
	return !slices.ContainsFunc(text, func(b byte) bool { return b >= utf8.RuneSelf })
}

func exactly(c platform.Column, cell []byte) bool {
	_, exact := keyOf(c, cell)
	return exact
}

// interval returns the keys that an operator lets through, and keeps out for OpNe: first is the value's own, below the last of the
// lesser ones, upTo the last that is not greater, most the greatest there is. Empty cells have key 0, which is in none.
func interval[T uint32 | uint64](op tables.Op, first, below, upTo, most T) (low, high T) {
	switch op {
	case tables.OpLt:
		return 1, below
	case tables.OpLte:
		return 1, upTo
	case tables.OpGt:
		return upTo + 1, most
	case tables.OpGte:
		return first, most
	}
	return first, upTo
}
