package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// target returns which of the phrases that were found names whom something is expressly for, though others are named before: the
// newborn in "my sister just had a baby girl, something for the little one". It is -1 when nobody is meant so expressly.
func target(tokens []text.Token, found []lexicon.Found, s []scope, givers []giver) int {
	meant := -1
	for _, g := range givers {
		if g.whom < 0 {
			continue
		}
		at := slices.IndexFunc(found, func(f lexicon.Found) bool { return f.From >= g.whom && f.To > g.whom+1 && names(f) >= 0.4 })
		if at >= 0 && found[at].From <= g.whom+3 {
			meant = at
		}
	}
	for i := 1; i < len(tokens); i++ {
		if !oneOf(tokens[i].Word, "for to") || s[i] != plain && s[i] != cue || tokens[i].Before > text.None || !presented(tokens, i) {
			continue
		}
		for at, f := range found {
			if f.From <= i || names(f) < 0.4 {
				continue
			}
			if leadsTo(tokens[i+1:f.From+1]) && !tokens[f.To-1].Possessive {
				meant = at
			}
			break
		}
	}
	return meant
}

// presented reports whether the few words before word i are those for a present: "something for", "a small gift idea for", "to give to".
func presented(tokens []text.Token, i int) bool {
	for at := i - 1; at >= max(0, i-3); at-- {
		if oneOf(tokens[at].Word, listed("presents")) {
			return true
		}
		if tokens[at].Before > text.None {
			break
		}
	}
	return false
}

// leadsTo reports whether nothing stands before the last of words but what goes before a name: "the sweet little one".
func leadsTo(words []text.Token) bool {
	for i, t := range words {
		if i > 0 && t.Before > text.None || i > 4 || t.Possessive && i < len(words)-1 {
			return false
		}
		if i < len(words)-1 && !oneOf(t.Word, counts+" my our your this that sweet dear own") {
			return false
		}
	}
	return true
}

// arrived reports whether a child has just been born: whoever is then called little is newborn.
func arrived(tokens []text.Token, found []lexicon.Found) bool {
	for _, f := range found {
		for _, c := range f.Concepts {
			if c.Concept == newBaby && c.Weight >= 0.9 {
				return true
			}
		}
	}
	for i := range tokens {
		if oneOf(tokens[i].Word, "born newborn birth") {
			return true
		}
	}
	return false
}

var newBaby = lexicon.Concept{Facet: "situation", Value: "new-baby"}

// littleOne reports whether a phrase names a child without saying how old it is.
func littleOne(f lexicon.Found) bool {
	group := kindOf(foremostPerson(f)).group
	return group == baby || group == toddler || group == child || oneOf(foremostPerson(f), "son daughter niece-nephew")
}

// asker reports whether the age at word i is that of who asks: "I'm 16 and want to surprise my mum".
func asker(tokens []text.Token, i int) bool {
	for i > 0 && oneOf(tokens[i-1].Word, "only just almost nearly about already") {
		i--
	}
	return i > 0 && (tokens[i-1].Word == "im" || i > 1 && tokens[i-2].Word == "i" && oneOf(tokens[i-1].Word, "am is was have has a m"))
}

// gives reports whether the person from word i to word to is who gives: "from his grandparents", "I'm her aunt", "grandparents asking".
func gives(tokens []text.Token, i, to int) bool {
	if to < len(tokens) && tokens[to].Before == text.None && oneOf(tokens[to].Word, "asking ask asks give gives giving chip chips chipping pool pooling") {
		return true
	}
	if to+1 < len(tokens) && oneOf(tokens[to].Word, "and &") && oneOf(tokens[to+1].Word, "i me") && tokens[to].Before == text.None { // "my husband and I"
		return true
	}
	at := i - 1
	for at > 0 && i-at < 5 && tokens[at+1].Before == text.None && (tokens[at].Possessive || oneOf(tokens[at].Word, whose)) {
		at--
	}
	if at < 0 || tokens[at+1].Before > text.None {
		return false
	}
	switch {
	case tokens[at].Word == "from":
		return true
	case at == i-1: // "I aunt" says nothing
		return false
	}
	return oneOf(tokens[at].Word, "i im were") || at > 0 && oneOf(tokens[at].Word, "am are m re") && oneOf(tokens[at-1].Word, "i we")
}

// whose has the words between those for who speaks and who they are: "I'm only a friend", "from her two grandparents".
const whose = "a an the my our his her their both all only just two four close best old great proud loving"

// parental reports whether an age is that of a baby whom the recipient has: "friends with a 6 month old", "dad of a 2 month old".
func parental(tokens []text.Token, a ageAt) bool {
	at := a.from - 1
	for at > 0 && oneOf(tokens[at].Word, "a an their her his our") {
		at--
	}
	if at > 0 && oneOf(tokens[at].Word, "twins baby newborn") { // "mother of twins 4 months old"
		at--
	}
	return a.High == 0 && at > 0 && oneOf(tokens[at].Word, "with of have has") && tokens[at+1].Before == text.None
}

// unmark takes the marks off the words of a phrase.
func unmark(marks []bool, f lexicon.Found) {
	for i := f.From; i < f.To; i++ {
		marks[i] = false
	}
}

// twice reports whether the person of found[at] is named before, so that what is said there may be said of them: "my daughter and her
// grandmother bake, a present for the grandmother".
func twice(found []lexicon.Found, at int) bool {
	return slices.ContainsFunc(found[:at], func(f lexicon.Found) bool { return foremostPerson(f) == foremostPerson(found[at]) })
}

// ofWhom reports whether the person at word i is named to say whose somebody is: "the teacher of my son".
func ofWhom(tokens []text.Token, i int) bool {
	at := i - 1
	for at > 0 && i-at < 3 && tokens[at].Before == text.None && oneOf(tokens[at].Word, "my our his her their the youngest oldest") {
		at--
	}
	return at > 0 && at < i-1 && tokens[at].Word == "of" && tokens[i].Before == text.None
}

// says reports whether a phrase means something of a facet.
func says(f lexicon.Found, facet string) bool {
	return slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Facet == facet })
}

// rules reports whether whoever is named right before words, beside somebody else, says what is not to be: "a boy of ten, mum says no screens".
func rules(words []text.Token) bool {
	return len(words) > 1 && oneOf(words[0].Word, "says said insists") && oneOf(words[1].Word, "no nothing not dont") && words[0].Before == text.None
}

// forbids reports whether whoever is named right before words forbids something.
func forbids(words []text.Token) bool {
	asks := len(words) > 0 && oneOf(words[0].Word, "asked asks asking begged begs")
	for i, t := range words[:min(3, len(words))] {
		switch {
		case t.Before > text.None:
			return false
		case oneOf(t.Word, "forbidden forbids forbid forbade banned bans allow"), asks && oneOf(t.Word, "no nothing not"): // "the mum asked for no plastic"
			return true
		case i == 0 && !asks && !oneOf(t.Word, "has have wont doesnt dont does will"):
			return false
		}
	}
	return false
}
