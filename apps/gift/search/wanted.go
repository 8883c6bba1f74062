package search

import (
	"slices"
	"strings"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// wanted is a recipient or an occasion, with how much it counts as a meaning of its own.
type wanted struct {
	value        string
	weight, part float64
}

// isFor notes how likely a gift is for a recipient.
func (q *query) isFor(who string, weight float64) {
	c := lexicon.Concept{Facet: "recipient", Value: who}
	if _, known := q.want[c]; !known {
		q.named = append(q.named, who)
	}
	q.want[c] = weight
}

// people returns the recipients whom the gift may be for, in the order of the description.
func (q *query) people() (all []wanted) {
	for _, who := range q.named {
		all = append(all, wanted{value: who, weight: has(q, "recipient", who)})
	}
	return all
}

// surest returns the recipient who is meant most surely, the first of several; "" when nobody is more surely meant than least.
func (q *query) surest(least float64) (who string) {
	for _, p := range q.people() {
		if p.weight > least {
			least, who = p.weight, p.value
		}
	}
	return who
}

// occasions returns the occasions that the gift may be for; part is how much an occasion counts that needs no gifts of
// its own.
func (q *query) occasions(part float64) (all []wanted) {
	for c, w := range q.want {
		if c.Facet == "occasion" {
			o := wanted{c.Value, w, part}
			switch {
			case feast(c.Value):
				o.part = max(part, feastShare)
			case c.Value == "anniversary" && w >= 0.8 && !q.polite():
				o.part = max(part, pairShare)
			case special(c.Value):
				o.part = max(part, specialShare)
			}
			all = append(all, o)
		}
	}
	return all
}

// special reports whether a likely occasion needs gifts of its own.
func (q *query) special() bool {
	for c, w := range q.want {
		if c.Facet == "occasion" && w >= 0.6 && special(c.Value) {
			return true
		}
	}
	return false
}

// feast reports whether an occasion is a feast that not everybody celebrates.
func feast(occasion string) bool {
	switch occasion {
	case "easter", "diwali", "eid", "hanukkah", "lunar-new-year":
		return true
	}
	return false
}

// special reports whether an occasion needs gifts of its own.
func special(occasion string) bool {
	switch occasion {
	case "sympathy", "get-well", "wedding", "engagement", "baby-shower", "christening", "housewarming", "retirement", "graduation",
		"farewell", "new-job", "teacher-thank-you", "host-thank-you", "stocking-filler", "secret-santa", "valentines", "easter", "diwali", "eid",
		"hanukkah", "lunar-new-year":
		return true
	}
	return false
}

// markOccasions marks the words of phrases that name an occasion and nothing else: a white elephant is no animal.
func markOccasions(found []lexicon.Found, marks []bool) {
	for _, f := range found {
		if f.To > f.From+1 && says(f, "occasion") && !says(f, "interest") && !says(f, "situation") && !says(f, "category") {
			for at := f.From; at < f.To; at++ {
				marks[at] = true
			}
		}
	}
}

// forMilestone is what a present to a partner costs at least on a day that comes once, in US dollars, where no sum is said.
const forMilestone = 28

// milestone reports whether a partner has a wedding anniversary, or somebody a round birthday who is not from work.
func (q *query) milestone() bool {
	return kindOf(q.surest(0.5)).near == 'r' && has(q, "occasion", "anniversary") >= 0.8 ||
		!q.polite() && q.Age != nil && q.Age.Low == q.Age.High && q.Age.Low >= 30 && q.Age.Low%10 == 0
}

// celebrates reports whether it is a day to be given pleasure, on which nobody wants what only helps: a birthday, a feast for parents. Where a
// help is asked for, it is.
func (q *query) celebrates() bool {
	for _, day := range []string{"birthday", "mothers-day", "fathers-day", "anniversary", "valentines"} {
		if has(q, "occasion", day) >= 0.8 {
			return !slices.ContainsFunc(q.said, func(t text.Token) bool { return oneOf(t.Word, listed("helpful")) })
		}
	}
	return false
}

// forget takes the concepts of these values out of what is wanted.
func (q *query) forget(values string) {
	for c := range q.want {
		if oneOf(c.Value, values) {
			q.drop(c)
		}
	}
}

// drop takes a concept out of what is wanted.
func (q *query) drop(c lexicon.Concept) {
	delete(q.want, c)
	q.unsay(c)
	if c.Facet == "interest" {
		q.Loves = slices.DeleteFunc(q.Loves, func(l string) bool { return l == label(c) })
	}
}

// label is what an interest is called in an answer.
func label(c lexicon.Concept) string { return strings.ReplaceAll(c.Value, "-", " ") }

// unsay takes a concept out of what gifts are for.
func (q *query) unsay(c lexicon.Concept) {
	for i, p := range q.phrases {
		q.phrases[i] = slices.DeleteFunc(slices.Clone(p), func(o lexicon.Concept) bool { return o == c })
	}
	q.phrases = slices.DeleteFunc(q.phrases, func(p []lexicon.Concept) bool { return len(p) == 0 })
}

// has returns how surely something is wanted.
func has(q *query, facet, value string) float64 {
	return q.want[lexicon.Concept{Facet: facet, Value: value}]
}

// surely is the weight from which on an interest was surely said.
const surely = 0.8

// surelyLoves reports whether a description surely says that somebody loves an interest.
func (q *query) surelyLoves(c lexicon.Concept) bool {
	return q.main[c] && c.Facet == "interest" && q.want[c] >= surely
}

// loves reports whether a description surely says what somebody loves.
func (q *query) loves() bool {
	for c := range q.main {
		if q.surelyLoves(c) {
			return true
		}
	}
	return false
}
