package search

import (
	"cmp"
	"math"
	"slices"

	"berth/apps/gift/catalogue"
)

// How much a gift loses for what has been chosen already.
const (
	forLikeness = 0.30 // of its likeness to the nearest chosen one, beyond a measure
	forKind     = 0.06 // for each chosen gift of the same first category beyond the second
	forNews     = 0.07 // gain for an interest that nothing chosen serves
	shortlist   = 60   // how many are looked at
)

// pick chooses varied gifts from ranked, which has the best first, and answers them by relevance.
func (e *Engine) pick(q *query, ranked []scored, limit int) []Hit {
	ranked = ranked[:min(len(ranked), shortlist)]
	var chosen []scored
	left := slices.Clone(ranked)
	kinds := map[string]int{}
	served := map[string]bool{}
	for len(chosen) < limit && len(left) > 0 {
		best, bestGain := 0, math.Inf(-1)
		for i, c := range left {
			if gain := e.gain(q, c, chosen, kinds, served); gain > bestGain {
				best, bestGain = i, gain
			}
		}
		c := left[best]
		chosen = append(chosen, c)
		left = slices.Delete(left, best, best+1)
		g := &e.gifts[c.gift]
		kinds[g.Categories[0]]++
		for _, interest := range g.Interests {
			served[interest] = true
		}
	}
	sortScored(chosen)
	return e.hits(chosen)
}

func (e *Engine) gain(q *query, c scored, chosen []scored, kinds map[string]int, served map[string]bool) float64 {
	g := &e.gifts[c.gift]
	gain := c.score
	like := 0.0
	for _, other := range chosen {
		like = max(like, e.likeness(c.gift, other.gift))
	}
	gain -= forLikeness * max(0, like-0.45)
	if kind := g.Categories[0]; has(q, "category", kind) < 0.5 {
		gain -= forKind * float64(max(0, kinds[kind]-1))
	}
	for _, interest := range g.Interests {
		if !served[interest] && has(q, "interest", interest) >= 0.5 {
			return gain + forNews
		}
	}
	return gain
}

// likeness is how much two gifts are of one kind, 0 to 1.
func (e *Engine) likeness(a, b int) float64 {
	same := 0.0
	for _, c := range e.gifts[a].Categories {
		if slices.Contains(e.gifts[b].Categories, c) {
			same++
		}
	}
	return 0.7*dot(e.vectors[a], e.vectors[b]) + 0.3*same/float64(max(len(e.gifts[a].Categories), len(e.gifts[b].Categories)))
}

func (e *Engine) hits(chosen []scored) []Hit {
	hits := make([]Hit, len(chosen))
	for i, c := range chosen {
		hits[i] = Hit{e.gifts[c.gift], math.Round(1000*min(1, max(0, c.score))) / 1000}
	}
	return hits
}

// popular orders gifts by how many people and occasions they suit, the catalogue's own measure of being widely liked.
func popular(gifts []catalogue.Gift) []int {
	order := make([]int, len(gifts))
	wide := make([]float64, len(gifts))
	for i, g := range gifts {
		order[i] = i
		wide[i] = float64(len(g.Recipients)) * math.Sqrt(float64(len(g.Occasions))) / (1 + float64(len(g.Interests)) + 0.5*float64(len(g.Contains)))
		if g.Price[0] > 60 || g.Ages[0] > 18 || g.Ages[1] < 60 {
			wide[i] *= 0.5
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wide[b], wide[a]) })
	return order
}

// popularFor answers widely liked gifts that nothing in the description forbids, of different kinds.
func (e *Engine) popularFor(q *query, out []bool, limit int) []Hit {
	var chosen []scored
	kinds := map[string]bool{}
	fit := e.fitter(q)
	for _, i := range e.popular {
		kind := e.gifts[i].Categories[0]
		if out[i] || kinds[kind] || fit(i, 1) < 0.5 {
			continue
		}
		kinds[kind] = true
		if chosen = append(chosen, scored{i, 0}); len(chosen) == limit {
			break
		}
	}
	return e.hits(chosen)
}
