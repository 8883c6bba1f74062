package search

import (
	"math"
	"slices"

	"berth/apps/gift/lexicon"
)

// How much a gift loses because of the gifts that have been chosen already.
const (
	forLikeness = 0.30 // times its likeness to the nearest chosen one, beyond a threshold
	forKind     = 0.08 // for each chosen gift of the same first category beyond the second
	forNews     = 0.5  // gain for an interest that no chosen gift serves, half as much for each that does
	shortlist   = 48   // number of gifts that are looked at
)

// candidate is a gift that may be chosen, with its likeness to the nearest chosen one.
type candidate struct {
	scored
	like float64
}

// pick chooses varied gifts from ranked, which has the best first, and returns them by relevance.
func (e *Engine) pick(q *query, ranked []scored, limit int) []Hit {
	left := make([]candidate, min(len(ranked), shortlist))
	for i := range left {
		left[i].scored = ranked[i]
	}
	spread := make([]float32, stemDims+trigramDims+conceptDims) // the strongest dimensions of the gift last chosen
	var chosen []scored
	kinds := map[string]int{}
	served := map[lexicon.Concept]int{} // how many of the chosen gifts serve it
	several := !q.starred && q.severalMeanings()
	for len(chosen) < limit && len(left) > 0 {
		best, bestGain := 0, math.Inf(-1)
		for i, c := range left {
			if gain := e.gain(q, c, kinds, served, several); gain > bestGain {
				best, bestGain = i, gain
			}
		}
		c := left[best]
		chosen = append(chosen, c.scored)
		left = slices.Delete(left, best, best+1)
		for _, x := range e.kin[c.gift] {
			spread[x.dim] = x.weight
		}
		for i := range left {
			left[i].like = max(left[i].like, e.likeness(c.gift, left[i].gift, spread))
		}
		for _, x := range e.kin[c.gift] {
			spread[x.dim] = 0
		}
		g := &e.gifts[c.gift]
		kinds[g.Categories[0]]++
		conceptsOf(*g, func(facet string, values []string, _ float64) {
			for _, v := range values {
				served[lexicon.Concept{Facet: facet, Value: v}]++
			}
		})
	}
	sortScored(chosen)
	return e.hits(chosen)
}

func (e *Engine) gain(q *query, c candidate, kinds map[string]int, served map[lexicon.Concept]int, several bool) float64 {
	g := &e.gifts[c.gift]
	gain := c.score - forLikeness*max(0, c.like-0.45)
	if kind := g.Categories[0]; has(q, "category", kind) < 0.5 {
		gain -= forKind * float64(max(0, kinds[kind]-1))
	}
	if !several {
		return gain
	}
	news := 0.0
	conceptsOf(*g, func(facet string, values []string, _ float64) {
		for _, v := range values {
			if c := (lexicon.Concept{Facet: facet, Value: v}); q.main[c] && tells(c) {
				news = max(news, math.Ldexp(q.want[c], -served[c]))
			}
		}
	})
	return gain + forNews*news
}

// severalMeanings reports whether a description says more than one thing about somebody.
func (q *query) severalMeanings() bool {
	n := 0
	for c := range q.main {
		if tells(c) && q.want[c] >= 0.5 {
			n++
		}
	}
	return n > 1
}

// tells reports whether a concept deserves a gift of its own.
func tells(c lexicon.Concept) bool { return c.Facet == "interest" || c.Facet == "situation" }

// likeness returns how similar two gifts are, 0 to 1. spread has the strongest dimensions of a.
func (e *Engine) likeness(a, b int, spread []float32) float64 {
	same := 0.0
	for _, c := range e.gifts[a].Categories {
		if slices.Contains(e.gifts[b].Categories, c) {
			same++
		}
	}
	near := float32(0)
	for _, x := range e.kin[b] {
		near += x.weight * spread[x.dim]
	}
	return 0.7*float64(near) + 0.3*same/float64(max(len(e.gifts[a].Categories), len(e.gifts[b].Categories)))
}

