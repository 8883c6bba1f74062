package search

import (
	"slices"
	"strings"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// condition is what a gift must be, once it is said, and the concepts of which it has one then: "something funny", "for all the nurses".
type condition struct {
	holds func(q *query) bool
	one   []lexicon.Concept
	met   float32 // what a gift gains that meets it
}

// conditions returns those that are known.
func conditions() []condition {
	return []condition{
		{func(q *query) bool { return q.avoid["earnest"] }, merryTraits(), forMerry},
		{func(q *query) bool { return q.avoid["everyday"] }, []lexicon.Concept{{Facet: "category", Value: "personalised"}, {Facet: "category", Value: "jewellery"},
			{Facet: "category", Value: "watch"}, {Facet: "category", Value: "photo"}}, 1},
		{func(q *query) bool { return q.want[wholeStaff] >= 0.9 }, []lexicon.Concept{wholeStaff}, 1},
	}
}

// forMerry is what something funny gains where it is asked for, whatever else somebody loves.
const forMerry = 1.4

// merryTraits are what funny things are made for.
func merryTraits() []lexicon.Concept {
	return []lexicon.Concept{{Facet: "trait", Value: "funny"}, {Facet: "interest", Value: "stand-up-comedy"}}
}

// having returns which gifts have one of some concepts.
func (e *Engine) having(q *query, one []lexicon.Concept) []bool {
	have := q.space.marks.take(len(e.profiles))
	for _, c := range one {
		for _, p := range e.facets[c].all {
			have[p.gift] = true
		}
	}
	return have
}

var wholeStaff = lexicon.Concept{Facet: "situation", Value: "whole-staff"}

// leftUnmet is what is left of a gift that does not meet a condition.
const leftUnmet = 0.2

// demanded returns what is left of each gift by the conditions that hold; nil when none does.
func (e *Engine) demanded(q *query) (left []float32) {
	if !q.avoid["earnest"] && !q.avoid["everyday"] && q.want[wholeStaff] == 0 {
		return nil
	}
	for _, c := range conditions() {
		if !c.holds(q) {
			continue
		}
		meets := e.having(q, c.one)
		if left == nil {
			left = q.space.singles.take(len(e.profiles))
			for i := range left {
				left[i] = 1
			}
		}
		for i, yes := range meets {
			if yes {
				left[i] *= c.met
			} else {
				left[i] *= leftUnmet
			}
		}
	}
	return left
}

// ailing returns what somebody has of whose body a part is bad, by the word for the part; "" for other words.
func ailing(part string) string {
	switch part {
	case "knee", "knees", "hip", "hips", "leg", "legs", "ankle", "ankles":
		return "limited-mobility"
	case "hands", "fingers", "wrists", "thumbs":
		return "arthritis"
	case "eyes", "sight", "eyesight", "vision":
		return "low-vision"
	case "hearing", "ears":
		return "hearing-loss"
	}
	return ""
}

// ails is how surely somebody has what is said of a part of their body.
const ails = 0.8

// suffer notes who leaves, what parts of the body are said to be bad, hurt or unsteady, and what is too small to be seen: "her knees are gone",
// "with a dodgy hip", "his wrist in plaster", "his hands shake", "can't read the small print".
func (q *query) suffer(tokens []text.Token, aside []bool) {
	q.atWork(tokens)
	s := sentence(tokens)
	for i := range s {
		if aside[i] {
			continue
		}
		if s.hurtAt(i) && !yearsAgo(tokens, i+1) {
			q.avoid["two-hands"] = true
			q.suffers(lexicon.Concept{Facet: "occasion", Value: "get-well"})
		}
		if s.is(i, "hand hands fingers") && !s.near(i, 2, "i my our") && (s.is(i+1, trembling) || s.is(i+2, trembling)) {
			q.avoid["spilling"] = true
			q.suffers(lexicon.Concept{Facet: "situation", Value: "arthritis"})
		}
		if s.tooSmallAt(i) {
			q.suffers(lexicon.Concept{Facet: "situation", Value: "low-vision"})
			if s.is(i, "read") && !slices.ContainsFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, "reading reads reader book books novels") }) {
				q.forget("reading book") // who cannot read the small print is not said to love books
			}
		}
		situation := ailing(s[i].Word)
		if situation == "" || s.near(i, 2, "i my our") && !s[i-1].Possessive || !s.badAt(i) { // "my knees", but not "my mum's knees"
			continue
		}
		q.suffers(lexicon.Concept{Facet: "situation", Value: situation})
	}
}

// suffers notes what somebody suffers from.
func (q *query) suffers(c lexicon.Concept) {
	if q.want[c] >= ails {
		return
	}
	q.want[c], q.main[c] = ails, true
	if share(c.Facet) > 0 {
		q.phrases = append(q.phrases, []lexicon.Concept{c})
	}
}

