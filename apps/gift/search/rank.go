package search

import (
	"cmp"
	"math"
	"slices"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/platform/text/meaning"
)

// threshold is the score from which on a gift fits.
const threshold = 0.3

// scored is a gift with its score, 0 to 1.
type scored struct {
	gift  int
	score float64
}

// conceptsOf calls yield for the concepts that a gift declares, with how much the gift is about them.
func conceptsOf(g catalogue.Gift, yield func(facet string, values []string, weight float64)) {
	about := 1 / (1 + 0.06*float64(max(0, len(g.Interests)-1)))
	for at := range g.Interests { // the first says best what the gift is for
		yield("interest", g.Interests[at:at+1], about*[...]float64{1, 0.6, 0.5, 0.4, 0.4}[min(at, 4)]*suiting(&g, g.Interests[at]))
	}
	for at, of := range g.Situations {
		yield("situation", g.Situations[at:at+1], suiting(&g, of))
	}
	yield("trait", g.Traits, 1)
	yield("category", g.Categories, 1)
}

func addFacets(facets map[lexicon.Concept][]posting, i int, g catalogue.Gift) {
	conceptsOf(g, func(facet string, values []string, weight float64) {
		for _, v := range values {
			c := lexicon.Concept{Facet: facet, Value: v}
			facets[c] = append(facets[c], newPosting(i, weight))
		}
	})
}

// weighFacets gives a concept that many gifts have less weight.
func (e *Engine) weighFacets() {
	most := math.Log(1 + float64(len(e.profiles))/4)
	for c, all := range e.facets {
		e.rare[c] = min(1, max(0.55, math.Log(1+float64(len(e.profiles))/float64(all.count()))/most))
	}
}

// leastApt is how much of what is said of somebody a gift must serve by its facets and its words, so as not to be a stray: a gift that only
// sounds alike. strayShare is what a stray keeps of its score.
const leastApt, strayShare = 0.26, 0.35

// unmet returns how much of what is said of the person each gift leaves unmet, from 1 for all, and which gifts are no strays: all, when nothing
// is said.
func (e *Engine) unmet(q *query) (unmet []float32, apt []bool) {
	unmet, apt = e.missing(q), q.space.marks.take(len(e.profiles))
	stranger := q.stranger()
	for i, unsaid := range e.unsaid(q) {
		unmet[i] *= unsaid
		apt[i] = stranger || 1-float64(unmet[i]) >= leastApt
	}
	return unmet, apt
}

// able returns the gifts that may be suggested: that are not excluded, and are for that age and that money.
func (e *Engine) able(out []bool, fit *fitter) []int {
	able := fit.q.space.indexes.take(len(e.profiles))[:0]
	for i := range e.profiles {
		if !out[i] && fit.fit(i, 1) > 0 {
			able = append(able, i)
		}
	}
	return able
}

// base returns how well each of the gifts that are able fits what is said of the person, whatever its recipients, occasions, age and price,
// and what its words mean.
func (e *Engine) base(q *query, able []int, unmet []float32) []float64 {
	near, base := q.space.singles.take(len(e.profiles)), q.space.doubles.take(len(e.profiles))
	e.near.add(e.builtin.vector(q.words, q.mended), near)
	for _, i := range able {
		alike := min(1, max(0, float64(near[i])/0.4))
		base[i] = 1 - float64(unmet[i])*(1-nearShare*alike*math.Sqrt(alike))
	}
	return base
}

// rank scores the gifts that are able and returns those that fit, in no order; above is how many fit. When they are fewer than asked for,
// those that nearly fit are among them. With pull, gifts count by that as well.
func (e *Engine) rank(q *query, able []int, fit *fitter, base []float64, pull *pull, limit int) (ranked []scored, above int) {
	ranked = e.reach(q, able, fit, base, pull, threshold)
	above = len(ranked)
	if q.loves() && !e.serving(q, ranked, limit-mostGeneral) {
		ranked = e.reach(q, able, fit, base, pull, leastServing)
	} else if above < limit {
		ranked = e.reach(q, able, fit, base, pull, threshold/2)
	}
	return ranked, above
}

// mostGeneral is how many presents for anybody a list has where it is said what somebody loves, as long as there are others; leastServing
// is the least score of those others.
const mostGeneral, leastServing = 2, threshold / 3

