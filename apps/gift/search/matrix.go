package search

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"berth/apps/gift/inplace"
)

// entry is one dimension of a vector that is not zero.
type entry struct {
	dim    int32
	weight float32
}

// mostGifts is the most gifts that can be columns, and have a number of two bytes.
const mostGifts = math.MaxUint16 + 1

// matrix has the cells of rows that are not zero, in little memory: each to the nearest 127th of the greatest of its row. There are hundreds of
// thousands.
type matrix struct{ rows inplace.Texts }

// cells are those of a row: what 1 of its weights is, and for each column a byte that says how far it is from the one before it, with its
// weight as a signed byte. Farther columns have columns without weight between them, which count for nothing: so all cells are of one size.
type cells string

// farthest is how far one column can be from the one before it.
const farthest = math.MaxUint8

func writeMatrix(w *inplace.Writer, rows [][]entry) {
	all := make([]string, len(rows))
	for i, row := range rows {
		unit := float32(math.SmallestNonzeroFloat32)
		for _, x := range row {
			unit = max(unit, x.weight, -x.weight)
		}
		unit /= math.MaxInt8
		c, last := binary.LittleEndian.AppendUint32(nil, math.Float32bits(unit)), int32(0)
		for _, x := range row {
			for ; x.dim-last > farthest; last += farthest {
				c = append(c, farthest, 0)
			}
			c = append(c, byte(x.dim-last), byte(int8(math.Round(float64(x.weight/unit)))))
			last = x.dim
		}
		all[i] = string(c)
	}
	w.Blocks(1, all)
}

func readMatrix(r *inplace.Reader) matrix { return matrix{r.Texts()} }

func (m matrix) row(i int) cells { return cells(m.rows.At(i)) }

func (c cells) unit() float32 { return inplace.Single(string(c)) }

// all calls yield for each column, in order, with its weight in units.
func (c cells) all(yield func(column int, weight float32) bool) {
	column := 0
	for at := 4; at+1 < len(c); at += 2 {
		column += int(c[at])
		if !yield(column, float32(int8(c[at+1]))) {
			return
		}
	}
}

// dot returns the sum of the weights, in units, times those that by has for their columns.
func (c cells) dot(by []float32) (sum float32) {
	column := 0
	for at := 4; at+1 < len(c); at += 2 {
		column += int(c[at])
		sum += float32(int8(c[at+1])) * by[column]
	}
	return sum
}

// add adds to sums what is in the rows of v, times the weights of v.
func (m matrix) add(v []entry, sums []float32) {
	for _, x := range v {
		row := m.row(int(x.dim))
		by := x.weight * row.unit()
		column := 0
		for at := 4; at+1 < len(row); at += 2 {
			column += int(row[at])
			sums[column] += by * float32(int8(row[at+1]))
		}
	}
}

// byDimension returns a row for each dimension with a column for each gift: an exact search reads only the query's dimensions.
func byDimension(vectors [][]entry) [][]entry {
	rows := make([][]entry, stemDims+trigramDims+conceptDims)
	for gift, v := range vectors {
		for _, x := range v {
			rows[x.dim] = append(rows[x.dim], entry{int32(gift), x.weight}) //nolint:gosec // Build counts the gifts
		}
	}
	return rows
}

// strongest returns a row for each vector: its dimensions with the greatest weights, scaled to length 1. It changes the order of vectors.
func strongest(vectors [][]entry) [][]entry {
	const most = 40
	for i, v := range vectors {
		slices.SortFunc(v, func(a, b entry) int { return cmp.Compare(max(b.weight, -b.weight), max(a.weight, -a.weight)) })
		vectors[i] = v[:min(most, len(v))]
		scale(vectors[i], 1)
		slices.SortFunc(vectors[i], func(a, b entry) int { return cmp.Compare(a.dim, b.dim) })
	}
	return vectors
}
