package search

import (
	"math"
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
	"berth/platform/text/meaning"
)

// Span is an age in years or a price in US dollars, both ends included.
type Span struct{ Low, High int }

// Person is the person whom a description is about, as far as it was understood.
type Person struct {
	Word   string // what to call them: "your dad", "a coworker"; "" when the description does not say
	Loves  []string
	Age    *Span // nil = not said
	Budget *Span
}

// query is a description that has been understood.
type query struct {
	Person
	want       map[lexicon.Concept]float64 // 0 to 1
	weights    []float64                   // want, by the numbers of concepts that gifts have
	named      []string                    // the recipients among want, in the order of the description
	main       map[lexicon.Concept]bool    // of those, the primary meanings of phrases
	phrases    [][]lexicon.Concept         // want by the phrase that says it most certainly; the meanings of one phrase are together
	held       map[lexicon.Concept]float64 // how surely limits were said that want has less of, or none
	hates      map[lexicon.Concept]bool
	avoid      map[string]bool // words of the catalogue's "contains"
	hatedStems map[string]bool // of things that are not wanted, in the description's own words
	wrong      []wrong         // what a gift must not be about, by what follows from the description
	owned      []thing         // what they have already, or were given before
	has        []thing         // what they merely have
	hoards     []hoard         // what they have very much of
	watched    []lexicon.Concept
	enjoyed    []lexicon.Concept // of which they want what others make
	rivals     []rivalry
	said       []text.Token // all words of the description, in English
	words      []text.Token // words that are left to be embedded
	mended     []bool
	ageGuessed bool // the age follows from other words
	price      *lexicon.Range
	female     bool // told by pronouns
	male       bool
	group      ageGroup
	pooled     bool                  // several give the budget together
	fathering  bool                  // they become a father
	lessons    bool                  // they teach a pastime to those who take lessons, not a class at school
	beyond     bool                  // nothing fits that costs no more than the budget, so what costs a little more may
	foreign    bool                  // hardly English
	asked      []float32             // what a remote embedder made of it
	sense      *meaning.Vector       // of words, nil when none is known
	shown      []int                 // gifts that the caller names as they are called here: those of former lists
	starred    bool                  // gifts were starred, which say more clearly what to show
	vector     [AffinityDims]float32 // by what is said, see affinity
	space      *space                // lends what is worked out for it
}

// share returns how much a match in a facet counts as a meaning of its own, 0 for the facets that only change the order.
func share(facet string) float64 {
	switch facet {
	case "interest":
		return 1
	case "situation":
		return 0.9
	case "category":
		return 0.6
	case "trait":
		return 0.5
	}
	return 0
}

