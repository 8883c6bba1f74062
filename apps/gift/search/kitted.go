package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// What is left of a gift that is gear for what somebody loves, where they have all of it or are picky about it, and of what they would wear
// for it: something to taste, to read or to go to comes first.
const (
	gearLeft = 0.3
	wearLeft = 0.55
)

// manyThings is how many things somebody has who has most of what their pastime takes: "a smoker, a gas grill and fifteen rubs".
const manyThings = 3

// kitted reports whether somebody has what their pastime takes, or is particular about it: who has everything needs no more of it.
func (q *query) kitted() bool { return q.cooksForALiving() || q.equippedOtherwise() }

// equippedOtherwise leaves out that it is their trade.
func (q *query) equippedOtherwise() bool {
	switch {
	case has(q, "trait", "has-everything") >= 0.95, has(q, "trait", "picky") >= 0.5, len(q.has) >= manyThings, equipped(q.said):
		return true
	case q.teaches(), has(q, "situation", "arthritis") >= 0.6:
		return true
	case has(q, "occasion", "new-job") >= 0.8 && slices.ContainsFunc(q.said, func(t text.Token) bool { return oneOf(t.Word, "opened opens opening") }):
		return true // a studio, a bakery
	}
	return slices.ContainsFunc(q.owned, func(t thing) bool { return oneOf(t.head, "equip gear gadget accessori suppli") })
}

// mature reports whether somebody is known to be no child and no learner, so that they own what their trade takes.
func (q *query) mature() bool {
	return (q.group == anyAge || q.group == adult) && has(q, "trait", "new-hobby") < 0.3 && !slices.ContainsFunc(q.said, func(t text.Token) bool {
		return oneOf(t.Word, "become becoming wants dreams aspiring trainee apprentice training learning student")
	})
}

// cooksForALiving reports whether somebody is a chef, or called a baker who is not one for fun: "my aunt, 58, baker", but not "a keen baker".
// It is only for the kitchen that they have it all.
func (q *query) cooksForALiving() bool {
	if !q.mature() {
		return false
	}
	if has(q, "interest", "chefs-kitchen") >= 0.9 {
		return true
	}
	s := sentence(q.said)
	for i := range s {
		if s.is(i, "baker patissier") {
			return !s.is(i-1, "keen avid home hobby good great amateur passionate brilliant fantastic amazing big enthusiastic eager aspiring young")
		}
	}
	return false
}

// teaches reports whether somebody is thanked who teaches what the description speaks of, and so has what it takes: a piano teacher, a coach.
func (q *query) teaches() bool {
	if q.lessons || has(q, "recipient", "coach") >= 0.7 {
		return true
	}
	s := sentence(q.said)
	for i := range s {
		if s.is(i, "director conductor leader") && s.is(i-1, "choir band orchestra ensemble dance") {
			return true
		}
	}
	return has(q, "recipient", "teacher") >= 0.7 && slices.ContainsFunc(q.said[:max(0, len(q.said)-1)], func(t text.Token) bool { return oneOf(t.Word, listed("taught")) })
}

// equipped reports whether words say that somebody has all the gear: "has every gadget", "picky about his rods", "everything that goes with
// it", "more shoes than shelves", "no idea what he already has".
func equipped(tokens []text.Token) bool {
	s := sentence(tokens)
	for i := range tokens {
		if s.kitAt(i) || s.everythingAt(i) || s.choosyAt(i) || s.plentyAt(i) {
			return true
		}
	}
	return false
}

// havers are words that say that somebody has something.
const havers = "has have had own owns got already hes shes ive"

// kitAt reports whether word i says which gear somebody has all of: "every gadget", "all the books", "has every brush".
func (s sentence) kitAt(i int) bool {
	if s.is(i, listed("kit")) && s.near(i, 4, "every all any each enough whole full loads tons plenty complete") && !s.near(i, 4, "lost sold gave") {
		return true
	}
	return s.is(i, "every all") && !s.is(i+1, listed("spans")) &&
		(s.is(i-1, "has owns got have own") || s.is(i, "every") && s.is(i-1, "with") ||
			s.is(i-1, "and") && s.near(i-1, 5, "has owns have") || s.is(i-1, "already") && s.near(i-1, 2, havers))
}

// everythingAt reports whether word i is all that goes with a pastime: "everything that goes with it", "has everything he needs for baking".
func (s sentence) everythingAt(i int) bool {
	switch {
	case !s.is(i, "everything all"):
		return false
	case s.is(i+1, "that") && s.is(i+2, "goes"):
		return true
	}
	return s.near(i, 4, havers) && (s.is(i+1, "you he she they one") && s.is(i+2, "need needs want wants could") ||
		s.is(i+1, "for") && !s.is(i+2, "me us others everyone everybody"))
}

