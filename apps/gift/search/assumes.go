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
	for line := range strings.Lines(assumesLines) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
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
	facet, value, concept := strings.Cut(said, "/")
	switch {
	case !concept:
		var words []string
		for _, t := range text.Tokens(said) {
			words = append(words, t.Word)
		}
		if len(words) == 0 {
			return fmt.Errorf("%q has no words", said)
		}
		a.words = append(a.words, words)
	case facet == "age":
		low, high, _ := strings.Cut(value, "-")
		l, err := strconv.Atoi(low)
		h, other := strconv.Atoi(high)
		if err != nil || other != nil {
			return fmt.Errorf("want an age such as 49-51, not %q", said)
		}
		a.ages = append(a.ages, Span{l, h})
	default:
		a.concepts = append(a.concepts, lexicon.Concept{Facet: facet, Value: value})
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
		if c.Facet == "avoid" && q.avoid[c.Value] || q.want[c] >= 0.3 {
			return true
		}
	}
	return false
}

// seasoned are words of those who have done for long what they love: no beginner's kit is for them.
const seasoned = "serious seriously years decades professional professionally expert keen avid brews collects collector champion competes club league teaches " +
	"teacher coach owns obsessed already always master certified accomplished experienced makes grows keeps builds plays rides runs"

// What a gift keeps of its score when what it assumes was not said.
const (
	leftUnsaid   = 0.2
	leftStarred  = 1    // what is starred may say it
	leftBeginner = 0.75 // it may be new to them
	leftSeasoned = 0.25
)

// trust returns for each gift what it keeps of its score for what it assumes: 1 when that was said, or when it assumes nothing.
func (e *Engine) trust(q *query, starred []string) []float64 {
	tokens := q.said
	by := make(map[string]float64, len(e.assumptions))
	said := make([]bool, len(e.assumptions))
	for i := range tokens {
		for _, t := range e.told[tokens[i].Word] {
			if len(t.words) <= len(tokens)-i && slices.EqualFunc(t.words, tokens[i:i+len(t.words)], func(w string, t text.Token) bool { return w == t.Word }) {
				said[t.of] = true
			}
		}
	}
	for i := range e.assumptions {
		a := &e.assumptions[i]
		switch {
		case said[i] || a.said(q):
			by[a.name] = 1
		case a.name != "beginner":
			by[a.name] = leftUnsaid
		case len(q.owned) > 0 || slices.ContainsFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, seasoned) }):
			by[a.name] = leftSeasoned
		default:
			by[a.name] = leftBeginner
		}
	}
	likes := map[string]bool{} // who stars a pin with a cat may have one
	for _, id := range starred {
		if g, ok := e.Gift(id); ok && len(g.Interests) > 0 {
			likes[g.Interests[0]] = true
		}
	}
	trust := make([]float64, len(e.gifts))
	for i := range trust {
		trust[i] = 1
	}
	for _, i := range e.assuming {
		if g := &e.gifts[i]; len(g.Interests) > 0 && likes[g.Interests[0]] {
			continue
		}
		for _, a := range e.gifts[i].Assumes {
			trust[i] = min(trust[i], by[a])
		}
	}
	return trust
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
