// Package lexicon says what words and phrases mean for a gift: interests, traits, situations, who it is for, when, and
// what to avoid. The entries are written by hand, one a line, in the .txt files beside it. This package reads them and
// finds them in a text, the longest first, also inflected or misspelled. It must not know gifts or how they are ranked.
package lexicon

import (
	"embed"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

// Concept is one value of one facet: "interest", "trait", "situation", "recipient", "occasion", "category" or "avoid".
type Concept struct{ Facet, Value string }

func (c Concept) String() string { return c.Facet + "/" + c.Value }

// Weighted is a concept with how surely a phrase means it, 0 to 1.
type Weighted struct {
	Concept
	Weight float64
}

// Range is an age in years or a price in US dollars, from Low to High, both included.
type Range struct {
	Low, High int
	Weight    float64
}

// Entry is what one phrase means.
type Entry struct {
	Phrase   string
	Concepts []Weighted
	Age      *Range
	Price    *Range
	words    []string
}

// longest is the maximum number of words of a phrase.
const longest = 8

// Lexicon is immutable and safe for concurrent use.
type Lexicon struct {
	exact map[string]*Entry // by its words
	stems map[string]*Entry // by its stems
	first map[string]int    // the stem of a phrase's first word → the most words of such a phrase
	words map[string]bool   // every word of every phrase
	count int
}

//go:embed *.txt
var files embed.FS

// Load reads the lexicon that ships inside. An interest or a category that no phrase spells out is found by its own name.
func Load(vocabulary catalogue.Vocabulary) (*Lexicon, error) {
	names, err := fs.Glob(files, "*.txt")
	if err != nil {
		return nil, fmt.Errorf("list lexicon: %w", err)
	}
	l := loader{Lexicon: empty(), kept: map[string]string{}}
	for _, name := range names {
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read lexicon: %w", err)
		}
		if err := l.read(string(raw)); err != nil {
			return nil, fmt.Errorf("read lexicon: %s: %w", name, err)
		}
	}
	for _, v := range vocabulary.Interests {
		l.name(Concept{"interest", v}, 1)
	}
	for _, v := range vocabulary.Categories {
		if !strings.Contains(" baby drink game home map office party pet photo safety science sport travel watch wellness winter ", " "+v+" ") {
			l.name(Concept{"category", v}, 0.7) // the other values mean many more things
		}
	}
	return l.Lexicon, nil
}

// loader fills a lexicon, in which equal words are kept once, and nothing keeps the lines that were read.
type loader struct {
	*Lexicon
	cutter text.Cutter
	kept   map[string]string // facets and values
}

// keep returns a copy of s, the same one for equal texts.
func (l *loader) keep(s string) string {
	kept, ok := l.kept[s]
	if !ok {
		kept = strings.Clone(s)
		l.kept[kept] = kept
	}
	return kept
}

// name lets a concept be found by its own name, unless that is a phrase already.
func (l *loader) name(c Concept, weight float64) {
	e, stems, err := l.parse(fmt.Sprintf("%s = %s %g", strings.ReplaceAll(c.Value, "-", " "), c, weight))
	if err == nil && l.exact[strings.Join(alike(e.words), " ")] == nil {
		l.add(e, stems)
	}
}

func empty() *Lexicon {
	return &Lexicon{exact: map[string]*Entry{}, stems: map[string]*Entry{}, first: map[string]int{}, words: map[string]bool{}}
}

// Len returns the number of phrases.
func (l *Lexicon) Len() int { return l.count }

// Words calls yield for each different word of the phrases.
func (l *Lexicon) Words(yield func(word string) bool) {
	for w := range l.words {
		if !yield(w) {
			return
		}
	}
}

// Entries calls yield for each entry.
func (l *Lexicon) Entries(yield func(*Entry) bool) {
	for _, e := range l.exact {
		if !yield(e) {
			return
		}
	}
}

