package search

import (
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// ofChildren reports whether small children give: "from the kids", "from our toddler", "my 6 year old wants to give his grandpa something".
func ofChildren(tokens []text.Token, givers []giver, ages []ageAt) bool {
	for _, g := range givers {
		small, grown := false, false
		for at := g.from; at < g.to; at++ {
			small = small || oneOf(tokens[at].Word, "kid kids children toddler toddlers baby preschooler grandkids grandchildren")
		}
		for _, a := range ages {
			if a.from >= g.from && a.to <= g.to {
				small, grown = small || a.High <= oldestSmall, grown || a.High > oldestSmall
			}
		}
		if small && !grown {
			return true
		}
	}
	return false
}

// oldestSmall is the age up to which what children give is made by them; forSmall is what it hardly costs more than, in US dollars.
const oldestSmall, forSmall = 11, 30

var fromChildren = lexicon.Concept{Facet: "situation", Value: "from-children"}

// weds reports whether it is said that somebody marries, who is not who asks: "my boss is getting married", "a wedding present for my boss".
func weds(tokens []text.Token) bool {
	s := sentence(tokens)
	for i := range s {
		if s.is(i, "married") && s.near(i, 3, "getting gets get") && !s.near(i, 5, "i im we were") || s.is(i, "marries marrying") && !s.near(i, 3, "i im we") ||
			s.is(i, "wedding") && s.is(i+1, "present gift presents gifts") && !s.near(i, 3, "my our") {
			return true
		}
	}
	return false
}

// close reports whether the recipient is family or a friend, not somebody from work or school, and no child.
func (q *query) close() bool {
	return !q.polite() && has(q, "recipient", "teacher") < 0.5 && has(q, "recipient", "coach") < 0.5 && (q.group == anyAge || q.group == adult)
}

// forNewLove is what a present hardly costs more than between two who have known each other for weeks, in US dollars, where no sum is said.
const forNewLove = 50

// newLove reports whether two have been together for weeks or a few months: "been dating 3 weeks", "together for two months".
func newLove(tokens []text.Token) bool {
	for i := range tokens {
		if !oneOf(tokens[i].Word, "dating together seeing") {
			continue
		}
		for at := i + 1; at < min(len(tokens), i+7) && tokens[at].Before == text.None; at++ {
			if oneOf(tokens[at].Word, "week weeks month months") {
				return true
			}
		}
	}
	return false
}
