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

// strongest returns the dimensions of v with the greatest weights, in order, as a vector of length 1.
func strongest(v []entry) []entry {
	const most = 40
	s := slices.Clone(v)
	slices.SortFunc(s, func(a, b entry) int { return cmp.Compare(max(b.weight, -b.weight), max(a.weight, -a.weight)) })
	s = slices.Clone(s[:min(most, len(s))]) // a copy, so that the other dimensions can be freed
	scale(s, 1)
	slices.SortFunc(s, func(a, b entry) int { return cmp.Compare(a.dim, b.dim) })
	return s
}

// posting is the weight of one gift in a dimension.
type posting struct {
	gift   int32
	weight float32
}

// postings hold the vectors of all gifts by dimension, without zeros: an exact search reads only the query's dimensions. There are
// hundreds of thousands of weights, so that they and their gifts stand apart: side by side each pair would take 8 bytes for 6.
type postings struct {
	from    []int32   // where the weights of each dimension begin, and where the last ones end
	gift    []uint16  // whose weight it is, in the order of gifts within a dimension
	weights []float32 // those of dimension 0, then those of dimension 1, and so on
	gifts   int
}

// mostGifts is the most gifts that postings can hold.
const mostGifts = math.MaxUint16 + 1

func newPostings(vectors [][]entry) *postings {
	p := &postings{gifts: len(vectors), from: make([]int32, 1)}
	for _, v := range vectors {
		for _, x := range v {
			for int(x.dim)+1 >= len(p.from) {
				p.from = append(p.from, 0)
			}
			p.from[x.dim+1]++
		}
	}
	for dim := range len(p.from) - 1 {
		p.from[dim+1] += p.from[dim]
	}
	n := p.from[len(p.from)-1]
	p.gift, p.weights = make([]uint16, n), make([]float32, n)
	next := slices.Clone(p.from)
	for gift, v := range vectors {
		for _, x := range v {
			at := next[x.dim]
			p.gift[at], p.weights[at] = uint16(gift), x.weight
			next[x.dim]++
		}
	}
	return p
}

// of returns the gifts that have a weight in a dimension, in order, and their weights.
func (p *postings) of(dim int32) ([]uint16, []float32) {
	if int(dim)+1 >= len(p.from) {
		return nil, nil
	}
	from, to := p.from[dim], p.from[dim+1]
	return p.gift[from:to], p.weights[from:to]
}

// cosines adds the cosine of each gift and v to near. All vectors have length 1.
func (p *postings) cosines(v []entry, near []float32) {
	for _, x := range v {
		gifts, weights := p.of(x.dim)
		for i, g := range gifts {
			near[g] += x.weight * weights[i]
		}
	}
}

// pack moves the lists of m into one piece of memory without room to grow: thousands of short lists that were appended to take twice as much.
func pack[K comparable, T any](m map[K][]T) {
	n := 0
	for _, list := range m {
		n += len(list)
	}
	all := make([]T, 0, n)
	for k, list := range m {
		from := len(all)
		all = append(all, list...)
		m[k] = all[from:len(all):len(all)]
	}
}

// wordIndex finds the gifts that contain a stem: in the name, in the brief, or further down.
func wordIndex(texts []prose) map[string][]posting {
	index := map[string][]posting{}
	for i, p := range texts {
		for _, field := range []struct {
			tokens []text.Token
			weight float32
		}{{p.ofName(), 1}, {p.ofBrief(), inBrief}, {p.ofDescription(), 0.7}} {
			for _, t := range field.tokens {
				said := index[t.Stem]
				if n := len(said); (n == 0 || said[n-1].gift != int32(i)) && !idle(t.Word) {
					index[t.Stem] = append(said, posting{int32(i), field.weight})
				}
			}
		}
	}
	pack(index)
	return index
}

// inBrief is how prominent the words of a gift's brief are.
const inBrief = 0.85
