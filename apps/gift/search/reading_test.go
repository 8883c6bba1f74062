package search_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/gift/search"
)

// The gift is for whom it is expressly for, and has the age of that person, not of who asks.
func TestReadsForWhom(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]search.Person{
		"my brother's wife gave birth last week, want something for the newborn": {Word: "the newborn", Age: &search.Span{Low: 0, High: 0}},
		"my cousin just had a baby boy, a present for the little one":            {Age: &search.Span{Low: 0, High: 0}},
		"I'm 15 and want to get my grandma something nice":                       {Word: "your grandma", Age: &search.Span{Low: 60, High: 95}},
		"im 12 and need a gift for my friend who is turning 13":                  {Word: "your friend", Age: &search.Span{Low: 13, High: 13}},
		"ich bin 14 und suche etwas für meine Schwester, sie wird 18":            {Word: "your sister", Age: &search.Span{Low: 18, High: 18}},
		"thank you for our son's swimming coach":                                 {Word: "your son's swimming coach"},
		"my sister became a mum, a treat for the new mum and not the baby":       {Word: "the new mum"},
	} {
		got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Person
		got.Loves = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// Rough sums are no ages, and what everybody gives is added up.
func TestReadsRoughSums(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]search.Person{
		"friend, 40ish, loves gin, 25ish":                        {Age: &search.Span{Low: 40, High: 49}, Budget: &search.Span{Low: 7, High: 25}},
		"flatmate who paints, christmas, 20ish":                  {Budget: &search.Span{Low: 6, High: 20}},
		"seven of us and everybody gives 10 dollars, boss":       {Budget: &search.Span{Low: 21, High: 70}},
		"we are 12 colleagues and each chips in 4 dollars, boss": {Budget: &search.Span{Low: 14, High: 48}},
	} {
		got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Person
		got.Loves, got.Word = nil, ""
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// What is refused or there already stays away, and the pastime stays.
func TestPastimeStays(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct{ description, pastime, never string }{
		{"girlfriend loves skiing, but not skis, she is fussy about those", "skiing-and-snowboarding", ""},
		{"sister knits, she has tons of yarn", "knitting", "hand-dyed-sock-yarn"},
		{"grandpa is diabetic, likes playing cards", "poker-and-card-games", "low-carb-diabetic-cookbook"},
		{"birdwatcher, has good binoculars", "birdwatching", "binoculars-for-the-night-and-the-stadium"},
		{"uncle keeps bees, he loves beekeeping and has all the equipment", "beekeeping", "beekeeper-smoker-and-tool"},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: c.description, Limit: 5}).Hits
		serve := 0
		for _, h := range hits {
			if slices.Contains(h.Interests, c.pastime) {
				serve++
			}
		}
		if serve < 2 || slices.Contains(keys(hits), c.never) {
			t.Errorf("%s: %v; %s", c.description, keys(hits), e.Explain(c.description))
		}
	}
}
