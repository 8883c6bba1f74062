package search

import (
	"slices"
	"strings"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// mostOwned is how many things somebody has that count: each is compared with the names of all gifts.
const mostOwned = 12

// hold collects the things that the person has already, by the words that say so.
func (q *query) hold(tokens []text.Token, s []scope) {
	for i := 0; i < len(tokens); i++ {
		from := i
		for i < len(tokens) && s[i] == had && (i == from || tokens[i].Before < text.Stop) {
			i++
		}
		if i > from {
			much := func(t text.Token) bool { return oneOf(t.Word, muchOf()) }
			q.own(thingsOf(tokens[from:i]), slices.ContainsFunc(tokens[from:i], much) || sentence(tokens).near(from, 4, muchOf()))
			if everyBook(tokens[max(0, from-3):i]) {
				q.hates[lexicon.Concept{Facet: "category", Value: "book"}] = true
			}
			i--
		}
	}
}

// muchOf returns words that say that there is very much of something.
func muchOf() string { return listed("plenty") + " ton so much" }

// hoard is a kind of things of which somebody has very much: those of a category, or what is of it for an interest.
type hoard struct{ interest, category string }

// own notes what somebody has already, and whether they have very much of it: then no more of its kind is for them, under whatever name, but what
// is about it: a book on orchids.
func (q *query) own(things []thing, rich bool) {
	for _, t := range things {
		known := false
		for line := range strings.FieldsSeq(listed("hoards")) {
			stem, kind, _ := strings.Cut(line, "/")
			if !rich || stem != t.head {
				continue
			}
			known = true
			if name, named := strings.CutPrefix(kind, "="); named {
				q.owned = append(q.owned, thing{head: name})
				continue
			}
			interest, category, _ := strings.Cut(kind, "/")
			q.hoards = append(q.hoards, hoard{interest, category})
			q.drop(lexicon.Concept{Facet: "category", Value: category})
		}
		if !known {
			q.owned = append(q.owned, t)
		}
	}
}

// markHoards marks the gifts of the kinds of which somebody has very much.
func (e *Engine) markHoards(q *query, out []bool) {
	for _, h := range q.hoards {
		of, loved := lexicon.Concept{Facet: "category", Value: h.category}, lexicon.Concept{Facet: "interest", Value: h.interest}
		for _, p := range e.facets[of].all {
			if g := &e.profiles[p.gift]; g.kind() == e.numbers[of] && (h.interest == "-" || e.has(g.about[:g.interests], loved)) {
				out[p.gift] = true
			}
		}
	}
}

// everyBook reports whether words say that somebody has all books: "already has every book about them".
func everyBook(words []text.Token) bool {
	for i := 1; i < len(words); i++ {
		if oneOf(words[i].Word, "book books") && slices.ContainsFunc(words[max(0, i-3):i], func(t text.Token) bool { return oneOf(t.Word, "every all") }) {
			return true
		}
	}
	return false
}

// possess collects the things that the person merely has, as far as they are such as could be given: "has a Garmin watch", "has a banneton
// and a dutch oven". What is said of them still counts: who has binoculars may love birds.
func (q *query) possess(known nameIndex, tokens []text.Token, found []lexicon.Found, s []scope) {
	for i := 1; i+1 < len(tokens); i++ {
		if to := sentence(tokens).filledAt(i); to > 0 { // "the garage is full of tools"
			things := thingsOf(tokens[i+1 : to])
			if to == i+2 && oneOf(tokens[i+1].Word, "it them those these") {
				things = spokenOf(known, tokens[:i-1])
			}
			q.has = append(q.has, things...)
			q.own(slices.DeleteFunc(things, func(t thing) bool { return isWide(t.head) }), true)
			continue
		}
		if counted(tokens, i, s) { // "collects cacti, has about 200"
			q.own(spokenOf(known, tokens[:i]), true)
			continue
		}
		if s[i] != plain || !oneOf(tokens[i].Word, "has owns have got with") || oneOf(tokens[i-1].Word, "i we ive weve to") || tokens[i+1].Before > text.None {
			continue
		}
		alone := i+2 == len(tokens) || tokens[i+2].Before > text.None || oneOf(tokens[i+2].Word, "already")
		if alone && oneOf(tokens[i+1].Word, "hundreds dozens plenty loads enough tons thousands") {
			q.own(countless(tokens[:i], found), true)
			continue
		}
		if tokens[i].Word == "with" && !oneOf(tokens[i+1].Word, "several many") ||
			tokens[i].Word == "got" && oneOf(tokens[i+1].Word, "out into in back home off up over to married engaged divorced through on") { // "got out of hospital"
			continue
		}
		to := i + 1
		for to < min(len(tokens), i+reach/2) && s[to] == plain && !ends(tokens[to].Word) && tokens[to].Word != "than" &&
			tokens[to].Before < text.Stop && (tokens[to].Before == text.None || oneOf(tokens[to].Word, "the a an") && oneOf(tokens[i+1].Word, "the a an") || goesOn(tokens, to)) {
			to++
		}
		rich := slices.ContainsFunc(tokens[i+1:to], func(t text.Token) bool { return oneOf(t.Word, listed("plenty")) })
		for _, t := range thingsOf(tokens[i+1 : to]) {
			if lived(tokens[i+1:to], t.head, found, i+1) {
				continue
			}
			if rich && !isWide(t.head) { // "loads of yarn"
				q.own([]thing{t}, true)
			}
			if known.heads.of(t.head) != "" && !(isWide(t.head) && len(t.more) == 0) {
				q.has = append(q.has, t)
			}
		}
	}
	q.has = q.has[:min(len(q.has), mostOwned)]
	if slices.ContainsFunc(q.owned, thing.cuddly) {
		q.avoid["plush"] = true
	}
}

// filledAt returns where the words end that name what somebody's cupboards are full of, when these begin behind word i: "her fridge is full of
// sauces". It is 0 otherwise.
func (s sentence) filledAt(i int) int {
	if !s.is(i, "of with") || !s.is(i-1, "full overflowing bursting stuffed crammed packed") || !s.near(i-1, 4, listed("stores")) || s[i+1].Before > text.None {
		return 0
	}
	to := i + 1
	for to < min(len(s), i+reach/2) && !ends(s[to].Word) && (s[to].Before == text.None || to == i+1) {
		to++
	}
	return to
}

// counted reports whether word i says that somebody has very many of what was spoken of: "has about fifty", "has 200 of them", "has loads of them".
func counted(tokens []text.Token, i int, s []scope) bool {
	if s[i] != plain && s[i] != cue || !oneOf(tokens[i].Word, "has have owns theyve got") || sentence(tokens).near(i, 4, "i ive we weve to budget") {
		return false
	}
	at := i + 1
	for at < len(tokens) && tokens[at].Before == text.None && oneOf(tokens[at].Word, "about around over nearly almost roughly at least like maybe already got some") {
		at++
	}
	if at >= len(tokens) || tokens[at].Before > text.None {
		return false
	}
	w := tokens[at].Word
	many := oneOf(w, "hundreds dozens thousands loads tons heaps plenty lots")
	number := len(w) > 1 && w[0] >= '1' && w[0] <= '9' || place(w, tens) >= 0 || oneOf(w, "hundred thousand")
	for at++; number && at < len(tokens) && tokens[at].Before == text.None && (oneOf(tokens[at].Word, "hundred thousand or so") || place(tokens[at].Word, smallNumbers) >= 0); {
		at++
	}
	of := at+1 < len(tokens) && tokens[at].Word == "of" && oneOf(tokens[at+1].Word, "them those these") &&
		(at+2 == len(tokens) || tokens[at+2].Before > text.None || ends(tokens[at+2].Word))
	return (many || number) && of || number && (at == len(tokens) || tokens[at].Before > text.None)
}

// spokenOf returns the last thing that words name which is given as a present, in the clauses before: "collects fountain pens".
func spokenOf(known nameIndex, before []text.Token) []thing {
	none := relatives + " " + people + " " + listed("living") + " " + listed("stores")
	for k := len(before) - 1; k >= max(0, len(before)-reach/2); k-- {
		if head := synonym(before[k].Stem); !idle(before[k].Word) && known.heads.of(head) != "" && !oneOf(before[k].Word, none) {
			return []thing{{head: head}}
		}
		if before[k].Before == text.Stop {
			break
		}
	}
	return nil
}

// countless returns the thing of which somebody has very many, by the words before that is said, which go on from it: "loves scarves but" before
// "has hundreds". Who merely "has plenty", and how old they are, is none.
func countless(before []text.Token, found []lexicon.Found) []thing {
	k, linked := len(before)-1, false
	for k >= 0 && oneOf(before[k].Word, "but and though yet who she he they already") {
		linked = linked || oneOf(before[k].Word, "but and though yet")
		k--
	}
	if !linked || k < 0 {
		return nil
	}
	w := before[k].Word
	if w[0] <= '9' || place(w, smallNumbers) >= 0 || place(w, tens) >= 0 || oneOf(w, people) || oneOf(w, relatives) ||
		slices.ContainsFunc(found, func(f lexicon.Found) bool { return f.From <= k && k < f.To && names(f) >= 0.4 }) {
		return nil
	}
	return []thing{{head: synonym(before[k].Stem)}}
}

// lived reports whether a thing is none that is given, but somebody or something that a person lives with: "has a dog", "has a garden".
func lived(tokens []text.Token, head string, found []lexicon.Found, from int) bool {
	at := slices.IndexFunc(tokens, func(t text.Token) bool { return synonym(t.Stem) == head })
	if at < 0 || oneOf(tokens[at].Word, relatives+" "+listed("living")) {
		return true
	}
	for _, f := range found {
		if f.From <= from+at && from+at < f.To {
			return slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool {
				return c.Facet == "situation" || c.Facet == "recipient" || c.Facet == "occasion" || c.Facet == "trait"
			})
		}
	}
	return false
}

