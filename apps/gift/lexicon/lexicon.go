// Package lexicon says what words and phrases mean for a gift: interests, traits, situations, who it is for, when, and
// what to avoid. The entries are written by hand, one a line, in the .txt files beside it. This package reads them and
// finds them in a text, the longest first, also inflected or misspelled. It must not know gifts or how they are ranked.
package lexicon

import (
	"bufio"
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
	l := empty()
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
	return l, nil
}

// name lets a concept be found by its own name, unless that is a phrase already.
func (l *Lexicon) name(c Concept, weight float64) {
	e, err := parse(fmt.Sprintf("%s = %s %g", strings.ReplaceAll(c.Value, "-", " "), c, weight))
	if err == nil && l.exact[strings.Join(alike(e.words), " ")] == nil {
		l.add(e)
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

func (l *Lexicon) read(s string) error {
	lines := bufio.NewScanner(strings.NewReader(s))
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		e, err := parse(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		l.add(e)
	}
	return lines.Err()
}

func (l *Lexicon) add(e *Entry) {
	key := strings.Join(alike(e.words), " ")
	if known := l.exact[key]; known != nil {
		known.Concepts = append(known.Concepts, e.Concepts...)
		return
	}
	l.count++
	l.exact[key] = e
	stems := make([]string, len(e.words))
	for i, w := range e.words {
		stems[i] = likeness(text.Stem(w), i)
		l.words[w] = true
	}
	if key := strings.Join(stems, " "); l.stems[key] == nil || l.stems[key].Phrase > e.Phrase { // whatever the order of files
		l.stems[key] = e
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

func parse(line string) (*Entry, error) {
	phrase, meaning, ok := strings.Cut(line, "=")
	if !ok {
		return nil, fmt.Errorf("%q: want phrase = facet/value weight, …", line)
	}
	e := &Entry{Phrase: strings.TrimSpace(phrase)}
	for _, t := range text.Tokens(e.Phrase) {
		e.words = append(e.words, t.Word)
	}
	if len(e.words) == 0 || len(e.words) > longest {
		return nil, fmt.Errorf("%q: want a phrase of 1 to %d words", line, longest)
	}
	for part := range strings.SplitSeq(meaning, ",") {
		if err := e.mean(strings.Fields(part)); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return e, nil
}

func (e *Entry) mean(fields []string) error {
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
		e.Concepts = append(e.Concepts, Weighted{Concept{facet, value}, weight})
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
