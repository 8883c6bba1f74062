package search

import (
	_ "embed" // implied.txt
	"fmt"
	"slices"
	"strings"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

//go:embed implied.txt
var impliedLines string

// implication says what is wrong for somebody for whom cause holds.
type implication struct {
	cause   lexicon.Concept
	without []string          // contents
	about   []lexicon.Concept // interests and categories
	saying  []string          // stems of words
}

// implications reads implied.txt.
func implications() (all []implication, err error) {
	for line := range entries(impliedLines) {
		cause, rest, _ := strings.Cut(line, " = ")
		i := implication{cause: conceptOf(cause)}
		for field := range strings.FieldsSeq(rest) {
			switch c := conceptOf(field); c.Facet {
			case "contains":
				i.without = append(i.without, c.Value)
			case "word":
				i.saying = append(i.saying, text.Stem(c.Value))
			default:
				i.about = append(i.about, c)
			}
		}
		if i.cause.Value == "" || len(i.without)+len(i.about)+len(i.saying) == 0 {
			return nil, fmt.Errorf("read implications: %q says nothing", line)
		}
		all = append(all, i)
	}
	return all, nil
}

func conceptOf(s string) lexicon.Concept {
	facet, value, _ := strings.Cut(s, "/")
	return lexicon.Concept{Facet: facet, Value: value}
}

// imply adds to what a description wants to avoid what follows without being said. A situation comes before what it contains.
func (e *Engine) imply(q *query) {
	if q.Age != nil && q.Age.High < 18 {
		q.avoid["alcohol"] = true
	}
	if q.celebrates() {
		q.avoid["aid"] = true
	}
	if newLove(q.said) {
		q.avoid["serious"] = true
	}
	if q.avoid["serious"] {
		q.want[lexicon.Concept{Facet: "situation", Value: "new-love"}] = 0.8
		q.phrases = append(q.phrases, []lexicon.Concept{{Facet: "situation", Value: "new-love"}})
		if q.Budget == nil && q.price == nil {
			q.price = &lexicon.Range{Low: 0, High: forNewLove, Weight: 0.6}
		}
	}
	if q.Age != nil && q.Age.High < 3 {
		q.avoid["small-parts"] = true
	}
	if q.avoid["screens"] { // who is at the computer too long wants none
		q.forget("computer smart-home")
	}
	for a := range q.avoid { // "scared of spiders"
		if c := (lexicon.Concept{Facet: "interest", Value: a}); e.facets[c] != "" {
			q.wrong = append(q.wrong, wrong{about: c})
		}
	}
	for _, i := range e.implications {
		if i.cause.Facet == "contains" && !q.avoid[i.cause.Value] || i.cause.Facet != "contains" && max(q.want[i.cause], q.held[i.cause]) < 0.6 {
			continue
		}
		for _, a := range i.without {
			q.avoid[a] = true
		}
		for _, stem := range i.saying {
			if !q.lovesBy(stem) {
				q.hatedStems[stem] = true
			}
		}
		for _, c := range i.about {
			if q.want[c] < 0.55 || oneOf(i.cause.Value, listed("lame")) || oneOf(i.cause.Value, listed("strict")) {
				q.wrong = append(q.wrong, wrong{c, i.cause})
			}
		}
	}
}

// lovesBy reports whether somebody loves what a stem names: chocolate may have nuts, but who loves it gets some that has none.
func (q *query) lovesBy(stem string) bool {
	for c, w := range q.want {
		if w >= 0.55 && c.Facet == "interest" && text.Stem(c.Value) == stem {
			return true
		}
	}
	return false
}

// limit makes what an illness forbids a limit alone: nobody wants to be reminded of being diabetic by a present.
func (q *query) limit() {
	for c := range q.want {
		if c.Facet != "situation" || !oneOf(c.Value, listed("limits")) {
			continue
		}
		q.unsay(c)
	}
}

// wrong is what a gift must not be about, unless it is made for the cause.
type wrong struct{ about, cause lexicon.Concept }

// markWrong marks the gifts that are about something wrong, an interest first or second of all: a gift for travel that may please a runner
// too is not wrong. It marks those that say in their name or brief what is hated.
func (e *Engine) markWrong(q *query, out []bool) {
	active := e.listedKinds("outings")
	for _, w := range q.wrong {
		asked := q.want[w.about] >= 0.55 && oneOf(w.cause.Value, listed("lame"))
		for _, p := range e.facets[w.about].all {
			gift := &e.profiles[p.gift]
			if asked && !active[gift.kind()] {
				continue // who loved the mountains may read of them
			}
			if e.usedUp[gift.kind()] && oneOf(w.cause.Value, "lasting clutter") {
				continue // a concert is no thing, though it is music
			}
			if !e.has(gift.about, w.cause) && (w.about.Facet != "interest" || e.has(gift.about[:min(2, gift.interests)], w.about)) {
				out[p.gift] = true
			}
		}
	}
	e.markRivals(q, out)
	if q.avoid["things"] {
		e.markThings(out)
	}
	for s := range q.hatedStems {
		for _, p := range e.words.of(s).all {
			if p.weight() > 0.99*inBrief && len(s) >= 3 {
				out[p.gift] = true
			}
		}
	}
}

// markThings marks the gifts that are to have, for those who want only something to do.
func (e *Engine) markThings(out []bool) {
	done := e.listedKinds("done")
	for i := range e.profiles {
		if !slices.ContainsFunc(e.profiles[i].categories, func(c uint16) bool { return done[c] }) {
			out[i] = true
		}
	}
}

// has reports whether a concept is among those with these numbers.
func (e *Engine) has(numbers []uint16, c lexicon.Concept) bool {
	n, known := e.numbers[c]
	return known && slices.Contains(numbers, n)
}

// limits reports whether a phrase of several words says what is to be avoided.
func limits(f lexicon.Found) bool {
	return f.To > f.From+1 && slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Facet == "avoid" })
}
