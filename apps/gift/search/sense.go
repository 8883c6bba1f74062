package search

import (
	"slices"
	"strings"
	"sync"

	"berth/apps/gift/inplace"
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
	gifts  string // a meaning.Small each
}

func writeSenses(w *inplace.Writer, texts []prose) {
	gifts := make([]meaning.Vector, len(texts))
	for i, p := range texts {
		v := &gifts[i]
		mean(v, p.ofName(), senseOfName)
		mean(v, p.ofFacets(), senseOfFacets)
		mean(v, p.ofBrief(), senseOfBrief)
		mean(v, p.ofDescription(), senseOfDescription)
		v.Unit()
	}
	common := meaning.Common(gifts)
	for _, x := range common {
		w.Float(float64(x))
	}
	var small strings.Builder
	for i := range gifts {
		gifts[i].Without(&common)
		small.WriteString(string(gifts[i].Small()))
	}
	w.Text(small.String())
}

func readSenses(r *inplace.Reader) *senses {
	s := &senses{}
	for i := range s.common {
		s.common[i] = float32(r.Float())
	}
	s.gifts = r.Text()
	return s
}

func (s *senses) gift(i int) meaning.Small {
	return meaning.Small(s.gifts[i*meaning.SmallSize : (i+1)*meaning.SmallSize])
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
	return s.gift(gift).Dot(asked)
}
