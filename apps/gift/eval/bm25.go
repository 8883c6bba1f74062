package main

import (
	"cmp"
	"math"
	"slices"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

// bm25 is the plain text search that ours is compared with: Okapi BM25 with the usual constants, over stems.
type bm25 struct {
	keys   []string
	terms  []map[string]int
	length []float64
	mean   float64
	df     map[string]int
}

const k1, b = 1.2, 0.75

func newBM25(gifts []catalogue.Gift, prose func(catalogue.Gift) string) *bm25 {
	s := &bm25{df: map[string]int{}}
	for _, g := range gifts {
		terms := map[string]int{}
		tokens := text.Tokens(prose(g))
		for _, t := range tokens {
			terms[t.Stem]++
		}
		for stem := range terms {
			s.df[stem]++
		}
		s.keys = append(s.keys, g.Key)
		s.terms = append(s.terms, terms)
		s.length = append(s.length, float64(len(tokens)))
		s.mean += float64(len(tokens)) / float64(len(gifts))
	}
	return s
}

func (s *bm25) find(description string) []string {
	scores := make([]float64, len(s.keys))
	for _, t := range text.Tokens(description) {
		stem := t.Stem
		n := float64(s.df[stem])
		idf := math.Log(1 + (float64(len(s.keys))-n+0.5)/(n+0.5))
		for i, terms := range s.terms {
			tf := float64(terms[stem])
			scores[i] += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*s.length[i]/s.mean))
		}
	}
	order := make([]int, len(s.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	keys := make([]string, 0, depth)
	for _, i := range order[:min(depth, len(order))] {
		keys = append(keys, s.keys[i])
	}
	return keys
}
