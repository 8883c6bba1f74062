package search

import (
	_ "embed" // rivals.txt
	"slices"
	"strings"
	"sync"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

//go:embed rivals.txt
var rivalLines string

// rivalry is what is said of one pastime, in stems, and what is therefore not meant: "plays the cello" is no violin.
type rivalry struct {
	of        lexicon.Concept
	said, not []string
}

// rivalLists has the lines of rivals.txt: the words of an interest, those that are one together.
var rivalLists = sync.OnceValue(func() (all []rivalList) {
	for line := range entries(rivalLines) {
		interest, words, _ := strings.Cut(line, ": ")
		r := rivalList{of: lexicon.Concept{Facet: "interest", Value: interest}}
		for field := range strings.FieldsSeq(words) {
			var stems []string
			for word := range strings.SplitSeq(field, "/") {
				stems = append(stems, text.Stem(word))
			}
			r.apart = append(r.apart, stems)
		}
		all = append(all, r)
	}
	return all
})

type rivalList struct {
	of    lexicon.Concept
	apart [][]string
}

// rivalries returns what the words of a description leave out, by rivals.txt: those that stand within what was found of a pastime, or beside it.
func rivalries(tokens []text.Token, found []lexicon.Found, s []scope) (all []rivalry) {
	for _, list := range rivalLists() {
		said := map[string]bool{}
		for _, f := range found {
			if !slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Concept == list.of }) {
				continue
			}
			for i := max(0, f.From-1); i < min(len(tokens), f.To+1); i++ {
				said[tokens[i].Stem] = said[tokens[i].Stem] || s[i] == plain || s[i] == cue
			}
		}
		if !slices.ContainsFunc(list.apart, func(stems []string) bool { return anyOf(said, stems) }) {
			continue
		}
		r := rivalry{of: list.of}
		for _, stems := range list.apart {
			if anyOf(said, stems) {
				r.said = append(r.said, stems...)
			} else {
				r.not = append(r.not, stems...)
			}
		}
		all = append(all, r)
	}
	return all
}

func anyOf(said map[string]bool, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool { return said[stem] })
}

// markRivals marks the gifts for a pastime that name in their name or brief what is not meant, and nothing that is.
func (e *Engine) markRivals(q *query, out []bool) {
	named := func(stems []string, set bool, marks []bool) {
		for _, stem := range stems {
			for _, p := range e.words.of(stem).all {
				if p.weight() > 0.99*inBrief {
					marks[p.gift] = set
				}
			}
		}
	}
	for _, r := range q.rivals {
		if q.want[r.of] < 0.3 {
			continue
		}
		other := q.space.marks.take(len(e.profiles))
		named(r.not, true, other)
		named(r.said, false, other)
		for _, p := range e.facets[r.of].all {
			out[p.gift] = out[p.gift] || other[p.gift]
		}
	}
}