// kitted reports whether a thing is all that a pastime takes: "has all the equipment".
func (t thing) kitted() bool {
	return oneOf(t.head, "equip gear tool suppli accessori gadget") && len(t.more) == 0
}

// markKit marks the gifts that are the gear of what somebody loves: who has all of it needs none.
func (e *Engine) markKit(q *query, out []bool) {
	for i := range e.profiles {
		if p := &e.profiles[i]; p.interest >= 0 && q.weights[p.interest] >= 0.5 && e.equipment[p.kind()] {
			out[i] = true
		}
	}
}

// markWatched marks the gifts for doing what somebody only watches: chalk is not for who follows snooker on the telly.
func (e *Engine) markWatched(q *query, out []bool) {
	for _, c := range q.watched {
		for _, p := range e.facets[c].all {
			if g := &e.profiles[p.gift]; e.has(g.about[:1], c) && e.doing[g.kind()] {
				out[p.gift] = true
			}
		}
	}
}

// watches reports whether a phrase says what somebody watches: "follows snooker", "watches a lot of tennis", "gardening shows".
func watches(tokens []text.Token, f lexicon.Found) bool {
	for at := f.To - 1; at >= max(0, f.From-4); at-- {
		if oneOf(tokens[at].Word, listed("watching")) {
			return true
		}
		if at < f.From && !oneOf(tokens[at].Word, "a the all every lot lots of his her some old much too") || tokens[at].Before > text.None {
			break
		}
	}
	return f.To < len(tokens) && tokens[f.To].Before == text.None && (oneOf(tokens[f.To].Word, listed("screen")) ||
		f.To+1 < len(tokens) && oneOf(tokens[f.To].Word, "on") && oneOf(tokens[f.To+1].Word, "the "+listed("screen")))
}

// fromThings is how surely somebody likes what the things that they have are for.
const fromThings = 0.8

// owning reports whether what word i names is something that somebody has, rather than something that they were given.
func owning(tokens []text.Token, i int, s []scope) bool {
	for at := i - 1; at >= max(0, i-reach/2); at-- {
		switch {
		case oneOf(tokens[at].Word, "has have owns own"):
			return at == 0 || !oneOf(tokens[at-1].Word, "i we")
		case s[at] != had && s[at] != cue, oneOf(tokens[at].Word, "given gave got bought another more"):
			return false
		}
	}
	return false
}
