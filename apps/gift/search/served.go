package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// What is left of what a trade says of somebody who is thanked for it, and how surely they are thanked.
const (
	tradeLeft    = 0.2
	tradeThanked = 0.7
)

// served returns found with a recipient for those whose work somebody pays for: "my hairdresser", "our wedding photographer", but not "my
// hairdresser friend". Their trade is no pastime of theirs, and they have what it takes: trade has its words. lessons says that it is a pastime that they teach.
func served(tokens []text.Token, found []lexicon.Found) (all []lexicon.Found, trade []bool, lessons bool) {
	all, trade = found, make([]bool, len(tokens))
	for i, f := range found {
		if !oneOf(tokens[f.To-1].Word, listed("served")) || tokens[f.To-1].Possessive || !hired(tokens, found, i) {
			continue
		}
		if i+1 < len(found) && found[i+1].From == f.To && names(found[i+1]) >= 0.4 && tokens[f.To].Before == text.None {
			continue // "my mechanic brother"
		}
		if slices.ContainsFunc(found[:i], func(o lexicon.Found) bool {
			return names(o) >= 0.7 && !(o.To == f.From && tokens[o.To-1].Possessive) && !gives(tokens, o.From, o.To) // "my partner and I want to thank our photographer"
		}) {
			continue // "my mum, our gardener"
		}
		thanked := weakened(f, tradeLeft, func(c lexicon.Concept) bool { return !oneOf(c.Facet, "recipient occasion avoid") })
		thanked.Concepts = append(thanked.Concepts, lexicon.Weighted{Concept: lexicon.Concept{Facet: "recipient", Value: "colleague"}, Weight: 1},
			lexicon.Weighted{Concept: lexicon.Concept{Facet: "occasion", Value: "thank-you"}, Weight: tradeThanked})
		all = slices.Clone(all)
		all[i].Entry = thanked
		for at := f.From; at < f.To; at++ {
			trade[at] = true
		}
		if f.To < len(tokens) && tokens[f.To].Before == text.None && oneOf(tokens[f.To].Word, "who that for") {
			follow(tokens, f.To, trade) // what they did is no wish of theirs
			for k := i + 1; k < len(all) && trade[all[k].From]; k++ {
				if !loved(tokens, all[k].From) {
					did := *all[k].Entry
					did.Concepts = slices.DeleteFunc(slices.Clone(did.Concepts), func(c lexicon.Weighted) bool { return share(c.Facet) > 0 })
					all[k].Entry = &did
				}
			}
		}
	}
	all, keeps := keeping(tokens, all)
	all, lessons = taught(tokens, all)
	return all, trade, lessons || keeps
}

// taughtLeft is what is left of a pastime for somebody who teaches it.
const taughtLeft = 0.65

// taught returns found with less of the pastime that somebody teaches: a yoga teacher has a mat, and likes to be thanked. lessons reports whether
// there is one.
func taught(tokens []text.Token, found []lexicon.Found) (all []lexicon.Found, lessons bool) {
	for i, f := range found {
		if !oneOf(tokens[f.To-1].Word, listed("teaching")) || tokens[f.To-1].Possessive && f.To == len(tokens) ||
			slices.ContainsFunc(found[:i], func(o lexicon.Found) bool { return names(o) >= 0.7 && !(o.To <= f.From && tokens[o.To-1].Possessive) }) {
			continue // "my sister, yoga teacher"
		}
		found = slices.Clone(found)
		lessons = lessons || says(f, "interest")
		found[i].Entry = thankedFor(lessLoved(f))
		if i > 0 && found[i-1].To == f.From && tokens[f.From].Before == text.None {
			lessons = lessons || says(found[i-1], "interest")
			found[i-1].Entry = lessLoved(found[i-1])
		}
		if i+1 < len(found) && found[i+1].From == f.To+1 && tokens[f.To].Word == "of" && says(found[i+1], "interest") { // "the coach of football"
			lessons = true
			found[i+1].Entry = lessLoved(found[i+1])
		}
	}
	return found, lessons
}

// thankedFor returns the entry of somebody who teaches, as surely the recipient.
func thankedFor(e *lexicon.Entry) *lexicon.Entry {
	for at, c := range e.Concepts {
		if c.Facet == "recipient" && c.Weight >= 0.5 && oneOf(c.Value, "teacher coach") {
			e.Concepts[at].Weight = max(c.Weight, 0.9)
		}
	}
	return e
}

// keeping returns found with less of the pastime that a shop is about for those who run it: "runs a small bakery".
func keeping(tokens []text.Token, found []lexicon.Found) (all []lexicon.Found, keeps bool) {
	s := sentence(tokens)
	for i, f := range found {
		shop := f.To - 1
		if s.is(f.To, listed("shops")) && tokens[f.To].Before == text.None { // "her own yoga studio"
			shop = f.To
		}
		if s.is(shop, listed("shops")) && says(f, "interest") && s.near(shop, 5, "runs run running owns own owner opened manages works has") {
			found, keeps = slices.Clone(found), true
			found[i].Entry = lessLoved(f)
		}
	}
	return found, keeps
}

// lessLoved returns the entry of a phrase with less of its pastimes.
func lessLoved(f lexicon.Found) *lexicon.Entry {
	return weakened(f, taughtLeft, func(c lexicon.Concept) bool { return c.Facet == "interest" })
}

// weakened returns the entry of a phrase with what is left of some of its meanings.
func weakened(f lexicon.Found, left float64, which func(lexicon.Concept) bool) *lexicon.Entry {
	e := *f.Entry // entries are shared by all requests
	e.Concepts = slices.Clone(f.Concepts)
	for at, c := range e.Concepts {
		if which(c.Concept) {
			e.Concepts[at].Weight = c.Weight * left
		}
	}
	return &e
}

// hired reports whether the words before found[at] say that somebody works for who asks: "my", "our lovely", "my dog's".
func hired(tokens []text.Token, found []lexicon.Found, at int) bool {
	i := found[at].From - 1
	if oneOf(tokens[i+1].Word, "my our") { // the phrase says so itself
		return true
	}
	for i > 0 && tokens[i+1].Before == text.None && oneOf(tokens[i].Word, "lovely wonderful great kind favourite favorite amazing brilliant regular new old long time wedding local") {
		i--
	}
	if i < 0 || tokens[i+1].Before > text.None {
		return false
	}
	return tokens[i].Possessive || oneOf(tokens[i].Word, "my our") || tokens[i].Word == "the" && (i > 0 && oneOf(tokens[i-1].Word, "for to thank thanking"))
}
