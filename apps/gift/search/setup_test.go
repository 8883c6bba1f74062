package search_test

import (
	"log/slog"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/search"
)

func parts(tb testing.TB) ([]catalogue.Gift, *lexicon.Lexicon) {
	tb.Helper()
	gifts, err := catalogue.Load()
	if err != nil {
		tb.Fatal(err)
	}
	words, err := catalogue.Words()
	if err != nil {
		tb.Fatal(err)
	}
	l, err := lexicon.Load(words)
	if err != nil {
		tb.Fatal(err)
	}
	return gifts, l
}

func engine(tb testing.TB) *search.Engine {
	tb.Helper()
	gifts, l := parts(tb)
	e, err := search.New(gifts, l, slog.New(slog.DiscardHandler))
	if err != nil {
		tb.Fatal(err)
	}
	return e
}
