package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// theirs has relatives whose partners are named without an apostrophe: "my sons girlfriend".
const theirs = "friends neighbours colleagues sons daughters brothers sisters dads mums moms fathers mothers cousins uncles aunts nephews nieces grandsons " +
	"granddaughters bosses stepsons stepdaughters"

// besideAsker reports whether the giver is named right behind somebody, before word to: "grandpa and I".
func besideAsker(tokens []text.Token, to int) bool {
	return to+1 < len(tokens) && oneOf(tokens[to].Word, "and &") && oneOf(tokens[to+1].Word, "i me")
}

// ofTwo reports whether a phrase may name a couple: "parents".
func ofTwo(f lexicon.Found) bool {
	return slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Facet == "recipient" && c.Value == "couple" })
}

// relativeOf returns which recipient a parent is that is named as that of somebody else: "the mum of my best friend" is a friend, "the parents of my
// boyfriend" are in-laws, and the last of found that says so. It is "" for everybody else, and for the father of the giver's children.
func relativeOf(tokens []text.Token, found []lexicon.Found, at int) (recipient string, last int) {
	f := found[at]
	if at+1 >= len(found) || names(f) < 0.4 || f.To+1 >= len(tokens) || tokens[f.To].Word != "of" || !oneOf(tokens[f.To+1].Word, "my our") ||
		!oneOf(tokens[f.To-1].Word, "mum mom mother mam mama mummy dad father daddy parents parent gran nan grandma grandmother grandpa grandad grandfather") {
		return "", at
	}
	last = at + 1
	if tokens[found[last].To-1].Possessive && last+1 < len(found) && found[last+1].From <= found[last].To+1 { // "the mum of my daughter's best friend"
		last++
	}
	switch o := found[last]; {
	case found[at+1].From > f.To+3, names(o) < 0.4, tokens[o.To-1].Possessive,
		oneOf(foremostPerson(o), "son daughter child toddler baby teenager mother father grandmother grandfather"):
		return "", at
	case kindOf(foremostPerson(o)).near == 'r':
		return "in-laws", last
	}
	return "friend", last
}
