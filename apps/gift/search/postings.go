package search

import (
	"cmp"
	"math"
	"slices"

	"berth/platform/text"
)

// entry is one dimension of a vector that is not zero.
type entry struct {
	dim    int32
	weight float32
}

// posting says how strongly one gift has something, in 65,535ths.
type posting struct{ gift, part uint16 }

func newPosting(gift int, weight float64) posting {
	return posting{uint16(gift), uint16(math.Round(weight * math.MaxUint16))} //nolint:gosec // New counts the gifts
}

func (p posting) weight() float32 { return float32(p.part) / math.MaxUint16 }

// matrix has the cells of rows that are not zero, in little memory: each to the nearest 127th of the greatest of its row. There are hundreds of
// thousands, so that columns and weights stand apart: side by side each pair would take 4 bytes for 3.
type matrix struct {
	from    []int32 // where each row begins, and where the last one ends
	columns []uint16
	weights []int8
	unit    []float32 // of each row: what 1 of its weights is
}

// newMatrix makes a matrix of what each calls cell with, in the order of the columns of a row. It runs twice.
func newMatrix(rows int, each func(cell func(row, column int, weight float32))) *matrix {
	m := &matrix{from: make([]int32, rows+1), unit: make([]float32, rows)}
	each(func(row, _ int, weight float32) {
		m.from[row+1]++
		m.unit[row] = max(m.unit[row], weight, -weight)
	})
	for row := range rows {
		m.from[row+1] += m.from[row]
		m.unit[row] = max(m.unit[row], math.SmallestNonzeroFloat32) / math.MaxInt8
	}
	n, next := m.from[rows], slices.Clone(m.from)
	m.columns, m.weights = make([]uint16, n), make([]int8, n)
	each(func(row, column int, weight float32) {
		at := next[row]
		next[row]++
		m.columns[at], m.weights[at] = uint16(column), int8(math.Round(float64(weight/m.unit[row])))
	})
	return m
}

// row returns the columns of a row, in order, with their weights in units.
func (m *matrix) row(row int) (columns []uint16, weights []int8, unit float32) {
	from, to := m.from[row], m.from[row+1]
	return m.columns[from:to], m.weights[from:to], m.unit[row]
}

// add adds to sums what is in the rows of v, times the weights of v.
func (m *matrix) add(v []entry, sums []float32) {
	for _, x := range v {
		columns, weights, unit := m.row(int(x.dim))
		by := x.weight * unit
		for i, c := range columns {
			sums[c] += by * float32(weights[i])
		}
	}
}

// mostGifts is the most gifts that can be columns.
const mostGifts = math.MaxUint16 + 1

// byDimension has a row for each dimension and a column for each gift: an exact search reads only the query's dimensions.
func byDimension(vectors [][]entry) *matrix {
	return newMatrix(stemDims+trigramDims+conceptDims, func(cell func(row, column int, weight float32)) {
		for gift, v := range vectors {
			for _, x := range v {
				cell(int(x.dim), gift, x.weight)
			}
		}
	})
}

// strongest has a row for each vector: its dimensions with the greatest weights, scaled to length 1. It changes the order of vectors.
func strongest(vectors [][]entry) *matrix {
	const most = 40
	for i, v := range vectors {
		slices.SortFunc(v, func(a, b entry) int { return cmp.Compare(max(b.weight, -b.weight), max(a.weight, -a.weight)) })
		vectors[i] = v[:min(most, len(v))]
		scale(vectors[i], 1)
		slices.SortFunc(vectors[i], func(a, b entry) int { return cmp.Compare(a.dim, b.dim) })
	}
	return newMatrix(len(vectors), func(cell func(row, column int, weight float32)) {
		for i, v := range vectors {
			for _, x := range v {
				cell(i, int(x.dim), x.weight)
			}
		}
	})
}

// packed is lists by a key in one piece of memory without room to grow: as a map of thousands of short slices they take twice as much.
type packed[K comparable, T any] struct {
	at  map[K]run
	all []T
}

// run is where a list begins and ends.
type run struct{ from, to uint32 }

// pack returns the lists of m.
func pack[K comparable, T any](m map[K][]T) packed[K, T] {
	n := 0
	for _, list := range m {
		n += len(list)
	}
	l := packed[K, T]{make(map[K]run, len(m)), make([]T, 0, n)}
	for k, list := range m {
		from := len(l.all)
		l.all = append(l.all, list...)
		l.at[k] = run{uint32(from), uint32(len(l.all))} //nolint:gosec // there are hundreds of thousands
	}
	return l
}

// of returns the list of k, nil when there is none.
func (l *packed[K, T]) of(k K) []T {
	r, known := l.at[k]
	if !known {
		return nil
	}
	return l.all[r.from:r.to:r.to]
}

// wordIndex finds the gifts that contain a stem: in the name, in the brief, or further down.
func wordIndex(texts []prose) packed[string, posting] {
	index := map[string][]posting{}
	for i, p := range texts {
		for _, field := range []struct {
			tokens []text.Token
			weight float64
		}{{p.ofName(), 1}, {p.ofBrief(), inBrief}, {p.ofDescription(), 0.7}} {
			for _, t := range field.tokens {
				said := index[t.Stem]
				if n := len(said); (n == 0 || int(said[n-1].gift) != i) && !idle(t.Word) {
					index[t.Stem] = append(said, newPosting(i, field.weight))
				}
			}
		}
	}
	return pack(index)
}

// inBrief is how prominent the words of a gift's brief are.
const inBrief = 0.85
