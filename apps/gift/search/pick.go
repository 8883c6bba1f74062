package search

import (
	"math"
	"slices"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
)

// How much a gift loses because of the gifts that have been chosen already.
const (
	forLikeness = 0.30 // times its likeness to the nearest chosen one, beyond a threshold
	forTwins    = 2    // times what likeness is beyond that from which on two gifts are one under two names
	twins       = 0.6
	forKind     = 0.08 // for each chosen gift of the same first category beyond the second
	forTaste    = 0.2  // for each chosen gift that is eaten, drunk, read or gone to for the same pastime: a third tea
	forSort     = 0.8  // when a chosen gift is of the same sort: one mug is enough
	forDay      = 0.35 // gain for a gift made for the day, where the day needs gifts of its own, half as much for each that is chosen
	forNews     = 0.6  // gain for an interest that no chosen gift serves, half as much for each that does
	forGeneral  = 2    // for a third present for anybody where it is said what somebody loves: others come first
	shortlist   = 32   // number of gifts that are looked at, besides
	ofInterest  = 4    // gifts of each main interest that the shortlist has too few of
)

// mostOfDay is one less than how many gifts a list has that are for the day and nothing that somebody loves, where others are.
const mostOfDay = 2

// candidate is a gift that may be chosen, with its likeness to the nearest chosen one.
type candidate struct {
	scored
	like    float64
	dims    cells // its strongest dimensions
	general bool  // it serves nothing that was said
	ofDay   bool  // it is made for the day
}

// pick chooses varied gifts from ranked, which has the best first, and returns them by relevance.
func (e *Engine) pick(q *query, ranked []scored, limit int) []Hit {
	left := make([]candidate, len(ranked))
	day, thanked := e.day(q), q.thanked()
	var merry []bool // where something funny is asked for, what is funny is no present for anybody
	if q.avoid["earnest"] {
		merry = e.having(q, merryTraits())
	}
	for i, r := range ranked {
		p := &e.profiles[r.gift]
		forThem := p.interests == 0 && p.foremost&thanked != 0
		left[i] = candidate{scored: r, dims: e.kin.row(r.gift), general: !forThem && !e.serves(q, r.gift) && (merry == nil || !merry[r.gift]), ofDay: forThem || p.mainly&day != 0}
	}
	spread := q.space.singles.take(stemDims + trigramDims + conceptDims) // the strongest dimensions of the gift last chosen
	var chosen []scored
	var sorts []uint16                                                            // those of chosen gifts
	kinds, served := make([]int, len(e.numbers)), make([]float64, len(e.numbers)) // how many of the chosen gifts are of a kind, and serve a concept
	news, loves := e.news(q), q.loves()
	general, ofDay := 0, 0 // how many of the chosen gifts are
	for len(chosen) < limit && len(left) > 0 {
		best, bestGain := 0, math.Inf(-1)
		for i, c := range left {
			gain := e.gain(q, c, kinds, served, news)
			if loves && general >= mostGeneral && c.general {
				gain -= forGeneral
			}
			if slices.ContainsFunc(e.profiles[c.gift].sorts, func(n uint16) bool { return slices.Contains(sorts, n) }) {
				gain -= forSort
			}
			if c.ofDay {
				gain += math.Ldexp(forDay, -ofDay)
				if loves && ofDay > mostOfDay && e.profiles[c.gift].interests == 0 {
					gain -= forGeneral
				}
			}
			gain -= forTaste * float64(e.tasted(chosen, c.gift))
			if gain > bestGain {
				best, bestGain = i, gain
			}
		}
		c := left[best]
		chosen = append(chosen, c.scored)
		if c.general {
			general++
		}
		left = slices.Delete(left, best, best+1)
		for dim, weight := range c.dims.all {
			spread[dim] = weight * c.dims.unit()
		}
		for i := range left {
			left[i].like = max(left[i].like, e.likeness(c.gift, left[i], spread))
		}
		for dim := range c.dims.all {
			spread[dim] = 0
		}
		p := &e.profiles[c.gift]
		kinds[p.kind()]++
		if c.ofDay {
			ofDay++
		}
		sorts = append(sorts, p.sorts...)
		for at, n := range p.about {
			served[n] += p.aim(at)
		}
	}
	sortScored(chosen)
	return e.hits(chosen)
}