// understand reads a description.
func (e *Engine) understand(description string) *query {
	q := &query{want: map[lexicon.Concept]float64{}, held: map[lexicon.Concept]float64{}, main: map[lexicon.Concept]bool{}, hates: map[lexicon.Concept]bool{},
		avoid: map[string]bool{}, hatedStems: map[string]bool{}}
	tokens := text.Tokens(description)
	mended := make([]bool, len(tokens))
	language, abroad := e.language(description, tokens)
	if q.foreign = abroad; language >= 0 {
		tokens = e.book.Translate(description, language)
		mended = make([]bool, len(tokens))
	} else if !abroad {
		e.speller.mend(tokens, mended)
	}
	found, silent := objects(tokens, e.lexicon.Find(tokens, mended)), askers(tokens)
	found, q.enjoyed = merely(tokens, found)
	found = caring(tokens, found)
	markOccasions(found, silent)
	found, trade, lessons := served(tokens, found)
	found, q.lessons = bygone(tokens, found), lessons
	n := readNumbers(tokens)
	s := e.scopes(tokens, found)
	q.Budget, q.pooled = n.budget, n.pooled
	q.pronouns(tokens)
	givers := giversOf(tokens, found)
	aside := asides(tokens, found, givers)
	meant := target(tokens, found, s, givers)
	if meant >= 0 {
		unmark(aside, found[meant])
	}
	if meant < 0 && slices.ContainsFunc(n.ages, func(a ageAt) bool { return parental(tokens, a) }) {
		q.isFor("new-parents", 0.9)
		q.want[newBaby] = 1
	}
	small := ofChildren(tokens, givers, n.ages)
	n.ages = outside(n.ages, aside)
	n.ages = slices.DeleteFunc(n.ages, func(a ageAt) bool { return within(found, a) || ofPet(tokens, a) || toCome(tokens, a) })
	if slices.ContainsFunc(found, func(f lexicon.Found) bool { return names(f) >= 0.7 }) {
		n.ages = slices.DeleteFunc(n.ages, func(a ageAt) bool { return asker(tokens, a.from) })
	}
	others := q.recipients(tokens, found, s, aside, meant)
	q.take(tokens, found, s, n, others, aside)
	q.suffer(tokens, aside)
	q.abstain(tokens, aside)
	q.carry(tokens)
	q.expect(tokens, found, aside)
	if meant >= 0 && len(n.ages) == 0 && littleOne(found[meant]) && arrived(tokens, found) {
		n.ages = []ageAt{{Span: Span{0, 0}, from: found[meant].From, to: found[meant].To}}
	}
	if q.christens(tokens) {
		q.isFor("baby", 0.9)
	}
	if weds(tokens) && (q.polite() || has(q, "recipient", "teacher") >= 0.6 || has(q, "recipient", "coach") >= 0.6) { // what is for the day is for the pair
		for _, who := range q.people() {
			delete(q.want, lexicon.Concept{Facet: "recipient", Value: who.value})
		}
		q.isFor("couple", 1)
	}
	q.ages(n, tokens, found, s, others)
	q.diets()
	adored := q.adored(tokens, found, s)
	for i, t := range tokens {
		switch {
		case s[i] == disliked && !idle(t.Word) && slices.Contains(adored, t.Stem): // "skiing, but no skis"
			if !modifies(tokens, i+1, s) {
				q.owned = append(q.owned, thing{head: synonym(t.Stem)})
			}
		case s[i] == disliked && !idle(t.Word) && t.Word != "everything":
			q.hatedStems[t.Stem] = true
		case q.avoid["familiar"] && oneOf(t.Word, listed("looks")): // what clients get is to look so, and is no score by Bach
		case s[i] == plain && !n.used[i] && !trade[i] && !silent[i] && !unmeant(t) && !formerWork(tokens, i) && !(oneOf(t.Word, listed("carers")) && q.polite()):
			q.words = append(q.words, t)
			q.mended = append(q.mended, mended[i])
		}
	}
	if n.small {
		q.want[fillingDoors] = 1
		q.phrases = append(q.phrases, []lexicon.Concept{fillingDoors})
		q.price = &lexicon.Range{Low: 0, High: forFilling, Weight: 1.6} // what costs more is hardly one of many
	}
	if n.crowd && q.price == nil {
		q.price = &lexicon.Range{Low: forCrowdLeast, High: forCrowd, Weight: 0.9}
	}
	if slices.Contains(trade, true) && has(q, "occasion", "farewell") >= 0.6 { // whoever worked for who asks is thanked; it is no parting among colleagues
		delete(q.want, lexicon.Concept{Facet: "occasion", Value: "farewell"})
	}
	if small && q.close() {
		q.want[fromChildren], q.main[fromChildren] = 1, true
		q.phrases = append(q.phrases, []lexicon.Concept{fromChildren})
		if q.Budget == nil {
			q.price = &lexicon.Range{Low: 0, High: forSmall, Weight: 1}
		}
	}
	if q.Budget == nil && q.price == nil && (q.polite() && has(q, "occasion", "thank-you") >= 0.6 || (q.lessons || q.teaches()) && len(givers) == 0) && !q.special() {
		q.price = &lexicon.Range{Low: 0, High: forThanks, Weight: 0.9}
	}
	if q.Budget == nil && q.price == nil && q.avoid["familiar"] { // a dear present would embarrass
		q.price = &lexicon.Range{Low: 10, High: forThanks, Weight: 0.7}
	}
	if q.Budget == nil && q.price == nil && q.milestone() {
		q.price = &lexicon.Range{Low: forMilestone, High: math.MaxInt32, Weight: 0.6}
	}
	if q.pooled && (has(q, "recipient", "coach") >= 0.7 || has(q, "recipient", "teacher") >= 0.7) && len(q.occasions(0)) == 0 { // it is to thank them
		q.want[lexicon.Concept{Facet: "occasion", Value: "thank-you"}] = 0.8
	}
	q.said, q.rivals = tokens, rivalries(tokens, found, s)
	q.outgrow()
	q.hold(tokens, s)
	q.possess(e.names, tokens, found, s)
	q.owned = q.owned[:min(len(q.owned), mostOwned)]
	e.imply(q)
	q.limit()
	q.weights = e.weights(q.want)
	return q
}

