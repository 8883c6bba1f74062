package search

import (
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// carry notes what must go by post, in a suitcase or in the cabin of a plane: nothing heavy or fragile, no tickets for where the giver lives, and
// no blades or liquids through the controls.
func (q *query) carry(tokens []text.Token) {
	s := sentence(tokens)
	abroad := has(q, "situation", "lives-abroad") >= 0.3
	for i := range s {
		packed := s.packedAt(i)
		if !packed && !s.postedAt(i) && !(abroad && s.leavesAt(i)) {
			continue
		}
		for _, a := range []string{"posted", "bulky", "weight"} {
			q.avoid[a] = true
		}
		if !packed {
			continue
		}
		if s.near(i, 2, "hand cabin") || s.is(i+1, "on") || s.is(i, "carryon") {
			q.avoid["sharp"], q.avoid["liquids"] = true, true
		}
		for _, c := range []lexicon.Concept{{Facet: "category", Value: "bag"}, {Facet: "category", Value: "travel"}} { // nobody wants a suitcase
			q.drop(c)
		}
	}
}

// postedAt reports whether word i says that a present goes by post: "must be posted", "has to go in the post", "light to post", "that posts flat",
// but not "works for the post office".
func (s sentence) postedAt(i int) bool {
	switch {
	case s.is(i, "letterbox"):
		return true
	case s.is(i, "posted mailed shipped"):
		return s.near(i, 4, "must has have needs need can be get will should gets easily")
	case s.is(i, "sent"):
		return s.near(i, 2, "be") && s.near(i, 5, "must has have needs need can") && s.is(i+1, "to by abroad overseas in")
	case s.is(i, "posting mailing shipping"):
		return s.near(i, 3, "needs need with for easy plus including survive survives by") || s.is(i+1, "from it abroad")
	case s.is(i, "posts mails ships"):
		return s.is(i+1, "flat well easily cheaply")
	case s.is(i, "sending send") && s.is(i+1, "it this them something") && s.is(i+2, "from abroad overseas to by"):
		return !s.near(i, 2, "they he she")
	case s.is(i, "post mail ship"):
		return s.is(i-1, "to") && s.near(i-1, 3, "have has need needs easy light enough small got") ||
			!s.is(i, "ship") && !s.is(i+1, "office box man woman room") && (s.is(i-1, "by via") || s.is(i-1, "the") && s.is(i-2, "in survive survives through"))
	}
	return false
}

// leavesAt reports whether word i says that somebody goes to live elsewhere: "retiring to Spain", "going back to Poland".
func (s sentence) leavesAt(i int) bool {
	return s.is(i, "retiring moving emigrating relocating returning moves") && s.is(i+1, "to back home") || s.is(i, "going goes") && s.is(i+1, "back home") && s.is(i+2, "to")
}

// packedAt reports whether word i is the luggage that a present has to fit in: "must fit in my suitcase", "only hand luggage", "his suitcase is full".
func (s sentence) packedAt(i int) bool {
	switch {
	case s.near(i, 3, "new buy wants"):
		return false
	case s.is(i, "carryon"), s.is(i, "carry") && s.is(i+1, "on") && (s.halts(i+2) || s.is(i+2, "luggage bag bags baggage only")):
		return true
	case s.is(i, "rucksack backpack"):
		return s.near(i, 4, "fit fits fitting squeeze squeezes")
	case s.is(i, "luggage suitcase suitcases"):
		return s.near(i, 4, "go goes") && s.near(i, 3, "in into") ||
			s.near(i, 6, "fit fits fitting squeeze squeezes pack packed room space hand cabin take taking") || s.is(i+1, "is") && s.is(i+2, "full small already nearly")
	}
	return false
}
