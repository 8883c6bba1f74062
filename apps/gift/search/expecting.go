package search

import (
	"cmp"
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// Words for parents.
const (
	fathers = "dad father daddy papa dads fathers"
	mothers = "mother mum mom mam mummy mommy mama mums moms mothers"
)

var expecting = lexicon.Concept{Facet: "situation", Value: "expecting"}

// expectant is how surely somebody of whom it is said expects a child.
const expectant = 0.9

// parentToBe reports whether word i says that somebody is about to become a parent: "going to be a dad", "soon a father", "mum-to-be".
func (s sentence) parentToBe(i int) bool {
	if s.is(i+1, "to") && s.is(i+2, "be") && !s.is(i+3, "a an the") || s.is(i-1, "expectant expecting") {
		return true
	}
	at := i - 1
	for s.is(at, "a an the first time new proud single young") {
		at--
	}
	switch {
	case s.is(at, "becomes becoming"):
		return true
	case s.is(at, "be become"):
		return s.is(at-1, "will soon ll shall") || s.is(at-1, "to") && s.near(at-1, 3, "going about soon due set is gonna") && !s.near(at-1, 3, "used want wants hope hopes like likes")
	case s.is(at, "soon"):
		return at > 0
	}
	return false
}

// expect takes up that somebody becomes a parent, as far as it is said of the recipient. What is for an expectant mother is not for a father: he gets
// what is for the time with the child.
func (q *query) expect(tokens []text.Token, found []lexicon.Found, aside []bool) {
	s, mother, father := sentence(tokens), false, false
	for i := range s {
		if s.is(i, fathers+" "+mothers+" parent parents") && s.parentToBe(i) && (i == 0 || !aside[i-1]) {
			father = father || s.is(i, fathers)
			mother = mother || s.is(i, mothers+" parent parents")
		}
	}
	couple := has(q, "recipient", "couple") >= 0.6
	if !father && !mother {
		man := kindOf(q.surest(0.4)).gender == 'm'
		said := slices.ContainsFunc(found, func(f lexicon.Found) bool {
			return slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Concept == expecting && c.Weight >= 0.6 }) &&
				(!aside[f.From] && q.want[expecting] >= 0.3 || man && s.near(f.From, 4, "wife girlfriend partner fiancee")) // "his wife is pregnant"
		})
		father, mother = said && man && !couple, said && couple
	}
	switch {
	case father && !mother:
		q.fathering = true
		q.want[newBaby] = max(q.want[newBaby], expectant)
		q.isFor("new-parents", max(has(q, "recipient", "new-parents"), 0.8))
		if q.surest(0.4) == "" || q.Word == "" {
			q.isFor("father", max(has(q, "recipient", "father"), 0.5))
		}
		q.drop(expecting)
		q.say(newBaby)
	case mother:
		q.want[expecting] = max(q.want[expecting], expectant)
		q.say(expecting)
	}
}

// say adds a concept to what gifts are for.
func (q *query) say(c lexicon.Concept) {
	if !slices.ContainsFunc(q.phrases, func(p []lexicon.Concept) bool { return slices.Contains(p, c) }) {
		q.phrases = append(q.phrases, []lexicon.Concept{c})
	}
	q.main[c] = true
}

// christens reports whether it is a baby whose day it is, "my friend's baby's christening", and nobody who is confirmed or has a first communion.
func (q *query) christens(tokens []text.Token) bool {
	return has(q, "occasion", "christening") >= 0.6 && oneOf(cmp.Or(q.surest(0.55), "child"), "child daughter son niece-nephew aunt-uncle") &&
		!slices.ContainsFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, "confirmation confirmed communion mitzvah") })
}
