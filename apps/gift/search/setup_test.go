package search_test

import (
	"errors"
	"log/slog"
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