// trembling has words for hands that are not steady.
const trembling = "shake shakes shaking shaky tremble trembles trembling unsteady tremor"

// hurtAt reports whether word i names an arm that is hurt: "broke his right arm", "her wrist in plaster", but not "when I broke my arm".
func (s sentence) hurtAt(i int) bool {
	if !s.is(i, "arm arms wrist wrists hand elbow shoulder finger fingers thumb") || s.near(i, 3, "i my our") && !(i > 0 && s[i-1].Possessive) {
		return false
	}
	if s.is(i+1, "is") && s.is(i+2, "broken fractured sprained dislocated strapped") {
		return true
	}
	return s.near(i, 4, "broke broken breaks fractured sprained dislocated") || s.is(i+1, "in") && (s.is(i+2, "plaster cast sling splint") || s.is(i+3, "plaster cast sling splint"))
}

// tooSmallAt reports whether word i says that somebody does not see small things well: "the pieces are too small for him", "can't see the small
// pieces", "can't read the small print".
func (s sentence) tooSmallAt(i int) bool {
	const seen = "pieces print letters text words stitches numbers type writing pattern clues dots figures"
	switch {
	case s.is(i, "small tiny fine little") && s.is(i-1, "too"):
		at := i - 2
		for s.is(at, "is are get gets getting become much far now all") {
			at--
		}
		return s.is(at, seen) && !s.near(i, 7, "i my our")
	case s.is(i, "see read"):
		if !s.near(i, 3, "cant cannot hardly barely struggles longer couldnt") || s.near(i, 4, "i we") {
			return false
		}
		for at := i + 1; at < min(len(s), i+5) && s[at].Before == text.None; at++ {
			if s.is(at, seen) && (s.near(at, 3, "small tiny fine little") || !s.is(at, "words text numbers figures writing letters")) {
				return true
			}
		}
	}
	return false
}

// atWork notes that somebody from work leaves, however it is put, and that all of them are thanked: "our secretary is leaving, after 20 years",
// "thanks to my colleagues".
func (q *query) atWork(tokens []text.Token) {
	if has(q, "recipient", "colleague") < 0.6 && has(q, "recipient", "boss") < 0.6 {
		return
	}
	s := sentence(tokens)
	for i := range s {
		if s.is(i, "colleagues coworkers") && s.near(i, 3, "for to thank thanks") && !s.near(i, 3, "from of with") && has(q, "occasion", "thank-you") >= 0.7 {
			q.want[wholeStaff] = 1
			q.phrases = append(q.phrases, []lexicon.Concept{wholeStaff})
		}
		if s.is(i, "leaving leaves") && !s.is(i+1, "school home behind") && !s.near(i, 3, "i im we") {
			c := lexicon.Concept{Facet: "occasion", Value: "farewell"}
			q.want[c] = max(q.want[c], 0.9)
		}
	}
}

// badAt reports whether what word i names is said to be bad.
func (s sentence) badAt(i int) bool {
	if s.near(i, 2, listed("bad")) || s.near(i, 4, "because due") && s.near(i, 2, "of to his her") && !s.is(i-1, "new") || s.near(i, 4, "lost") && s.near(i, 2, "of his her the") {
		return true
	}
	for at := i + 1; at < min(len(s), i+6) && s[at].Before == text.None; at++ {
		switch {
		case s.is(at, listed("worse")), s.is(at, listed("bad")):
			return true
		case s.is(at, "not isnt arent no") && s.is(at+1, "what good great longer the"):
			return true
		case !s.is(at, listed("linking")):
			return false
		}
	}
	return false
}

// toCome reports whether an age is only that up to which a gift is to be kept: "that he'll still have when he's thirty".
func toCome(tokens []text.Token, a ageAt) bool {
	s := sentence(tokens)
	return s.near(a.from, 4, "when until till by once") && s.near(a.from, 9, "still keep keeps lasts last")
}

// practises reports whether somebody is called by what they do: "a birdwatcher", "keen golfer". All that is before the suffix, four letters at
// least, begins the name of what they love: a mother who loves motorcycles is not called by them.
func (q *query) practises() bool {
	return slices.ContainsFunc(q.said, func(t text.Token) bool {
		root, ok := strings.CutSuffix(t.Word, "er")
		if !ok {
			root, ok = strings.CutSuffix(t.Word, "ist")
		}
		if n := len(root); n > 4 && root[n-1] == root[n-2] { // "drummer", "traveller"
			root = root[:n-1]
		}
		if !ok || len(root) < 4 {
			return false
		}
		for c := range q.main {
			if c.Facet == "interest" && q.want[c] >= 0.8 && strings.HasPrefix(c.Value, root) {
				return true
			}
		}
		return false
	})
}

// forPot is from which sum on, in US dollars, what several give together is not for a small thing.
const forPot = 60