// choosyAt reports whether at word i somebody chooses for themselves, or nobody knows what they have.
func (s sentence) choosyAt(i int) bool {
	switch {
	case s.is(i, "about"):
		return s.is(i-1, "picky fussy particular choosy fastidious snobbish demanding") && s.is(i+1, "his her their what")
	case s.is(i, "what which"):
		return s.is(i+1, "he she they shes hes") && (s.is(i+2, "already") || s.is(i+2, "has have owns own got") && s.near(i, 4, "know tell idea sure clue remember"))
	case s.is(i, "buys"):
		return s.is(i+1, "himself herself themselves") && !s.is(i+2, "flowers lunch nothing") ||
			s.is(i+1, "his her their all") && s.is(i+2, "own his her their")
	}
	return false
}

// plentyAt reports whether word i says that there is too much of it, that they play with others, or that it was long ago: "full of it", "more
// shoes than shelves", "plays in an orchestra", "we used to climb together", "getting too weak for it".
func (s sentence) plentyAt(i int) bool {
	return s.is(i, "give gave giving given") && s.is(i+1, "up") || s.is(i, "too") && s.is(i+1, "weak old frail ill") ||
		s.is(i, "full") && s.is(i+1, "workshop garage shed studio wardrobe") && s.is(i-1, "a") && s.is(i-2, "with has") ||
		s.is(i, "full") && s.is(i+1, "of") && (s.is(i+2, "it them") || s.is(i-1, "shed garage attic loft cellar basement room wardrobe cupboard workshop barn")) ||
		s.is(i, "more") && s.near(i, 2, havers) && (s.is(i+2, "than") || s.is(i+3, "than")) ||
		s.is(i, "orchestra orchestras band bands choir ensemble quartet") && s.near(i, 4, "in with") && s.near(i, 7, "plays play playing sings sing singing drums") ||
		s.is(i, "we") && s.is(i+1, "used") && asPair(s, i)
}

// keen reports whether a description says that somebody loves something, though perhaps not surely.
func (q *query) keen() bool {
	for c := range q.main {
		if c.Facet == "interest" && q.want[c] >= 0.5 {
			return true
		}
	}
	return false
}

// spared returns the gifts that are made for who has everything or is picky: they are no more of the same.
func (e *Engine) spared(q *query) []bool {
	out := q.space.marks.take(len(e.profiles))
	for _, trait := range []string{"has-everything", "picky"} {
		for _, p := range e.facets[lexicon.Concept{Facet: "trait", Value: trait}].all {
			out[p.gift] = true
		}
	}
	return out
}

// toHave returns what is left of a gift for somebody who has the gear of what they love.
func (f *fitter) toHave(gift int, p *profile) float64 {
	if f.spared == nil || p.interest < 0 || f.kinds.ofTrade && !p.kitchen {
		return 1
	}
	if said := f.q.weights[p.interest]; f.keen && said < 0.25 { // that they have all is said of another pastime
		return wearLeft
	} else if said < 0.5 || f.spared[gift] && f.kinds.taught == nil {
		return 1
	}
	switch first := p.kind(); {
	case f.kinds.taught != nil && f.kinds.taught[first]: // who teaches it takes no lessons
		return gearLeft
	case f.kinds.soft[first]:
		return 1
	case f.kinds.worn[first]:
		return wearLeft
	case f.kinds.gear[first], f.kinds.kitchen[first] && p.kitchen, slices.ContainsFunc(p.categories, func(c uint16) bool { return f.kinds.gear[c] }):
		return gearLeft
	}
	return 1
}

// gearKinds tells kinds of gifts apart for somebody who has the gear, by the numbers of categories. taught is nil unless they teach; ofTrade is
// set where they have all that their trade takes, in a kitchen, and no more.
type gearKinds struct {
	soft, worn, gear, kitchen, taught []bool
	ofTrade                           bool
}

func (e *Engine) gearKinds(q *query) gearKinds {
	k := gearKinds{soft: e.listedKinds("soft"), worn: e.listedKinds("worn"), gear: e.listedKinds("geared"), kitchen: e.listedKinds("cooked")}
	k.ofTrade = q.cooksForALiving() && !q.equippedOtherwise()
	if q.teaches() {
		k.taught = e.listedKinds("lessons")
	}
	return k
}
