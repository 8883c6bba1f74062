// Package catalogue holds the gift ideas that ship inside, one JSON file per theme, and the closed vocabulary that
// describes them. It reads them; it must not know how they are searched or shown.
package catalogue

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the vocabulary and the gifts
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
)

// Gift is one idea. The words of Categories to Situations, of Contains and of Assumes are in the Vocabulary.
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
	Ages        [2]int   `json:"ages"`              // of the recipient, in years, youngest and oldest
	Contains    []string `json:"contains"`          // what some people need to avoid
	Assumes     []string `json:"assumes,omitempty"` // facts without which it is no gift: that they have a cat, are new to it
	Guidance    string   `json:"guidance"`          // where to find it, what to look for
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

//go:embed vocabulary.json
var vocabulary []byte

// packed is the gifts of all themes as one JSON array, sorted by key, compressed: what is read once need not be carried in full. It is made of
// the files of the themes by `go test ./apps/gift/catalogue -update`.
//
//go:embed gifts.json.gz
var packed []byte

// Words returns the vocabulary that ships inside.
func Words() (Vocabulary, error) {
	var v Vocabulary
	if err := decode(bytes.NewReader(vocabulary), &v); err != nil {
		return v, fmt.Errorf("read vocabulary: %w", err)
	}
	return v, nil
}

// Load returns the gifts that ship inside, sorted by key. The tests of this package check their content.
func Load() ([]Gift, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("read catalogue: %w", err)
	}
	var gifts []Gift
	if err := decode(r, &gifts); err != nil {
		return nil, fmt.Errorf("read catalogue: %w", err)
	}
	if len(gifts) == 0 {
		return nil, errors.New("read catalogue: it is empty")
	}
	return gifts, nil
}

// decode refuses fields that do not exist, since a misspelled field would otherwise be left empty without an error.
func decode(from io.Reader, into any) error {
	d := json.NewDecoder(from)
	d.DisallowUnknownFields()
	return d.Decode(into)
}
