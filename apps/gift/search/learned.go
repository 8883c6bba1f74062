package search

import (
	"cmp"
	"slices"
	"strings"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// How much the catalogue's own use of a word counts for the meaning of that word in a description.
const (
	learnedShare = 0.5  // of the weight that a phrase of the lexicon would have
	leastLift    = 0.25 // by how much more often a concept must come with the word than without it
	leastUses    = 2    // gifts that must use the word
	mostUses     = 60   // gifts beyond which a word is everyday speech
	mostLearned  = 3    // concepts of one word
)

// learn finds the concepts that the words of the catalogue often occur with: "blunt" occurs with woodworking. They are
// for words of descriptions that the lexicon does not know.
func (e *Engine) learn() map[string][]lexicon.Weighted {
	learned := map[string][]lexicon.Weighted{}
	for stem, uses := range e.words {
		if len(uses) < leastUses || len(uses) > mostUses || len(stem) < 3 {
			continue
		}
		with := map[lexicon.Concept]int{}
		for _, p := range uses {
			for _, v := range e.gifts[p.gift].Interests {
				with[lexicon.Concept{Facet: "interest", Value: v}]++
			}
			for _, v := range e.gifts[p.gift].Situations {
				with[lexicon.Concept{Facet: "situation", Value: v}]++
			}
		}
		if concepts := e.lifted(with, len(uses)); len(concepts) > 0 {
			learned[stem] = concepts
		}
	}
	return learned
}

// lifted returns the concepts that occur with a word much more often than without it, the most certain first.
func (e *Engine) lifted(with map[lexicon.Concept]int, uses int) []lexicon.Weighted {
	var concepts []lexicon.Weighted
	for c, n := range with {
		lift := (float64(n)-0.5)/(float64(uses)+1) - float64(len(e.facets[c]))/float64(len(e.gifts))
		if n >= leastUses && lift >= leastLift {
			concepts = append(concepts, lexicon.Weighted{Concept: c, Weight: learnedShare * lift})
		}
	}
	slices.SortFunc(concepts, func(a, b lexicon.Weighted) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), strings.Compare(a.String(), b.String()))
	})
	return concepts[:min(mostLearned, len(concepts))]
}

// infer adds the meanings, learned from the catalogue, of words that no phrase of the lexicon covers.
func (q *query) infer(learned map[string][]lexicon.Weighted, tokens []text.Token, found []lexicon.Found, s []scope) {
	covered := make([]bool, len(tokens))
	for _, f := range found {
		for i := f.From; i < f.To; i++ {
			covered[i] = true
		}
	}
	for i, t := range tokens {
		if covered[i] || s[i] != plain || idle(t.Word) {
			continue
		}
		var fresh []lexicon.Concept
		for _, c := range learned[t.Stem] {
			if q.hates[c.Concept] || q.want[c.Concept] > 0 {
				continue
			}
			q.want[c.Concept] = c.Weight
			fresh = append(fresh, c.Concept)
		}
		if len(fresh) > 0 {
			q.phrases = append(q.phrases, fresh)
		}
	}
}
