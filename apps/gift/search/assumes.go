package search

import (
	"slices"
	"strings"

	"berth/apps/gift/inplace"
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// assumption is a fact that gifts take for granted of somebody.
type assumption struct {
	name string // that of assumes.txt, or what a gift spells out
	ages []Span // that say it
}

// markSaid marks what a description says by its meaning.
func (e *Engine) markSaid(q *query, said []bool) {
	mark := func(c lexicon.Concept) {
		for _, i := range e.meant[c] {
			said[i] = true
		}
	}
	for c, weight := range q.want {
		if weight >= leastAssumed {
			mark(c)
		}
	}
	for what, avoided := range q.avoid {
		if avoided {
			mark(lexicon.Concept{Facet: "avoid", Value: what})
		}
	}
	if q.Age == nil || q.Age.High-q.Age.Low > 12 {
		return
	}
	for i := range e.assumptions {
		said[i] = said[i] || slices.ContainsFunc(e.assumptions[i].ages, func(s Span) bool { return q.Age.Low <= s.High && q.Age.High >= s.Low })
	}
}

// leastAssumed is how surely a description must say something that gifts take for granted: a place that somebody likes is no farewell.
const leastAssumed = 0.38

// What a gift keeps of its score when what it assumes was not said.
const (
	leftUnsaid   = 0.1
	leftStarred  = 1    // what is starred may say it
	leftBeginner = 0.75 // it may be new to them
	leftSeasoned = 0.25 // of a beginner's kit for those who have done for long what they love
)

// trust says what gifts keep of their scores for what they assume.
type trust struct {
	left  []float64 // for each assumption, 1 when it was said
	likes []int32   // the numbers of interests of starred gifts: who stars a pin with a cat may have one
}

// of returns what a gift keeps, 1 when it assumes nothing.
func (t *trust) of(p *profile) float64 {
	least := 1.0
	if len(p.assumes) > 0 && !slices.Contains(t.likes, p.interest) {
		for _, a := range p.assumes {
			least = min(least, t.left[a])
		}
	}
	return least
}

// trust returns what is assumed rightly of whom a description is about and who starred these gifts.
func (e *Engine) trust(q *query, starred []string) trust {
	tokens := q.said
	said := make([]bool, len(e.assumptions))
	e.markSaid(q, said)
	for i := range tokens {
		for told := (inplace.Reader{Rest: e.told.of(tokens[i].Word)}); told.Rest != ""; {
			of, more := told.Number(), told.Number()
			holds := more < len(tokens)-i
			for at := range more {
				word := told.Text()
				holds = holds && word == tokens[i+1+at].Word
			}
			if holds && !formerWork(tokens, i) && !(oneOf(e.assumptions[of].name, "bridesmaid groomsman wedding-party") && fromThem(tokens, i)) {
				said[of] = true
			}
		}
	}
	gender := kindOf(q.surest(0.4)).gender
	left := make([]float64, len(e.assumptions))
	promoted, own := has(q, "situation", "promoted") >= 0.8, false
	for i, yes := range said {
		own = own || yes && e.assumptions[i].name == "own-business"
	}
	for i := range e.assumptions {
		a := &e.assumptions[i]
		switch {
		case a.name == "new-mother" && (q.fathering || q.male && gender != 'f') || a.name == "new-father" && q.female && gender != 'm':
			left[i] = leftUnsaid
		case a.name == "own-child" && strings.Contains(q.Word, "'s "): // "your neighbour's son"
			left[i] = leftUnsaid
		case a.name == "class" && q.lessons && !slices.ContainsFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, "pupils school kids children") }):
			left[i] = leftUnsaid
		case oneOf(a.name, "care-worker home-desk") && has(q, "occasion", "retirement") >= 0.7:
			left[i] = leftUnsaid
		case a.name == "new-job" && (promoted || own): // who has long known the trade
			left[i] = leftUnsaid
		case said[i]:
			left[i] = 1
		case a.name != "beginner":
			left[i] = leftUnsaid
		case len(q.owned) > 0 || q.practises() || slices.ContainsFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, listed("seasoned")) }):
			left[i] = leftSeasoned
		default:
			left[i] = leftBeginner
		}
	}
	var likes []int32
	for _, id := range starred {
		if i, ok := e.index(id); ok && e.profiles[i].interest >= 0 {
			likes = append(likes, e.profiles[i].interest)
		}
	}
	return trust{left, likes}
}
