package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// merelyLeft is what is left of the pastime of making something for somebody who merely eats, wears or burns it.
const merelyLeft = 0.35

// makings returns of which categories gifts are, of a pastime of making something, that suit who merely eats, wears or burns what others make,
// "" where a pastime makes nothing; and the category of what is given to them instead where those gifts are few.
func makings(interest string) (kinds, instead string) {
	switch interest {
	case "cooking", "preserving", "fermenting":
		return "food drink ticket experience subscription party", ""
	case "baking":
		return "experience travel", "food"
	case "jewellery-making":
		return "jewellery", "jewellery"
	case "candle-making":
		return "decor lighting home", ""
	case "soap-making":
		return "bath-and-body", ""
	}
	return "", ""
}

// merely returns found with less of the pastimes of making what somebody is only said to like: who loves cake bakes none, and who makes jam
// does more than eat it. enjoyed are the pastimes of which they want what others make.
func merely(tokens []text.Token, found []lexicon.Found) (all []lexicon.Found, enjoyed []lexicon.Concept) {
	s := sentence(tokens)
	all = slices.Clone(found)
	var done []lexicon.Concept
	for i, f := range found {
		if !s.is(f.To-1, listed("edible")) && !s.is(f.To-1, listed("trinkets")) || !says(f, "interest") {
			if c := foremost(f); c.Facet == "interest" {
				done = append(done, c)
			}
			continue
		}
		liked := *f.Entry // entries are shared by all requests
		liked.Concepts = slices.Clone(f.Concepts)
		made, alone := s.made(f), s.is(f.From-1, "on off") && s.is(f.From-2, "lives live living survives survive surviving lived")
		for at, c := range f.Concepts {
			kinds, instead := makings(c.Value)
			switch {
			case c.Facet == "interest" && made && c.Value == "wine":
				liked.Concepts = append(liked.Concepts, lexicon.Weighted{Concept: lexicon.Concept{Facet: "interest", Value: "fermenting"}, Weight: surely})
			case c.Facet != "interest" || kinds == "" && !alone:
			case made:
				if c.Concept == foremost(f) {
					liked.Concepts[at].Weight = max(c.Weight, surely)
				}
				done = append(done, c.Concept)
			default:
				if instead != "" {
					liked.Concepts = append(liked.Concepts, lexicon.Weighted{Concept: lexicon.Concept{Facet: "category", Value: instead}, Weight: surely})
				}
				if instead != "" || alone { // "lives on noodles" is no praise of them
					liked.Concepts[at].Weight = c.Weight * merelyLeft
				}
				enjoyed = append(enjoyed, c.Concept)
			}
		}
		all[i].Entry = &liked
	}
	return all, slices.DeleteFunc(enjoyed, func(c lexicon.Concept) bool { return slices.Contains(done, c) })
}

// made reports whether the words around a phrase say that somebody makes what it names: "bakes cakes", "curry from scratch", "jam making".
func (s sentence) made(f lexicon.Found) bool {
	for at := f.From; at < f.To; at++ {
		if s.is(at, listed("makes")) {
			return true
		}
	}
	if f.To < len(s) && s[f.To].Before == text.None && (s.is(f.To, listed("makes")+" "+listed("made-with")) || s.is(f.To, "from") && s.is(f.To+1, "scratch")) {
		return true
	}
	for at := f.From - 1; at >= max(0, f.From-6) && s[at+1].Before < text.Stop; at-- {
		if s.is(at, "made") && s.is(at-1, "home hand") || s.is(at, listed("makes")) && !s.is(at+1, "and or &") && s[at+1].Before == text.None { // not "loves cooking and wine"
			return !s.is(at+1, "me us")
		}
		if s.is(at, listed("enjoys")) {
			return false
		}
	}
	return false
}

// markEnjoyed marks the gear and the lessons for making what somebody only eats, wears or burns: no pan is for who loves curry.
func (e *Engine) markEnjoyed(q *query, out []bool) {
	for _, c := range q.enjoyed {
		kinds, _ := makings(c.Value)
		suits := e.kindsOf(kinds)
		for _, p := range e.facets[c].all {
			if g := &e.profiles[p.gift]; e.has(g.about[:1], c) && !suits[g.kind()] {
				out[p.gift] = true
			}
		}
	}
}