// serving reports whether so many gifts serve something that is said of the person.
func (e *Engine) serving(q *query, all []scored, enough int) bool {
	for _, s := range all {
		if enough <= 0 {
			break
		}
		if e.serves(q, s.gift) {
			enough--
		}
	}
	return enough <= 0
}

// serves reports whether a gift is for something that is said of the person: for what they love, or, when it is for no pastime, for what
// their life is like. That they retire is an occasion only.
func (e *Engine) serves(q *query, gift int) bool {
	p := &e.profiles[gift]
	said := func(n uint16) bool { return q.weights[n] >= 0.5 }
	if p.interests > 0 {
		return slices.ContainsFunc(p.about[:p.interests], said)
	}
	retiring := e.numbers[lexicon.Concept{Facet: "situation", Value: "retiring"}]
	return slices.ContainsFunc(p.about, func(n uint16) bool { return n != retiring && said(n) })
}

// reach returns the gifts among those that are able whose score is at least so much. What their words mean is compared only where it can
// decide.
func (e *Engine) reach(q *query, able []int, fit *fitter, base []float64, pull *pull, least float64) (ranked []scored) {
	liked := forLiked
	if q.stranger() {
		liked = forLikedByStrangers
		if q.special() {
			liked /= 2
		}
	}
	var safe []float64 // for strangers: how widely each is liked, by its place
	if section := e.safe[q.stage()]; len(section) > 0 && q.stranger() {
		safe = q.space.doubles.take(len(e.profiles))
		for at, i := range section {
			safe[i] = 1 - safeOrder/2*float64(at)/float64(len(section))
		}
	}
	certain, retired := e.certain(fit.trust), has(q, "occasion", "retirement") >= 0.7
	for _, i := range able {
		wide := e.wide[i]
		switch {
		case safe == nil:
		case slices.ContainsFunc(e.profiles[i].assumes, func(a uint16) bool { return certain[a] }):
			wide = 1
		case base[i] >= leastTold && !(retired && e.profiles[i].interest >= 0): // the description names what it is
			wide = 1
		case safe[i] > 0:
			wide = safe[i]
		case e.profiles[i].interest >= 0: // it is for a pastime that nobody speaks of
			wide *= 0.4
		default:
			wide *= 0.7
		}
		score := func(alike float64, likeness float32) float64 {
			s := fit.fit(i, 1-(1-base[i])*(1-senseShare*alike)) * (1 + liked*(wide-0.5))
			if pull != nil {
				s = (1-pullShare)*s + pullShare*fit.fit(i, pull.of(i, likeness))
			}
			return s
		}
		if score(1, 1.02) < least { // cosines are rounded
			continue
		}
		likeness := float32(0)
		if pull != nil {
			likeness = e.senses.near(&pull.sense, i)
		}
		if s := score(min(1, max(0, float64(e.senses.near(q.sense, i)-0.2)/0.5)), likeness); s >= least {
			ranked = append(ranked, scored{i, min(1, s)})
		}
	}
	return ranked
}

// certain returns which facts were said that leave little doubt about what fits: that somebody is a bridesmaid, or put guests up.
func (e *Engine) certain(t trust) []bool {
	all := make([]bool, len(e.assumptions))
	for i := range e.assumptions {
		all[i] = t.left[i] == 1 && oneOf(e.assumptions[i].name, listed("certain"))
	}
	return all
}

// leastTold is how well a gift serves the words of a description that says nothing of what somebody loves, when it is what they speak of.
const leastTold = 0.35

// missing returns how much of the description each gift leaves unmet, from 1 for all. Each phrase counts by its meaning
// that the gift serves best, and a little by each further meaning.
func (e *Engine) missing(q *query) []float32 {
	miss := q.space.singles.take(len(e.profiles))
	for i := range miss {
		miss[i] = 1
	}
	best, rest := q.space.singles.take(len(e.profiles)), q.space.singles.take(len(e.profiles)) // of one phrase
	for _, phrase := range q.phrases {
		for _, c := range phrase {
			part := float32(0.88 * share(c.Facet) * q.want[c] * e.rare[c])
			for _, p := range e.facets[c].all {
				part, g := part*p.weight(), p.gift
				rest[g] += min(best[g], part)
				best[g] = max(best[g], part)
			}
		}
		for _, c := range phrase {
			for _, p := range e.facets[c].all {
				if g := p.gift; best[g] > 0 {
					miss[g] *= (1 - best[g]) * max(0.5, 1-0.3*rest[g])
					best[g], rest[g] = 0, 0
				}
			}
		}
	}
	return miss
}

