package search_test

import (
	"log/slog"
	"slices"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// A gift that spells out what it takes for granted is given to those of whom that is said, by a fact or in words, and to nobody else.
func TestSpelledOutAssumptions(t *testing.T) {
	t.Parallel()
	gifts, words := parts(t)
	own := gifts[slices.IndexFunc(gifts, func(g catalogue.Gift) bool { return g.Key == "cricket-tea-caddy-with-six-blends" })]
	if !slices.Equal(own.Assumes, []string{"interest/cricket"}) {
		t.Fatalf("the caddy assumes %q", own.Assumes)
	}
	bare := own
	bare.Key, bare.Assumes = "tea-caddy", nil
	own.Assumes = []string{"interest/cricket|assume/dog|age/70-90|green thumb"}
	e, err := search.New([]catalogue.Gift{own, bare}, words, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for description, want := range map[string]bool{
		"my dad loves tea":                           false,
		"my dad loves tea and cricket":               true,
		"my dad loves tea and walks his dog":         true,
		"my dad, 76, loves tea":                      true,
		"my dad loves tea and has a green thumb":     true,
		"my dad loves tea and has a thumb in a cast": false,
	} {
		scores := e.Scores(description, []string{own.Key, bare.Key})
		if got := scores[own.Key] > scores[bare.Key]/2; got != want {
			t.Errorf("%s: %v, want %v: %v", description, got, want, scores)
		}
	}
	own.Assumes = []string{"assume/nothing-that-is-known|tea"}
	if _, err := search.New([]catalogue.Gift{own}, words, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("an assumption that is not known is taken")
	}
}

// Of two gifts that are alike, the one that is among the best ideas comes before the one of which nothing is said, and the dull one last: for
// what somebody loves, on an occasion, and for somebody of whom only that is said who they are.
func TestGradesOfGifts(t *testing.T) {
	t.Parallel()
	gifts, words := parts(t)
	for _, c := range []struct{ description, key, fact string }{
		{"my friend loves astronomy", "big-illustrated-atlas-of-the-universe", "astronomy"},
		{"wedding present for friends", "irish-linen-tablecloth", "wedding"},
		{"something for the teacher of my son", "thank-you-tin-of-caramels-with-a-handwritten-card", "teacher"},
	} {
		at := slices.IndexFunc(gifts, func(g catalogue.Gift) bool { return g.Key == c.key })
		if at < 0 {
			t.Fatalf("there is no %s", c.key)
		}
		var three []catalogue.Gift
		for _, name := range []string{"a-dull-one", "b-plain-one", "c-best-one"} {
			g := gifts[at]
			g.Key, g.Best, g.Passable, g.Assumes = name, nil, nil, nil
			three = append(three, g)
		}
		three[0].Passable, three[2].Best = []string{c.fact}, []string{c.fact}
		e, err := search.New(three, words, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		var scores []float64
		for _, g := range three {
			scores = append(scores, e.Scores(c.description, []string{g.Key})[g.Key])
		}
		if !slices.IsSorted(scores) || scores[0] == scores[1] || scores[1] == scores[2] {
			t.Errorf("%s: %v", c.description, scores)
		}
	}
}

// Work that somebody did names no gift.
func TestFormerWorkNamesNoGift(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]bool{
		"my dad, 58, electrician, needs a small gift":         true,
		"my dad, 64, retired electrician, needs a small gift": false,
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits
		if got := slices.ContainsFunc(hits, func(h search.Hit) bool { return h.Key == "electricians-or-plumbers-headlamp" }); got != want {
			t.Errorf("%s: %v, want %v: %v", description, got, want, keys(hits))
		}
	}
}