// tasted returns how many of the chosen gifts are eaten, drunk, read or gone to like a gift, for the same pastime.
func (e *Engine) tasted(chosen []scored, gift int) (n int) {
	p := &e.profiles[gift]
	if p.interest < 0 || !e.tastes[p.kind()] {
		return 0
	}
	for _, c := range chosen {
		if o := &e.profiles[c.gift]; o.interest == p.interest && (o.kind() == p.kind() || e.done[o.kind()] && e.done[p.kind()]) {
			n++
		}
	}
	return n
}

// thanked returns the bits of recipients for whom gifts of their own are made, whatever else they love: from a class, from a team.
func (q *query) thanked() (bits uint64) {
	kinds := everyKind()
	for _, who := range []string{"teacher", "coach"} {
		if has(q, "recipient", who) >= 0.5 {
			bits |= 1 << indexOf(kinds, who)
		}
	}
	return bits
}

// short returns the gifts among ranked that are chosen from, the best first: the best of all, and the best few that are first of all for
// each main interest, so that nothing that was said is left without a gift. A remote embedder orders all that fit.
func (e *Engine) short(q *query, ranked []scored, limit int) []scored {
	most := max(shortlist, limit)
	if e.remote.Load() != nil {
		most = len(ranked)
	}
	if len(ranked) <= most {
		return best(ranked, most)
	}
	var more []scored
	for c := range q.main {
		n, known := e.numbers[c]
		if !known || !q.surelyLoves(c) {
			continue
		}
		var of []scored
		for _, s := range ranked {
			if s.score >= threshold && e.profiles[s.gift].interest == int32(n) {
				of = append(of, s)
			}
		}
		more = append(more, best(of, ofInterest)...)
	}
	if day := e.day(q); day != 0 {
		var of []scored
		for _, s := range ranked {
			if s.score >= threshold && e.profiles[s.gift].mainly&day != 0 {
				of = append(of, s)
			}
		}
		more = append(more, best(of, ofInterest)...)
	}
	if thanked := q.thanked(); thanked != 0 {
		var of []scored
		for _, s := range ranked {
			if p := &e.profiles[s.gift]; p.interests == 0 && p.foremost&thanked != 0 {
				of = append(of, s)
			}
		}
		more = append(more, best(of, ofInterest)...)
	}
	top := best(ranked, most)
	last := top[len(top)-1]
	for _, s := range more {
		if compareScored(last, s) < 0 {
			top = append(top, s)
		}
	}
	sortScored(top)
	return top
}

// day returns the bits of the occasions that need gifts of their own: a wedding is not for two hikers only. For a draw, and for what fills a
// stocking, anything small will do.
func (e *Engine) day(q *query) (bits uint64) {
	if q.starred {
		return 0
	}
	for c, w := range q.want {
		if c.Facet == "occasion" && w >= 0.8 && (special(c.Value) || c.Value == "anniversary" && !q.polite()) && !oneOf(c.Value, "secret-santa stocking-filler") {
			bits |= e.occasions[c.Value]
		}
	}
	return bits
}

// news returns how much each concept deserves a gift of its own, by its number; nil when there is only one to serve.
func (e *Engine) news(q *query) []float64 {
	if q.starred || !q.severalMeanings() {
		return nil
	}
	news := make([]float64, len(e.numbers))
	for c, main := range q.main {
		if n, known := e.numbers[c]; known && main && tells(c) {
			news[n] = q.want[c]
		}
	}
	return news
}

func (e *Engine) gain(q *query, c candidate, kinds []int, served, news []float64) float64 {
	p := &e.profiles[c.gift]
	gain := c.score - forLikeness*max(0, c.like-0.45) - forTwins*max(0, c.like-twins)
	if q.weights[p.kind()] < 0.5 {
		gain -= forKind * float64(max(0, kinds[p.kind()]-1))
	}
	if news == nil {
		return gain
	}
	most := 0.0
	for at, n := range p.about {
		if news[n] > 0 {
			most = max(most, p.aim(at)*news[n]*math.Exp2(-served[n]))
		}
	}
	return gain + forNews*most
}

