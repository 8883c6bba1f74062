package search

import (
	_ "embed" // assumes.txt
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

//go:embed assumes.txt
var assumesLines string

// assumption is a fact that gifts take for granted of somebody, with what of a description says it.
type assumption struct {
	name     string
	concepts []lexicon.Concept
	ages     []Span
	words    [][]string
}

// assumptions returns those of assumes.txt.
func assumptions() ([]assumption, error) {
	var all []assumption
	for line := range entries(assumesLines) {
		name, told, ok := strings.Cut(line, " = ")
		if !ok {
			return nil, fmt.Errorf("read assumes.txt: %q: want name = what says it, …", line)
		}
		a := assumption{name: name}
		for said := range strings.SplitSeq(told, ",") {
			if err := a.add(strings.TrimSpace(said)); err != nil {
				return nil, fmt.Errorf("read assumes.txt: %s: %w", name, err)
			}
		}
		all = append(all, a)
	}
	return all, nil
}

func (a *assumption) add(said string) error {
	switch c := conceptOf(said); {
	case c.Value == "":
		var words []string
		for _, t := range text.Tokens(said) {
			words = append(words, t.Word)
		}
		if len(words) == 0 {
			return fmt.Errorf("%q has no words", said)
		}
		a.words = append(a.words, words)
	case c.Facet == "age":
		low, high, _ := strings.Cut(c.Value, "-")
		l, err := strconv.Atoi(low)
		h, other := strconv.Atoi(high)
		if err != nil || other != nil {
			return fmt.Errorf("want an age such as 49-51, not %q", said)
		}
		a.ages = append(a.ages, Span{l, h})
	default:
		a.concepts = append(a.concepts, c)
	}
	return nil
}

// told is a run of words that says an assumption.
type told struct {
	words []string
	of    int // which assumption
}

// toldBy returns what says an assumption in words, by the first of them.
func toldBy(all []assumption) map[string][]told {
	by := map[string][]told{}
	for i, a := range all {
		for _, words := range a.words {
			by[words[0]] = append(by[words[0]], told{words, i})
		}
	}
	return by
}

// said reports whether a description says by its meaning what is assumed.
func (a *assumption) said(q *query) bool {
	if q.Age != nil && slices.ContainsFunc(a.ages, func(s Span) bool { return q.Age.Low <= s.High && q.Age.High >= s.Low && q.Age.High-q.Age.Low <= 12 }) {
		return true
	}
	for _, c := range a.concepts {
		if c.Facet == "avoid" && q.avoid[c.Value] || q.want[c] >= leastAssumed {
			return true
		}
	}
	return false
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
	for i := range tokens {
		for _, t := range e.told[tokens[i].Word] {
			if oneOf(e.assumptions[t.of].name, "bridesmaid groomsman wedding-party") && fromThem(tokens, i) {
				continue
			}
			if len(t.words) <= len(tokens)-i && slices.EqualFunc(t.words, tokens[i:i+len(t.words)], func(w string, t text.Token) bool { return w == t.Word }) {
				said[t.of] = true
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
		case said[i] || a.said(q):
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

// fromThem reports whether who is named at word i gives: "from the maid of honour".
func fromThem(tokens []text.Token, i int) bool {
	if i > 1 && oneOf(tokens[i-1].Word, "the her his my our a all") {
		i--
	}
	return i > 0 && tokens[i-1].Word == "from"
}

// Understood returns those of the gifts that assume nothing which assumes.txt does not have. A newer program may have stored others: to whom
// they are given, this one cannot tell.
func Understood(gifts []catalogue.Gift) ([]catalogue.Gift, error) {
	all, err := assumptions()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(gifts), func(g catalogue.Gift) bool { return checkAssumes(all, g) != nil }), nil
}

// checkAssumes reports an assumption of a gift that assumes.txt does not have.
func checkAssumes(all []assumption, g catalogue.Gift) error {
	for _, name := range g.Assumes {
		if !slices.ContainsFunc(all, func(a assumption) bool { return a.name == name }) {
			return fmt.Errorf("index gifts: %s: nothing says when somebody is %q", g.Key, name)
		}
	}
	return nil
}
