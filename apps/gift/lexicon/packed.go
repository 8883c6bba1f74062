package lexicon

import (
	"encoding/binary"

	"berth/apps/gift/inplace"
)

// packer gives concepts and weights their numbers.
type packer struct {
	concepts map[Concept]int
	weights  map[float64]int
	order    []Concept
	values   []float64
}

// Packed returns what Open makes the lexicon of.
func (l *Lexicon) Packed() string { return l.packed }

func (l *loader) pack() string {
	var w inplace.Writer
	p := packer{concepts: map[Concept]int{}, weights: map[float64]int{}}
	keys, stems, first := inplace.Sorted(l.exact), inplace.Sorted(l.stems), inplace.Sorted(l.first)
	numbers, entries := make(map[*Entry]int, len(keys)), make([]string, len(keys))
	for i, key := range keys {
		e := l.exact[key]
		numbers[e], entries[i] = i, p.entry(e, key)
	}
	w.Texts(keys)
	w.Texts(entries)
	w.Texts(stems)
	var stemmed, most []byte
	for _, s := range stems {
		stemmed = binary.LittleEndian.AppendUint16(stemmed, uint16(numbers[l.stems[s]])) //nolint:gosec // there are thousands
	}
	w.Text(string(stemmed))
	w.Texts(first)
	for _, s := range first {
		most = append(most, byte(l.first[s]))
	}
	w.Text(string(most))
	w.Number(len(p.order))
	for _, c := range p.order {
		w.Text(c.Facet)
		w.Text(c.Value)
	}
	w.Number(len(p.values))
	for _, x := range p.values {
		w.Float(x)
	}
	return string(w.Data)
}

// Open reads a lexicon that was packed, where it is.
func Open(packed string) *Lexicon {
	r := inplace.Reader{Rest: packed}
	l := &Lexicon{packed: packed, keys: r.Texts(), entries: r.Texts(), stems: r.Texts(), stemmed: r.Text(), first: r.Texts(), most: r.Text()}
	l.concepts = make([]Concept, r.Number())
	for i := range l.concepts {
		l.concepts[i] = Concept{r.Text(), r.Text()}
	}
	l.weights = make([]float64, r.Number())
	for i := range l.weights {
		l.weights[i] = r.Float()
	}
	return l
}

// entry returns what an entry is packed as: its words and its phrase, each empty when it is as what is before it, its concepts behind their
// count, each its number and that of its weight, and an age and a price.
func (p *packer) entry(e *Entry, key string) string {
	var w inplace.Writer
	before := key
	for _, s := range []string{e.words, e.Phrase} {
		if s == before {
			s = ""
		} else {
			before = s
		}
		w.Text(s)
	}
	w.Number(len(e.Concepts))
	for _, c := range e.Concepts {
		w.Number(numbered(p.concepts, &p.order, c.Concept))
		w.Number(numbered(p.weights, &p.values, c.Weight))
	}
	for _, r := range []*Range{e.Age, e.Price} {
		if r == nil {
			w.Number(0)
			continue
		}
		w.Number(1 + numbered(p.weights, &p.values, r.Weight))
		w.Number(r.Low)
		w.Number(r.High)
	}
	return string(w.Data)
}

// numbered returns the number of k, the next one if it has none.
func numbered[K comparable](numbers map[K]int, order *[]K, k K) int {
	n, known := numbers[k]
	if !known {
		n = len(*order)
		numbers[k], *order = n, append(*order, k)
	}
	return n
}

// entry returns an entry by its number and its key.
func (l *Lexicon) entry(i int, key string) *Entry {
	r := inplace.Reader{Rest: l.entries.At(i)}
	e := &Entry{words: r.Text(), Phrase: r.Text()}
	if e.words == "" {
		e.words = key
	}
	if e.Phrase == "" {
		e.Phrase = e.words
	}
	e.Concepts = make([]Weighted, r.Number())
	for at := range e.Concepts {
		e.Concepts[at] = Weighted{l.concepts[r.Number()], l.weights[r.Number()]}
	}
	e.Age, e.Price = l.span(&r), l.span(&r)
	return e
}

func (l *Lexicon) span(r *inplace.Reader) *Range {
	weight := r.Number()
	if weight == 0 {
		return nil
	}
	return &Range{Weight: l.weights[weight-1], Low: r.Number(), High: r.Number()}
}

// stem returns the number of the entry of a text of stems.
func (l *Lexicon) stem(i int) int { return int(l.stemmed[2*i]) | int(l.stemmed[2*i+1])<<8 }