// What many together hardly spend less and more than, in US dollars, where no sum is said.
const forCrowdLeast, forCrowd = 30, 120

// forThanks is what a thank-you to somebody who is no friend hardly costs more than, in US dollars, where no sum is said.
const forThanks = 40

// take sorts the phrases that were found into what is wanted and what is not.
func (q *query) take(tokens []text.Token, found []lexicon.Found, s []scope, n numbers, others, aside []bool) {
	for _, f := range found {
		how := s[f.From]
		if (how == plain || how == cue) && refusedElsewhere(tokens, f, found, s) {
			continue // "into slime and gymnastics; her mother has forbidden slime"
		}
		if f.Phrase == "fencing" && oneOf(tokens[f.From].Word, "fence fences") || // which stands around a garden
			oneOf(f.Phrase, listed("verbs")) && (tokens[f.From].Word != f.Phrase || verb(tokens, f.To)) { // watches westerns
			continue
		}
		if how == had && owning(tokens, f.From, s) { // who has a guitar plays it
			if c := foremost(f); c.Facet == "interest" && q.want[c] == 0 && !oneOf(tokens[f.From].Word, listed("kit")) {
				q.want[c], q.main[c] = fromThings, true
				q.phrases = append(q.phrases, []lexicon.Concept{c})
			}
		}
		if how == had && limits(f) { // "has way too many toys already"
			how = cue
		}
		if how == had || how == lacking || how == denial || slices.Contains(n.used[f.From:f.To], true) && f.Age != nil {
			continue
		}
		for _, c := range f.Concepts {
			weight := c.Weight * f.Sure * besides(f, c)
			if share(c.Facet) > 0 && loved(tokens, f.From) {
				weight = min(1, weight+0.25*c.Weight)
			}
			if share(c.Facet) > 0 && hedged(tokens, f.From) {
				weight *= 0.6
			}
			if others[f.From] && share(c.Facet) > 0 && c.Facet != "category" && !shared(c.Value) {
				weight *= 0.4
				if aside[f.From] {
					weight *= 0.4
				}
			}
			switch {
			case c.Facet == "avoid":
				if weight >= 0.5 {
					q.avoid[c.Value] = true
				}
			case c.Facet == "recipient": // the others are handled by recipients
				if c.Value == "baby" && weight >= 0.5 && (how == disliked || how == denial) { // "something for her, not for the baby"
					q.hates[lexicon.Concept{Facet: "category", Value: "baby"}] = true
				}
			case how == cue || how == plain:
				q.want[c.Concept] = max(q.want[c.Concept], weight)
			case c.Facet == "trait" || c.Facet == "situation":
				// "Hates being cold" is about the cold all the same; "doesn't have a garden" is not about gardens.
			case c.Value == "sympathy": // who cannot come to a funeral mourns all the same
				q.want[c.Concept] = max(q.want[c.Concept], weight)
			case weight >= 0.5 && (c.Facet == "occasion" || c.Concept == foremost(f)):
				q.hates[c.Concept] = true
			}
		}
		if how != plain && how != cue {
			for _, t := range tokens[f.From:f.To] {
				if c := container(t.Stem); c != "" && c != "toys" {
					q.avoid[c] = true
				}
			}
			continue
		}
		if f.Price != nil && q.Budget == nil {
			q.price = f.Price
		}
		q.main[foremost(f)] = !others[f.From] || q.main[foremost(f)] || !aside[f.From] && shared(foremost(f).Value)
		if c := foremost(f); c.Facet == "interest" && !oneOf(c.Value, listed("seen")) && watches(tokens, f) {
			q.watched = append(q.watched, c)
		}
		if news := q.news(f); len(news) > 0 {
			q.phrases = append(q.phrases, news)
		}
		for _, c := range f.Concepts {
			if c.Facet == "interest" && c.Weight >= 0.8 && q.main[c.Concept] && !slices.Contains(q.Loves, label(c.Concept)) {
				q.Loves = append(q.Loves, label(c.Concept))
			}
		}
	}
	for i, t := range tokens { // words that the lexicon may lack
		switch c := container(t.Stem); {
		case s[i] == disliked && i > 0 && (thing{synonym(t.Stem), []string{tokens[i-1].Stem}}).cuddly():
			q.avoid["plush"] = true
		case c == "toys" && (i == 0 || s[i-1] != denial || modifies(tokens, i+1, s)): // "no noisy toys"
		case c != "" && (s[i] == disliked || s[i] == denial):
			q.avoid[c] = true
		case s[i] == had && (c == "greenery" || c == "screens" || c == "strobe-or-noise"): // "her cat eats all plants", "not another screen thing"
			q.avoid[c] = true
		case s[i] == lacking && oneOf(t.Stem, "hand arm wrist finger shoulder"):
			q.avoid["two-hands"] = true
		}
	}
	q.spare(tokens, found, s)
	if q.avoid["greenery"] {
		q.hates[lexicon.Concept{Facet: "category", Value: "plant"}] = true
	}
	for c := range q.hates {
		delete(q.want, c)
	}
}

