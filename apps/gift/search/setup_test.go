package search_test

import (
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/phrasebook"
	"berth/apps/gift/search"
)

// data is the catalogue and lexicon that ship inside; nothing changes them.
type data struct {
	gifts []catalogue.Gift
	words search.Words
}

var load = sync.OnceValues(func() (data, error) {
	gifts, err := catalogue.Load()
	words, other := catalogue.Words()
	if err := errors.Join(err, other); err != nil {
		return data{}, err
	}
	l, err := lexicon.Load(words)
	affinity, other := search.Learned()
	return data{gifts, search.Words{Lexicon: l, Phrases: phrasebook.Lines(), Affinity: affinity}}, errors.Join(err, other)
})

var built = sync.OnceValues(func() (*search.Engine, error) {
	d, err := load()
	if err != nil {
		return nil, err
	}
	return search.New(d.gifts, d.words, slog.New(slog.DiscardHandler))
})

func parts(tb testing.TB) ([]catalogue.Gift, search.Words) {
	tb.Helper()
	d, err := load()
	if err != nil {
		tb.Fatal(err)
	}
	return d.gifts, d.words
}

// engine returns a shared engine over the data that ships inside.
func engine(tb testing.TB) *search.Engine {
	tb.Helper()
	e, err := built()
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// five returns what is found for a description.
func five(t *testing.T, e *search.Engine, description string) []search.Hit {
	t.Helper()
	hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
	if len(hits) != 5 {
		t.Errorf("%s: %v", description, keys(hits))
	}
	return hits
}

// count returns how many of the gifts are so.
func count(hits []search.Hit, are func(search.Hit) bool) (n int) {
	for _, h := range hits {
		if are(h) {
			n++
		}
	}
	return n
}

// limit is what no gift must be for some descriptions.
type limit struct {
	why   string
	wrong func(g catalogue.Gift) bool
	of    []string
}

// heeded checks that none of the first five gifts is what it must not be.
func heeded(t *testing.T, limits []limit) {
	t.Helper()
	e := engine(t)
	for _, c := range limits {
		for _, description := range c.of {
			for _, h := range five(t, e, description) {
				if c.wrong(h.Gift) {
					t.Errorf("%s: %s is %s; %s", description, h.Key, c.why, e.Explain(description))
				}
			}
		}
	}
}

// said reports whether a gift's name or brief has one of some parts of words.
func said(parts ...string) func(g catalogue.Gift) bool {
	return func(g catalogue.Gift) bool {
		text := strings.ToLower(g.Name + " " + g.Brief)
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
	}
}

// wanted returns what is read of a description, with how surely.
func wanted(t *testing.T, e *search.Engine, description string) map[string]float64 {
	t.Helper()
	wants, _, _ := strings.Cut(strings.TrimPrefix(e.Explain(description), "wants "), "; not ")
	read := map[string]float64{}
	for w := range strings.SplitSeq(wants, ", ") {
		if concept, weight, ok := strings.Cut(w, " "); ok {
			sure, err := strconv.ParseFloat(weight, 64)
			if err != nil {
				t.Fatalf("%s: %v", description, err)
			}
			read[concept] = sure
		}
	}
	return read
}
