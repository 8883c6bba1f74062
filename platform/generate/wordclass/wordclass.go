// Package wordclass tells nouns, verbs, adjectives and the like apart in English, German, French, Spanish, Portuguese and
// Italian. It knows how often common words are what, guesses the others by their endings, and takes what fits best between
// its neighbours (a hidden Markov model, read by Viterbi). The tables *.bin are made by tools/wordclass; LICENSE names what
// they are made of. A language is unpacked when it is first asked for, and then kept: about 600 kB.
package wordclass

import (
	"bytes"
	"compress/flate"
	"embed"
	"encoding/binary"
	"io"
	"math"
	"sort"
	"sync"
)

// Class is what a word is. Its letters are those of the tables.
type Class byte

// The classes.
const (
	Noun        Class = 'N' // names as well
	Adjective   Class = 'A'
	Participle  Class = 'J' // used, harvested: as an adjective or behind an auxiliary
	Verb        Class = 'V' // with a person
	Infinitive  Class = 'I'
	Gerund      Class = 'G' // showing
	Auxiliary   Class = 'X' // is, can
	Adverb      Class = 'R'
	Determiner  Class = 'D'
	Pronoun     Class = 'O'
	Preposition Class = 'P'
	And         Class = 'C' // and, or
	Clause      Class = 'S' // that, whether
	Number      Class = 'M'
	Particle    Class = 'T' // to, not, hello
	Stop        Class = '.' // no word: the beginning, the end, a comma
)

// Classes are all of them, in the order of the tables.
const Classes = "NAJVIGXRDOPCSMT."

// Word is one word of a text.
type Word struct {
	Folded  string // in lower case, without marks
	Capital bool
	Stop    bool // something that is no word comes after it
}

// Table is what is known of one language. It is immutable and safe for concurrent use.
type Table struct {
	next   [len(Classes)][len(Classes)]float64 // the logarithm of how often one class follows another
	shares [][len(Classes)]float64             // the logarithms of how likely a word is of a class, over how frequent that class is
	words  []byte                              // one after the other, sorted; endings begin with "-"
	ends   []uint32                            // of words
	share  []byte                              // of each of them
	nouns  bool                                // nouns are written with capitals
}

//go:embed *.bin
var files embed.FS

// Tables are those of all languages. They are safe for concurrent use.
type Tables map[string]func() *Table

// New returns the tables of languages by their codes. None is unpacked yet.
func New(codes ...string) Tables {
	ts := Tables{}
	for _, code := range codes {
		ts[code] = sync.OnceValue(func() *Table {
			raw, err := files.ReadFile(code + ".bin")
			if err != nil {
				panic(err) // the tables are part of the program
			}
			t := read(raw)
			t.nouns = code == "de"
			return t
		})
	}
	return ts
}

// read unpacks a table: transitions and shares as eighths of a negative logarithm, then words as what they share with the one before
// and the rest.
func read(packed []byte) *Table {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		panic(err) // the tables are part of the program
	}
	t := &Table{}
	const n = len(Classes)
	row := func(out *[n]float64) {
		for i, b := range raw[:n] {
			out[i] = -float64(b) / 8
		}
		raw = raw[n:]
	}
	for i := range t.next {
		row(&t.next[i])
	}
	t.shares = make([][n]float64, raw[0])
	raw = raw[1:]
	for i := range t.shares {
		row(&t.shares[i])
	}
	count := binary.LittleEndian.Uint32(raw)
	t.ends, t.share = make([]uint32, 0, count), make([]byte, 0, count)
	last := 0
	for raw = raw[4:]; len(raw) > 0; {
		kept, rest := int(raw[0]), int(raw[1])
		start := len(t.words)
		t.words = append(t.words, t.words[last:last+kept]...)
		t.words = append(t.words, raw[2:2+rest]...)
		t.ends, t.share = append(t.ends, uint32(len(t.words))), append(t.share, raw[2+rest])
		raw, last = raw[3+rest:], start
	}
	return t
}

// find returns the shares of a word or an ending, nil where it is not known.
func (t *Table) find(word string) *[len(Classes)]float64 {
	at := func(i int) []byte {
		start := uint32(0)
		if i > 0 {
			start = t.ends[i-1]
		}
		return t.words[start:t.ends[i]]
	}
	i := sort.Search(len(t.ends), func(i int) bool { return string(at(i)) >= word })
	if i == len(t.ends) || string(at(i)) != word {
		return nil
	}
	return &t.shares[t.share[i]]
}

// Known reports whether a folded word is in the table.
func (t *Table) Known(folded string) bool { return t.find(folded) != nil }

// likely returns how likely a word is of each class.
func (t *Table) likely(w Word, first, cased bool) (s [len(Classes)]float64) {
	found := t.find(w.Folded)
	for n := min(5, len(w.Folded)-1); found == nil && n >= 0; n-- {
		found = t.find("-" + w.Folded[len(w.Folded)-n:])
	}
	if found != nil {
		s = *found
	}
	if w.Folded != "" && w.Folded[0] >= '0' && w.Folded[0] <= '9' {
		for i := range s {
			s[i] = -20
		}
		s[index(Number)] = 0
	}
	if t.nouns && cased && !first {
		for i, c := range Classes {
			if (Class(c) == Noun) != w.Capital {
				s[i] -= 6
			}
		}
	}
	return s
}

func index(c Class) int { return bytes.IndexByte([]byte(Classes), byte(c)) }

// Read returns the class of each word of a text.
func (t *Table) Read(words []Word) []Class {
	const n = len(Classes)
	cased := false
	for i, w := range words {
		cased = cased || i > 0 && w.Capital
	}
	var best [n]float64 // of the paths that end in each class
	for i := range best {
		best[i] = math.Inf(-1)
	}
	stop := index(Stop)
	best[stop] = 0
	var back [][n]int8
	var of []int // the word of each step, -1 for a stop
	step := func(word int, s [n]float64) {
		var now [n]float64
		var from [n]int8
		for c := range now {
			now[c] = math.Inf(-1)
			for p := range best {
				if v := best[p] + t.next[p][c] + s[c]; v > now[c] {
					now[c], from[c] = v, int8(p)
				}
			}
		}
		best = now
		back, of = append(back, from), append(of, word)
	}
	var only [n]float64
	for c := range only {
		only[c] = -100
	}
	only[stop] = 0
	for i, w := range words {
		s := t.likely(w, i == 0 || words[i-1].Stop, cased)
		s[stop] = -100
		if step(i, s); w.Stop || i+1 == len(words) {
			step(-1, only)
		}
	}
	out := make([]Class, len(words))
	c := int8(stop)
	for k := len(back) - 1; k >= 0; k-- {
		if of[k] >= 0 {
			out[of[k]] = Class(Classes[c])
		}
		c = back[k][c]
	}
	return out
}