// loved reports whether what begins at word i is said to be loved: "loves running" is surer of running than "running late".
func loved(tokens []text.Token, i int) bool {
	before := func(n int, words string) bool {
		return i >= n && oneOf(tokens[i-n].Word, words) && tokens[i-n+1].Before == text.None
	}
	return before(1, "loves love loved loving likes enjoys enjoy adores adore into fan lover") ||
		before(1, "about with for of on in to the") && before(2, "mad crazy obsessed passionate lives nuts bonkers hooked addicted keen big into fan passion devoted")
}

// hedged reports whether what begins at word i is loved only a little: "a bit into cricket", "sometimes plays chess".
func hedged(tokens []text.Token, i int) bool {
	for at := i - 1; at >= max(0, i-3) && tokens[at+1].Before == text.None; at-- {
		if oneOf(tokens[at].Word, "bit sometimes occasionally slightly vaguely") {
			return true
		}
	}
	return false
}

// shared reports whether a situation of people somebody lives with is that person's situation too: "a friend with a
// newborn".
func shared(situation string) bool {
	switch situation {
	case "bereaved", "new-baby", "big-family", "single-parent", "empty-nest", "new-puppy", "deployed-or-away", "no-space", "moving-house", "whole-staff":
		return true
	}
	return false
}

// foremost returns the primary meaning of a phrase.
func foremost(f lexicon.Found) lexicon.Concept {
	var first lexicon.Weighted
	for _, c := range f.Concepts {
		if c.Weight*share(c.Facet) > first.Weight*share(first.Facet) {
			first = c
		}
	}
	return first.Concept
}

// news returns the meanings of a phrase that no earlier phrase has.
func (q *query) news(f lexicon.Found) []lexicon.Concept {
	var fresh []lexicon.Concept
	for _, c := range f.Concepts {
		if share(c.Facet) > 0 && !slices.ContainsFunc(q.phrases, func(p []lexicon.Concept) bool { return slices.Contains(p, c.Concept) }) {
			fresh = append(fresh, c.Concept)
		}
	}
	return fresh
}

func (q *query) pronouns(tokens []text.Token) {
	for _, t := range tokens {
		switch t.Word {
		case "she", "her", "hers", "herself", "shes":
			q.female = true
		case "he", "him", "his", "himself", "hes":
			q.male = true
		}
	}
	for i := 0; !q.female && !q.male && i < len(tokens); i++ { // the first to be named
		q.female = oneOf(tokens[i].Word, "girl woman lady gal lass girls women ladies")
		q.male = oneOf(tokens[i].Word, "boy man guy lad bloke dude chap boys men guys lads")
	}
	if q.female && q.male {
		q.female, q.male = false, false
	}
}
