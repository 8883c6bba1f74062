// Package catalogue holds the gift ideas that ship inside, one JSON file per theme, and the closed vocabulary that
// describes them. It reads them; it must not know how they are searched or shown.
package catalogue

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"github.com/google/uuid"
)

// Gift is one idea. The words of Categories to Situations and of Contains are in the Vocabulary, and so are those of Assumes, unless they spell out
// what says the fact, with "|" between: facets such as "interest/bread", "assume/car", ages such as "age/49-51", or words of a description.
type Gift struct {
	Key         string   `json:"key"`         // never changes and is never given to another idea
	Name        string   `json:"name"`        // at most 60 characters
	Brief       string   `json:"brief"`       // one line for a list
	Description string   `json:"description"` // two to four sentences
	Price       [2]int   `json:"price"`       // US dollars, low and high
	Categories  []string `json:"categories"`
	Occasions   []string `json:"occasions"`
	Recipients  []string `json:"recipients"`
	Interests   []string `json:"interests"`
	Traits      []string `json:"traits"`
	Situations  []string `json:"situations"`
	Ages        [2]int   `json:"ages"`               // of the recipient, in years, youngest and oldest
	Contains    []string `json:"contains"`           // what some people need to avoid
	Best        []string `json:"best,omitempty"`     // the interests, situations, occasions and recipients for which it is among the first ideas one would name
	Passable    []string `json:"passable,omitempty"` // those for which it is a bit dull, a trinket, or far-fetched
	Assumes     []string `json:"assumes,omitempty"`  // facts without which it is no gift: that they have a cat, are new to it
	Guidance    string   `json:"guidance"`           // where to find it, what to look for
}

// space is the UUID namespace of gifts.
var space = uuid.MustParse("6f1d2c3a-8b14-4f0e-9a53-1c7de2b90a11")

// ID returns the gift's id for the tools: a UUID made from the key, so that it is the same everywhere and never changes.
func (g Gift) ID() string { return g.UUID().String() }

// UUID returns the gift's id in the 16 bytes of its form.
func (g Gift) UUID() uuid.UUID { return uuid.NewSHA1(space, []byte(g.Key)) }

// The limits between price ranges, compared with the middle of a gift's price, in US dollars.
const (
	moderateFrom = 25
	premiumFrom  = 100
)

// PriceRange returns the price as a word: budget, moderate, premium.
func (g Gift) PriceRange() string {
	switch middle := (g.Price[0] + g.Price[1]) / 2; {
	case middle < moderateFrom:
		return "budget"
	case middle < premiumFrom:
		return "moderate"
	}
	return "premium"
}

// Vocabulary is the closed lists of words that gifts use.
type Vocabulary struct {
	Categories []string `json:"categories"`
	Occasions  []string `json:"occasions"`
	Recipients []string `json:"recipients"`
	Interests  []string `json:"interests"`
	Traits     []string `json:"traits"`
	Situations []string `json:"situations"`
	Contains   []string `json:"contains"`
	Assumes    []string `json:"assumes"`
}

// files are the themes and the vocabulary. A server reads none of them: what it needs is in the index of package search.
//
//go:embed *.json
var files embed.FS

const vocabulary = "vocabulary.json"

// Words returns the vocabulary that ships inside.
func Words() (Vocabulary, error) {
	var v Vocabulary
	return v, read(vocabulary, &v)
}

// Load returns the gifts of all themes, sorted by key. The tests of this package check their content.
func Load() ([]Gift, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, fmt.Errorf("list themes: %w", err)
	}
	var gifts []Gift
	for _, name := range names {
		if name == vocabulary {
			continue
		}
		var theme []Gift
		if err := read(name, &theme); err != nil {
			return nil, err
		}
		gifts = append(gifts, theme...)
	}
	slices.SortFunc(gifts, func(a, b Gift) int { return cmp.Compare(a.Key, b.Key) })
	return gifts, nil
}

// read refuses fields that do not exist, since a misspelled field would otherwise be left empty without an error.
func read(name string, into any) error {
	raw, err := files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read catalogue: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}
