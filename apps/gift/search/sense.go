package search

import (
	"slices"
	"strings"
	"sync"

	"berth/platform/text"
	"berth/platform/text/meaning"
)

// How much the words of a gift's fields count for its meaning.
const (
	senseOfName        = 2.0
	senseOfFacets      = 1.6
	senseOfBrief       = 1.0
	senseOfDescription = 0.5
)

// senses are the meanings of all gifts, by the learned vectors of their words. An exact search compares them all.
type senses struct {
	common meaning.Vector
	gifts  []meaning.Small
}

func newSenses(texts []prose) *senses {
	gifts := make([]meaning.Vector, len(texts))
	for i, p := range texts {
		v := &gifts[i]
		mean(v, p.ofName(), senseOfName)
		mean(v, p.ofFacets(), senseOfFacets)
		mean(v, p.ofBrief(), senseOfBrief)
		mean(v, p.ofDescription(), senseOfDescription)
		v.Unit()
	}
	s := &senses{common: meaning.Common(gifts), gifts: make([]meaning.Small, len(gifts))}
	for i := range gifts {
		gifts[i].Without(&s.common)
		s.gifts[i] = gifts[i].Small()
	}
	return s
}

// vague reports whether a word says too little of somebody to be compared.
func vague(t text.Token) bool { return vagueWords()[t.Word] }

var vagueWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(everyday + " " + relatives + " " + people) {
		all[w] = true
	}
	return all
})

// mean adds the words that carry meaning to v, the rare ones most, each counting by.
func mean(v *meaning.Vector, tokens []text.Token, by float32) {
	for _, t := range tokens {
		if !idle(t.Word) {
			v.AddWord(t.Word, by)
		}
	}
}

// direction returns the meaning of words, nil when none of them is known.
func (s *senses) direction(tokens []text.Token) *meaning.Vector {
	var asked meaning.Vector
	mean(&asked, slices.DeleteFunc(slices.Clone(tokens), vague), 1)
	if !asked.Unit() || !asked.Without(&s.common) {
		return nil
	}
	return &asked
}

// near returns how near a gift is to a direction, -1 to 1; 0 when there is none.
func (s *senses) near(asked *meaning.Vector, gift int) float32 {
	if asked == nil {
		return 0
	}
	return s.gifts[gift].Dot(asked)
}