func (e *Engine) hits(chosen []scored) []Hit {
	hits := make([]Hit, len(chosen))
	for i, c := range chosen {
		hits[i] = Hit{e.gifts[c.gift], math.Round(1000*min(1, max(0, c.score))) / 1000}
	}
	return hits
}

// widths returns how widely each gift is liked, 0 to 1: gifts of liked.txt most. Of the others, gifts for many and
// different people and occasions are liked most; those for certain situations or pastimes least.
func (e *Engine) widths() []float64 {
	liked := likedKeys()
	wide, widest := make([]float64, len(e.gifts)), 0.0
	for i, g := range e.gifts {
		w := math.Sqrt(float64(len(g.Recipients)*len(g.Occasions))) / float64(1+len(g.Contains))
		w *= math.Pow(0.7, float64(len(g.Interests)))
		if slices.ContainsFunc(g.Interests, gear) {
			w *= 0.3
		}
		for _, b := range e.burdens[i] {
			w *= b.fit * b.fit * b.fit * 0.8
		}
		if !forBoth(g.Recipients) {
			w *= 0.6
		}
		if g.Price[0] > 45 || g.Price[1] < 12 {
			w *= 0.6
		}
		wide[i], widest = w, max(widest, w)
	}
	for i := range wide {
		wide[i] = 0.5 * wide[i] / max(widest, 1)
		if liked[e.gifts[i].Key] {
			wide[i] += 0.5
		}
	}
	return wide
}

// forBoth reports whether a gift is for men and for women.
func forBoth(recipients []string) bool {
	var sexes [256]bool
	for _, r := range recipients {
		sexes[kindOf(r).gender] = true
	}
	return sexes['f'] == sexes['m']
}

// polite reports whether the recipient is somebody from work or next door, or nobody knows whom a draw gave: no one to whom one gives
// an evening of babysitting.
func (q *query) polite() bool {
	if has(q, "occasion", "secret-santa") >= 0.6 || has(q, "occasion", "teacher-thank-you") >= 0.6 {
		return true
	}
	surest, near := 0.4, byte(0)
	for _, p := range q.people() {
		if p.weight > surest {
			surest, near = p.weight, kindOf(p.value).near
		}
	}
	return near == 'w'
}

// popularFor returns widely liked gifts that nothing in the description forbids, of different kinds, those that suit the
// person best first, by fit. With sense, those whose meaning is near to that come first.
func (e *Engine) popularFor(q *query, out []bool, fit fitFunc, limit int, sense []float32) []Hit {
	var suiting []scored
	known, polite, kinds := len(q.people()) > 0, q.polite(), everyKind()
	least := 0.5
	switch {
	case q.beyond:
		least = 0.2
	case sense != nil:
		least = 0.02
	}
	for i, wide := range e.wide {
		g := &e.gifts[i]
		if len(g.Contains) > 0 || !known && slices.Contains(g.Categories, "personalised") {
			continue
		}
		if polite && !q.starred && !slices.ContainsFunc(e.whom[i], func(r uint8) bool { return kinds[r].near == 'w' }) {
			continue
		}
		near := 0.0
		if sense != nil {
			near = 2 * max(0, float64(sense[i]))
			if q.starred {
				near *= 4
			}
		}
		if suits := fit(i, 1); !out[i] && suits >= least {
			suiting = append(suiting, scored{i, suits * (0.2 + wide + near)})
		}
	}
	sortScored(suiting)
	var chosen []scored
	seen := map[string]bool{}
	for _, c := range suiting {
		kind := e.gifts[c.gift].Categories[0]
		if seen[kind] && len(suiting) > 3*limit && !q.starred {
			continue
		}
		seen[kind] = true
		if chosen = append(chosen, scored{c.gift, 0}); len(chosen) == limit {
			break
		}
	}
	return e.hits(chosen)
}
