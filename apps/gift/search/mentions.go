package search

import (
	"berth/apps/gift/inplace"
	"berth/platform/text"
)

// inBrief is how prominent the words of a gift's brief are.
const inBrief = 0.85

// fields is the number of places where a gift says words: its name, its brief, its description.
const fields = 3

// prominence returns how prominent the words of each field are.
func prominence() [fields]float64 { return [...]float64{1, inBrief, 0.7} }

// wordIndex has the gifts that say a stem, by the stem.
type wordIndex struct{ table }

func writeWords(w *inplace.Writer, texts []prose) {
	type list struct {
		inplace.Writer
		last int
	}
	index := map[string]*list{}
	for i, p := range texts {
		for field, tokens := range [][]text.Token{p.ofName(), p.ofBrief(), p.ofDescription()} {
			for _, t := range tokens {
				of := index[t.Stem]
				if of == nil {
					of = &list{last: -1}
					index[t.Stem] = of
				}
				if of.last < i && !idle(t.Word) {
					of.Number((i-max(of.last, 0))*fields + field)
					of.last = i
				}
			}
		}
	}
	all := map[string]string{}
	for stem, of := range index {
		if len(of.Data) > 0 {
			all[stem] = string(of.Data)
		}
	}
	writeTable(w, all)
}

// of returns the gifts that say a stem.
func (x wordIndex) of(stem string) mentions { return mentions(x.table.of(stem)) }

// mentions are gifts in order, each as its distance from the one before it, times three, plus where it says a stem: in its name, in its
// brief, or further down.
type mentions string

// all calls yield for each gift, with how prominently it says the stem.
func (m mentions) all(yield func(i int, p posting) bool) {
	parts := prominence()
	var gift, n int
	for i, at := 0, 0; at < len(m); i++ {
		n, at = inplace.Number(string(m), at)
		gift += n / fields
		if !yield(i, newPosting(gift, parts[n%fields])) {
			return
		}
	}
}
