package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// dogWalks is what is left of walking for its own sake where it is a dog that somebody walks.
const dogWalks = 0.65

// objects returns found with what the objects of verbs make of them: who rides a moped has no horse, who runs a bakery does not run, and who
// walks a terrier has a dog first of all.
func objects(tokens []text.Token, found []lexicon.Found) []lexicon.Found {
	s, all := sentence(tokens), slices.Clone(found)
	for i, f := range found {
		if f.To != f.From+1 {
			continue
		}
		if s.is(f.From, listed("ambiguous")) {
			all[i].Entry = sense(found, i)
			continue
		}
		if i > 0 && s.is(f.From, "partner") && found[i-1].To == f.From && s[f.From].Before == text.None && s.is(f.From-1, listed("taught")) {
			e := *f.Entry // somebody to play chess with
			e.Concepts = []lexicon.Weighted{{Concept: lexicon.Concept{Facet: "recipient", Value: "friend"}, Weight: 0.9}}
			all[i].Entry = &e
			continue
		}
		left, of := 1.0, "" // "" is all of them
		switch {
		case s.is(f.From, "rides ride riding") && (s.rides(found, i) || s.ahead(f.To, 4, listed("ridden"))):
			left = 0
		case s.is(f.From, "runs run running ran") && s.runs(f):
			left, of = 0, "running"
		case s.is(f.From, "walks walk walking") && s.objectSays(found, i, "dogs"):
			left, of = dogWalks, "walking"
		case s.is(f.From, "garden gardens") && s.place(f):
			left, of = merelyLeft, "gardening"
		}
		if left < 1 {
			all[i].Entry = weakened(f, left, func(c lexicon.Concept) bool { return c.Facet == "interest" && (of == "" || c.Value == of) })
		}
	}
	return all
}

// sense returns the entry of a word of several pastimes with the one that the others speak of, or else the likeliest: "goalie" is of hockey
// where ice hockey is said. What is worn for a pastime that they speak of is not worn against the cold.
func sense(found []lexicon.Found, i int) *lexicon.Entry {
	f := found[i]
	meant := foremost(f)
	e := *f.Entry // entries are shared by all requests
	e.Concepts = slices.Clone(f.Concepts)
	for at, o := range found {
		c := foremost(o)
		switch {
		case at == i || c.Facet != "interest":
		case !says(f, "interest") && oneOf(c.Value, listed("gloved")):
			e.Concepts = nil
			return &e
		case slices.ContainsFunc(f.Concepts, func(w lexicon.Weighted) bool { return w.Concept == c }):
			meant = c
		}
	}
	for at, c := range e.Concepts {
		if c.Facet == "interest" && c.Concept != meant {
			e.Concepts[at].Weight = 0
		} else if c.Facet == "interest" {
			e.Concepts[at].Weight = max(c.Weight, 0.7)
		}
	}
	return &e
}

// rides reports whether what found[i] says is ridden is no horse: "rides a vintage scooter", "long train rides".
func (s sentence) rides(found []lexicon.Found, i int) bool {
	if s.is(found[i].From-1, listed("ridden")) && s[found[i].From].Before == text.None {
		return true
	}
	return s.objectSays(found, i, "motorcycles cycling skateboarding surfing")
}

// objectSays reports whether the phrase right behind found[i], as its object, says one of some interests.
func (s sentence) objectSays(found []lexicon.Found, i int, interests string) bool {
	if i+1 >= len(found) || found[i+1].From > found[i].To+3 {
		return false
	}
	for at := found[i].To; at <= found[i+1].From; at++ {
		if s[at].Before > text.None || s.is(at, "and or with then") {
			return false
		}
	}
	return slices.ContainsFunc(found[i+1].Concepts, func(c lexicon.Weighted) bool {
		return c.Facet == "interest" && oneOf(c.Value, interests) && c.Weight >= 0.5
	})
}

// runs reports whether what runs is no runner: "runs a bakery", "runs on coffee", "a marble run", "running around", but not "runs the London
// marathon".
func (s sentence) runs(f lexicon.Found) bool {
	if s.is(f.From-1, "marble printer washing") && s[f.From].Before == text.None {
		return true
	}
	return f.To < len(s) && s[f.To].Before == text.None && s.is(f.To, "on a an the his her our their my around about late out two three") &&
		!s.ahead(f.To, 6, listed("races"))
}

// place reports whether a garden is only where something is or happens: "a sauna in the garden", "the garden is big", but not "always busy in
// her garden".
func (s sentence) place(f lexicon.Found) bool {
	if f.To < len(s) && s[f.To].Before == text.None && (s.is(f.To, "party furniture office shed room bar birds railway centre") ||
		s.is(f.To, "is") && s.is(f.To+1, "big huge large enormous tiny small wild paved enough there")) {
		return true
	}
	at := f.From - 1
	for s.is(at, "the a his her their our my big small back little whole") && s[at+1].Before == text.None {
		at--
	}
	return at < f.From-1 && s.is(at, "in at into round around") && s[at+1].Before == text.None && !s.near(at, 3, listed("gardening"))
}
