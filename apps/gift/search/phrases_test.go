package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// Phrases are read whole, however they are spelled: most gifts are for what they mean, and none for what their words mean elsewhere.
func TestReadsPhrasesWhole(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct {
		description, pastime string
		least                int
	}{
		{"dad plays eighteen holes every Sunday, $60", "golf", 4},
		{"boyfriend lifts heavy, $50", "weightlifting", 4},
		{"uncle restores his vintage mini, $50", "cars", 4},
		{"niece, 13, obsessed with Taylor Swift, $25", "pop-music", 3},
		{"kpop fan, my niece, 16, under $30", "pop-music", 3},
		{"k-pop fan, my niece, 16, under $30", "pop-music", 3},
		{"my brother never learned to cook and now wants to start, $40", "cooking", 3},
		{"dad never learnt to swim, he loves gardening, $40", "gardening", 3},
		{"a mother of two kids (4 and 7) who loves running", "running", 4},
		{"my sister, whose son is 5, loves baking", "baking", 4},
		{"my sister does yoga, not another yoga mat please, $40", "yoga", 4},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: c.description, Limit: 5}).Hits
		serve := 0
		for _, h := range hits {
			if slices.Contains(h.Interests, c.pastime) {
				serve++
			}
			if h.Ages[1] < 13 {
				t.Errorf("%s: %s is for a child", c.description, h.Key)
			}
		}
		if serve < c.least {
			t.Errorf("%s: %d gifts are for %s, want %d: %v; %s", c.description, serve, c.pastime, c.least, keys(hits), e.Explain(c.description))
		}
	}
}

// What is for the body of an expectant mother is not for a man, and "turning 40" is an age.
func TestExpectantFathers(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]bool{
		"my friend is going to be a dad in June. He is nervous":      false,
		"my sister is going to be a mum in June":                     true,
		"my sister is expecting a boy, she is in her seventh month":  true,
		"my brother is becoming a father, his girlfriend is nervous": false,
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits
		if got := slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Assumes, "new-mother") }); got != want {
			t.Errorf("%s: gifts for a new mother: %v, want %v: %v", description, got, want, keys(hits))
		}
	}
	if a := e.Recommend(t.Context(), search.Request{Description: "my best friend is turning 40", Limit: 5}); a.Age == nil || a.Age.Low != 40 || a.Word != "your best friend" {
		t.Errorf("turning 40: %+v", a.Person)
	}
}

// The first thing that is loved counts first.
func TestFirstLoveCountsFirst(t *testing.T) {
	t.Parallel()
	e := engine(t)
	hits := e.Recommend(t.Context(), search.Request{Description: "my dad loves woodworking, he is also a bit into cricket, $40", Limit: 5}).Hits
	n := 0
	for _, h := range hits {
		if len(h.Interests) > 0 && h.Interests[0] == "woodworking" {
			n++
		}
	}
	if n < 3 {
		t.Errorf("%d of five for woodworking: %v", n, keys(hits))
	}
}

// A christening is a baby's, whoever else is named.
func TestChristenings(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, description := range []string{"my friend's baby's christening, 40", "christening present for my goddaughter, parents aren't religious", "a christening gift for my nephew, £50"} {
		if a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}); a.Age == nil || a.Age.High > 1 {
			t.Errorf("%s: %+v %+v; %v", description, a.Person, a.Age, keys(a.Hits))
		}
	}
}
