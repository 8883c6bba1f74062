// Package lexicon says what words and phrases mean for a gift: interests, traits, situations, who it is for, when, and
// what to avoid. The entries are written by hand, one a line, in the .txt files beside it. This package reads them and
// finds them in a text, the longest first, also inflected or misspelled. It must not know gifts or how they are ranked.
package lexicon

import (
	"embed"
	"fmt"
	"io/fs"
	"math"
	"slices"
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
	words    string // those of the phrase, separated by single spaces
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
	l := loader{Lexicon: empty(), kept: map[string]string{}, meant: map[string]*Entry{}}
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
	meant  map[string]*Entry // what a line says behind its phrase → the first entry that means it
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
	e, tokens, err := l.parse(fmt.Sprintf("%s = %s %g", strings.ReplaceAll(c.Value, "-", " "), c, weight))
	if err == nil && l.exact[key(tokens, spelling)] == nil {
		l.add(e, tokens)
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
		e, tokens, err := l.parse(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		l.add(e, tokens)
	}
	return nil
}

// add adds an entry whose words are tokens.
func (l *loader) add(e *Entry, tokens []text.Token) {
	words, stems := key(tokens, spelling), key(tokens, stem)
	if known := l.exact[words]; known != nil {
		known.Concepts = append(slices.Clip(known.Concepts), e.Concepts...)
		return
	}
	e.words = words
	if plain := join(tokens, spelling); plain != words {
		e.words = plain
	}
	if e.Phrase == e.words {
		e.Phrase = e.words
	} else {
		e.Phrase = strings.Clone(e.Phrase) // not its whole line
	}
	l.count++
	l.exact[words] = e
	for _, t := range tokens {
		l.words[t.Word] = true
	}
	if stems == words {
		stems = words
	}
	if l.stems[stems] == nil || l.stems[stems].Phrase > e.Phrase { // whatever the order of files
		l.stems[stems] = e
	}
	first := tokens[0].Stem
	l.first[first] = max(l.first[first], len(tokens))
}

func spelling(t *text.Token) string { return t.Word }
func stem(t *text.Token) string     { return t.Stem }

// join returns a part of each token, separated by spaces.
func join(tokens []text.Token, part func(*text.Token) string) string {
	all := make([]string, len(tokens))
	for i := range tokens {
		all[i] = part(&tokens[i])
	}
	return strings.Join(all, " ")
}

// key returns what an entry of these words is found by.
func key(tokens []text.Token, part func(*text.Token) string) string {
	var k keys
	k.spell(tokens, part)
	return string(k.text)
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

// parse returns the entry that a line describes, with its words.
func (l *loader) parse(line string) (e *Entry, tokens []text.Token, err error) {
	phrase, meaning, ok := strings.Cut(line, "=")
	if !ok {
		return nil, nil, fmt.Errorf("%q: want phrase = facet/value weight, …", line)
	}
	phrase = strings.TrimSpace(phrase)
	if tokens = l.cutter.Tokens(phrase); len(tokens) == 0 || len(tokens) > longest {
		return nil, nil, fmt.Errorf("%q: want a phrase of 1 to %d words", line, longest)
	}
	if same := l.meant[meaning]; same != nil { // a third of all
		return &Entry{Phrase: phrase, Concepts: same.Concepts, Age: same.Age, Price: same.Price}, tokens, nil
	}
	e = &Entry{Phrase: phrase, Concepts: make([]Weighted, 0, 1+strings.Count(meaning, ","))}
	for part := range strings.SplitSeq(meaning, ",") {
		if err := l.mean(e, strings.Fields(part)); err != nil {
			return nil, nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	first := *e // what other lines add to the entry is not meant by its own
	l.meant[meaning] = &first
	return e, tokens, nil
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
