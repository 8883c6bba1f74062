package search

import (
	"cmp"
	"slices"

	"berth/apps/gift/catalogue"
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

// postings hold the vectors of all gifts by dimension, without zeros: an exact search reads only the query's dimensions.
type postings struct {
	dims  [][]posting
	gifts int
}

func newPostings(vectors [][]entry) *postings {
	var sizes []int // of the dimensions, so that no memory is reserved that is not needed
	for _, v := range vectors {
		for _, x := range v {
			for int(x.dim) >= len(sizes) {
				sizes = append(sizes, 0)
			}
			sizes[x.dim]++
		}
	}
	p := &postings{dims: make([][]posting, len(sizes)), gifts: len(vectors)}
	for dim, n := range sizes {
		p.dims[dim] = make([]posting, 0, n)
	}
	for gift, v := range vectors {
		for _, x := range v {
			p.dims[x.dim] = append(p.dims[x.dim], posting{int32(gift), x.weight})
		}
	}
	return p
}

// cosines returns the cosine of each gift and v. All vectors have length 1.
func (p *postings) cosines(v []entry) []float32 {
	near := make([]float32, p.gifts)
	for _, x := range v {
		if int(x.dim) >= len(p.dims) {
			continue
		}
		for _, q := range p.dims[x.dim] {
			near[q.gift] += x.weight * q.weight
		}
	}
	return near
}

// wordIndex finds the gifts that contain a stem: in the name, in the brief, or further down.
func wordIndex(gifts []catalogue.Gift, cutter *text.Cutter) map[string][]posting {
	index := map[string][]posting{}
	for i, g := range gifts {
		for _, field := range []struct {
			text   string
			weight float32
		}{{g.Name, 1}, {g.Brief, inBrief}, {g.Description, 0.7}} {
			for _, t := range cutter.Tokens(field.text) {
				said := index[t.Stem]
				if n := len(said); (n == 0 || said[n-1].gift != int32(i)) && !idle(t.Word) {
					index[t.Stem] = append(said, posting{int32(i), field.weight})
				}
			}
		}
	}
	return index
}

// inBrief is how prominent the words of a gift's brief are.
const inBrief = 0.85
