// Package lexicon says what words and phrases mean for a gift: interests, traits, situations, who it is for, when, and
// what to avoid. The entries are written by hand, one a line, in the .txt files beside it. This package reads them and
// finds them in a text, the longest first, also inflected or misspelled. It must not know gifts or how they are ranked.
package lexicon

import (
	"strings"

	"berth/apps/gift/inplace"
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

// Lexicon is entries in the order of their keys, read where they are. It is immutable and safe for concurrent use.
type Lexicon struct {
	packed   string
	keys     inplace.Texts // the words of each entry, see key
	entries  inplace.Texts // see packer.entry
	stems    inplace.Texts // the stems of the words
	stemmed  string        // of each of stems: the number of its entry, as two bytes
	first    inplace.Texts // the stems of first words
	most     string        // of each of first: how many words such a phrase has at most, as a byte
	concepts []Concept     // by their numbers
	weights  []float64     // by their numbers
}

// Len returns the number of phrases.
func (l *Lexicon) Len() int { return l.keys.Len() }

// Words calls yield for each word of the phrases, for some more than once.
func (l *Lexicon) Words(yield func(word string) bool) {
	for e := range l.Entries {
		for w := range strings.SplitSeq(e.words, " ") {
			if !yield(w) {
				return
			}
		}
	}
}

// Entries calls yield for each entry.
func (l *Lexicon) Entries(yield func(*Entry) bool) {
	for i, key := range l.keys.All {
		if !yield(l.entry(i, key)) {
			return
		}
	}
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
	return k.text
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