// aim returns how much a gift is for one of the things that it is about: all for a situation and for its first pastime, less for others.
func (p *profile) aim(at int) float64 {
	if at > 0 && at < p.interests {
		return forSecond
	}
	return 1
}

// forSecond is how much a gift is for a pastime that it does not name first.
const forSecond = 0.6

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
func (e *Engine) likeness(a int, b candidate, spread []float32) float64 {
	same := 0.0
	mine, other := e.profiles[a].categories, e.profiles[b.gift].categories
	for _, c := range mine {
		if slices.Contains(other, c) {
			same++
		}
	}
	return 0.7*float64(b.dims.dot(spread)*b.dims.unit()) + 0.3*same/float64(max(len(mine), len(other)))
}

func (e *Engine) hits(chosen []scored) []Hit {
	hits := make([]Hit, len(chosen))
	for i, c := range chosen {
		hits[i] = Hit{e.gifts.At(c.gift), math.Round(1000*min(1, max(0, c.score))) / 1000}
	}
	return hits
}

// widths returns how widely each gift is liked, 0 to 1: gifts of liked.txt most. Of the others, gifts for many and
// different people and occasions are liked most; those for certain situations or pastimes least.
func (e *Engine) widths(gifts []catalogue.Gift) []float64 {
	liked := likedKeys()
	wide, widest := make([]float64, len(gifts)), 0.0
	for i, g := range gifts {
		w := math.Sqrt(float64(len(g.Recipients)*len(g.Occasions))) / float64(1+len(g.Contains))
		w *= math.Pow(0.7, float64(len(g.Interests)))
		if slices.ContainsFunc(g.Interests, gear) {
			w *= 0.3
		}
		for _, b := range e.profiles[i].burdens {
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
		if liked[gifts[i].Key] {
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
	if len(q.named) == 0 && has(q, "occasion", "thank-you") >= 0.9 { // who is thanked and no more than that is no relative
		return true
	}
	if has(q, "occasion", "secret-santa") >= 0.6 || has(q, "occasion", "teacher-thank-you") >= 0.6 {
		return true
	}
	return kindOf(q.surest(0.4)).near == 'w'
}

// popularFor returns widely liked gifts that nothing in the description forbids, of different kinds, those that suit the
// person best first, by fit, and those that are near come first.
func (e *Engine) popularFor(q *query, out []bool, fit *fitter, limit int, near func(gift int) float64) []Hit {
	var suiting, cheap []scored
	known, polite := len(q.people()) > 0, q.polite()
	for i, wide := range e.wide {
		if out[i] {
			continue
		}
		if p := &e.profiles[i]; p.contains || !known && p.personal {
			continue
		}
		if polite && !q.starred && !e.profiles[i].work {
			continue
		}
		if suits := fit.fit(i, 1); suits >= 0.02 {
			alike := 2 * max(0, near(i))
			if q.starred {
				alike *= 4
			}
			suiting = append(suiting, scored{i, suits * (0.2 + wide + alike)})
			if suits >= 0.2 {
				cheap = append(cheap, suiting[len(suiting)-1])
			}
		}
	}
	if q.beyond && len(cheap) >= limit { // what costs far more is shown only to somebody who may spend next to nothing
		suiting = cheap
	}
	if len(suiting) > 3*limit && !q.starred {
		suiting = e.bestOfKinds(suiting)
	}
	chosen := best(suiting, limit)
	for i := range chosen {
		chosen[i].score = 0
	}
	return e.hits(chosen)
}

// bestOfKinds returns the best gift of each first category.
func (e *Engine) bestOfKinds(all []scored) []scored {
	of := make([]int, len(e.numbers)) // where in kinds the gift of a category is, plus 1
	var kinds []scored
	for _, s := range all {
		switch at := &of[e.profiles[s.gift].kind()]; {
		case *at == 0:
			kinds = append(kinds, s)
			*at = len(kinds)
		case compareScored(s, kinds[*at-1]) < 0:
			kinds[*at-1] = s
		}
	}
	return kinds
}