// How much it counts that a gift is widely liked: most where nothing else is known about the person.
const forLiked, forLikedByStrangers = 0.04, 0.8

// nearShare is what it counts when a gift's text is as similar to the description as texts can be.
const nearShare = 0.5

// pullShare is how much the likeness to starred gifts counts beside the description.
const pullShare = 0.7

// pullInterest is what a gift gains in likeness when it serves what a starred one is for.
const pullInterest = 0.35

// senseShare is what it counts when the words of a gift mean the same as those of the description.
const senseShare = 0.4

// wordShare is what it counts when a gift's name and the description have the rarest word in common.
const wordShare = 0.5

// unsaid returns how much of the description's own words is missing from each gift's text, from 1 for all. A word counts
// more the rarer it is in the catalogue and the more prominent its place.
func (e *Engine) unsaid(q *query) []float32 {
	left := q.space.singles.take(len(e.profiles))
	for i := range left {
		left[i] = 1
	}
	seen := map[string]bool{}
	for i, t := range q.words {
		if idle(t.Word) || seen[t.Stem] || len(t.Word) < 3 {
			continue
		}
		seen[t.Stem] = true
		rare := e.builtin.idf(t.Stem) / e.builtin.rare
		share := wordShare * rare * rare * rare
		if q.mended[i] {
			share *= 0.7
		}
		for _, p := range e.words.of(t.Stem).all {
			left[p.gift] *= 1 - float32(share)*p.weight()
		}
	}
	return left
}

func sortScored(s []scored) { slices.SortFunc(s, compareScored) }

// compareScored puts the higher score first.
func compareScored(a, b scored) int {
	switch {
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	return a.gift - b.gift
}

// best returns the best of all, at most so many, the best first. It changes the order of all, and takes less than to sort all.
func best(all []scored, most int) []scored {
	top := all[:min(most, len(all))]
	sortScored(top)
	for _, s := range all[len(top):] {
		if most > 0 && compareScored(s, top[most-1]) < 0 {
			at, _ := slices.BinarySearchFunc(top, s, compareScored)
			copy(top[at+1:], top[at:])
			top[at] = s
		}
	}
	return top
}

// pull is what starred gifts have in common.
type pull struct {
	near  []float32      // of each gift, how near its text is to theirs
	alike []bool         // the gifts that serve what one of them is for first of all
	sense meaning.Vector // the direction of their words
}

// of returns how similar a gift is to the starred ones, 0 to 1, by how near its words are in meaning.
func (p *pull) of(gift int, near float32) float64 {
	similar := min(1, 0.65*max(0, float64(p.near[gift])/0.6)+0.5*max(0, float64(near)))
	if p.alike[gift] {
		similar = min(1, similar+pullInterest)
	}
	return similar
}

// pull returns what the starred gifts have in common; nil when none of them is known.
func (e *Engine) pull(q *query, starred []string) *pull {
	if len(starred) == 0 {
		return nil
	}
	sum := map[int32]float32{}
	p := pull{near: q.space.singles.take(len(e.profiles)), alike: q.space.marks.take(len(e.profiles))}
	var liked []int
	for _, id := range starred {
		g, ok := e.index(id)
		if !ok || slices.Contains(liked, g) {
			continue
		}
		liked = append(liked, g)
		if of := e.gifts.At(g).Interests; len(of) > 0 {
			for _, has := range e.facets[lexicon.Concept{Facet: "interest", Value: of[0]}].all {
				p.alike[has.gift] = true
			}
		}
		e.senses.gift(g).AddTo(&p.sense)
		row := e.kin.row(g)
		for dim, weight := range row.all {
			sum[int32(dim)] += weight * row.unit() //nolint:gosec // a few thousand
		}
	}
	if liked == nil {
		return nil
	}
	p.sense.Unit()
	e.near.add(scaled(sum, 1), p.near)
	return &p
}

// scaled turns dimensions into entries, in order, scaled to length to.
func scaled(dims map[int32]float32, to float64) []entry {
	v := make([]entry, 0, len(dims))
	for d, x := range dims {
		v = append(v, entry{d, x})
	}
	slices.SortFunc(v, func(a, b entry) int { return cmp.Compare(a.dim, b.dim) })
	scale(v, to)
	return v
}