func (l *loader) read(s string) error {
	n := 0
	for line := range strings.Lines(s) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		e, stems, err := l.parse(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		l.add(e, stems)
	}
	return nil
}

// add adds an entry whose words have these stems.
func (l *loader) add(e *Entry, stems []string) {
	key := strings.Join(alike(e.words), " ")
	if known := l.exact[key]; known != nil {
		known.Concepts = append(known.Concepts, e.Concepts...)
		return
	}
	if e.Phrase == key {
		e.Phrase = key
	} else {
		e.Phrase = strings.Clone(e.Phrase) // not its whole line
	}
	l.count++
	l.exact[key] = e
	for _, w := range e.words {
		l.words[w] = true
	}
	stems = alike(stems)
	stem := strings.Join(stems, " ")
	if stem == key {
		stem = key
	}
	if l.stems[stem] == nil || l.stems[stem].Phrase > e.Phrase { // whatever the order of files
		l.stems[stem] = e
	}
	l.first[stems[0]] = max(l.first[stems[0]], len(stems))
}

// likeness replaces words that can stand for each other within a phrase by one word: "always in his shed" also matches
// "her shed". At the beginning of a phrase they are kept, since they matter in "my guy". It takes a word or a stem.
func likeness(word string, at int) string {
	switch word {
	case "his", "her", "their", "my", "our", "your", "the", "a", "an":
		if at > 0 {
			return "the"
		}
	}
	return word
}

func alike(words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = likeness(w, i)
	}
	return all
}

// parse returns the entry that a line describes, with the stems of its words.
func (l *loader) parse(line string) (e *Entry, stems []string, err error) {
	phrase, meaning, ok := strings.Cut(line, "=")
	if !ok {
		return nil, nil, fmt.Errorf("%q: want phrase = facet/value weight, …", line)
	}
	phrase = strings.TrimSpace(phrase)
	tokens := l.cutter.Tokens(phrase)
	if len(tokens) == 0 || len(tokens) > longest {
		return nil, nil, fmt.Errorf("%q: want a phrase of 1 to %d words", line, longest)
	}
	e = &Entry{Phrase: phrase, words: make([]string, len(tokens)), Concepts: make([]Weighted, 0, 1+strings.Count(meaning, ","))}
	for i, t := range tokens {
		e.words[i], stems = t.Word, append(stems, t.Stem)
	}
	for part := range strings.SplitSeq(meaning, ",") {
		if err := l.mean(e, strings.Fields(part)); err != nil {
			return nil, nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return e, stems, nil
}

// mean adds to what an entry means.
func (l *loader) mean(e *Entry, fields []string) error {
	if len(fields) != 2 {
		return fmt.Errorf("want facet/value weight, not %q", fields)
	}
	facet, value, ok := strings.Cut(fields[0], "/")
	weight, err := strconv.ParseFloat(fields[1], 64)
	if !ok || err != nil || !(weight > 0 && weight <= 1) {
		return fmt.Errorf("want facet/value and a weight above 0 up to 1, not %q", fields)
	}
	switch facet {
	case "interest", "trait", "situation", "recipient", "occasion", "category", "avoid":
		e.Concepts = append(e.Concepts, Weighted{Concept{l.keep(facet), l.keep(value)}, weight})
	case "age":
		e.Age, err = span(value, weight)
	case "price":
		e.Price, err = span(value, weight)
	default:
		return fmt.Errorf("there is no facet %q", facet)
	}
	return err
}

func span(s string, weight float64) (*Range, error) {
	low, high, _ := strings.Cut(s, "-")
	l, err := strconv.Atoi(low)
	h := math.MaxInt32
	if err == nil && high != "" {
		h, err = strconv.Atoi(high)
	}
	if err != nil || l < 0 || h < l {
		return nil, fmt.Errorf("want a range such as 13-19, not %q", s)
	}
	return &Range{l, h, weight}, nil
}
