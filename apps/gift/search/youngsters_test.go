package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// Children's ages are read as people write them, and not those of who gives.
func TestReadsChildrensAges(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]*search.Span{
		"niece and nephew, 6 and 8, one thing they can do together":   {Low: 6, High: 8},
		"grandson, 5 months, teething":                                {Low: 0, High: 0},
		"two and a half year old girl who loves water":                {Low: 2, High: 2},
		"Geschenk zum 1. Geburtstag für Patenkind, bis 40 Euro":       {Low: 1, High: 1},
		"zum 30. Geburtstag meiner Frau":                              {Low: 30, High: 30},
		"gift for girl 9 years old, horse riding":                     {Low: 9, High: 9},
		"my sister has an 8 year old dog":                             nil,
		"a toddler, 2 and a half, who loves cars":                     {Low: 2, High: 2},
		"first christmas for our grandson, he's 7 months":             {Low: 0, High: 0},
		"valentine for my 15 year old girlfriend, $20":                {Low: 15, High: 15},
		"my girlfriend and her 15 year old, something for her":        nil,
		"nephew nearly 2, loves sweeping":                             {Low: 2, High: 2},
		"godson 12 years, rides":                                      {Low: 12, High: 12},
		"four cousins between 3 and 11, one present for them all":     {Low: 3, High: 11},
		"baptism present from the grandparents, granddaughter":        {Low: 0, High: 1},
		"confirmation, girl 14, loves volleyball, I'm her godmother":  {Low: 14, High: 14},
		"10th birthday, girl, I'm her friend's mum":                   {Low: 10, High: 10},
		"girl of 6, unicorns, and her little brother (2) eats things": {Low: 6, High: 6},
		"dad of a 2 month old who likes hiking":                       nil,
		"a girl of nine, from her aunt and uncle":                     {Low: 9, High: 9},
		"1st birthday of our neighbours' boy, he loves his drum":      {Low: 1, High: 1},
		"grandchild of 1 year, twins turn 1":                          {Low: 1, High: 1},
		"married 25 years, my aunt and uncle":                         nil,
		"friends with a 6 month old who doesn't sleep":                nil,
		"my sister and her kids, 4 and 7, want a game they all share": nil,
	} {
		got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Age
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// What parents forbid and what a child has stays away.
func TestHeedsWhatParentsForbid(t *testing.T) {
	t.Parallel()
	e := engine(t)
	has := func(c string) func(catalogue.Gift) bool {
		return func(g catalogue.Gift) bool { return slices.Contains(g.Contains, c) || slices.Contains(g.Categories, c) }
	}
	about := func(interest string) func(catalogue.Gift) bool {
		return func(g catalogue.Gift) bool { return slices.Contains(g.Interests, interest) }
	}
	for _, c := range []struct {
		description string
		wrong       func(catalogue.Gift) bool
	}{
		{"godson's first birthday, no toys please the house is full", has("toy")},
		{"girl, 4, wooden toys only", has("plastic")},
		{"baby, 8 months, parents are strict: no plastic", has("plastic")},
		{"boy, 10, loves minecraft but his mum wants him off screens", has("screens")},
		{"girl, 3, no more soft toys", has("plush")},
		{"a 10 month old, they've got a mountain of stuffed animals already", has("plush")},
		{"boy, 7, mad about dinosaurs, already has every book about them", has("book")},
		{"stepson, 13, formula 1, doesn't read", has("book")},
		{"unicorns, girl, 6, her little brother must not choke on it", has("small-parts")},
		{"boy, 5, in hospital, loves diggers", has("ticket")},
		{"blind girl, 8, loves stories", has("lighting")},
		{"mother who loves wine but not now", has("alcohol")},
		{"boy, 8, wants a drone but his mum says no", about("drones")},
		{"boy, 10, loves animals, allergic to cats and dogs", about("dogs")},
		{"daughter, 17, a homebody, candles give her headaches", about("candle-making")},
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: c.description, Limit: 10}).Hits {
			if c.wrong(h.Gift) {
				t.Errorf("%s: %s", c.description, h.Key)
			}
		}
	}
}

// A ban on one kind of toy is none on all, and who has a ball needs no other.
func TestBansAreNoWiderThanSaid(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]string{
		"toddler of 2, no noisy toys":              "toy",
		"girl, 3, no soft toys, loves doctors":     "toy",
		"boy, 9, loves football, has a ball, $30":  "book",
		"boy, 9, hates everything except football": "sport",
		"baby, 10 months, 10 euros":                "baby",
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		if !slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Categories, want) }) {
			t.Errorf("%s: none of %v is a %s", description, keys(hits), want)
		}
		if strings.Contains(description, "has a ball") && slices.Contains(keys(hits), "childrens-football-in-match-quality") {
			t.Errorf("%s: a second ball", description)
		}
	}
}

// Gifts are for a child's age: not for another stage of the first years, and not for older ones where that is unsafe.
func TestSuitsChildrensAges(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, age := range map[string]int{
		"18 month old boy who loves balls":     1,
		"girl turning 2":                       2,
		"boy, 3, grandparents asking":          3,
		"nephew, 7, loves knights":             7,
		"niece, 9, loves drawing, up to $40":   9,
		"goddaughter, 12, horses and baking":   12,
		"grandson, 5 months, teething, £15":    0,
		"boy starting school, 6, loves trains": 6,
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 8}).Hits {
			if age > h.Ages[1] || h.Ages[0] > age+1 || age < 3 && h.Ages[0] > age {
				t.Errorf("%s: %s is for %v", description, h.Key, h.Ages)
			}
			if h.Price[1] > 260 {
				t.Errorf("%s: %s costs up to %d", description, h.Key, h.Price[1])
			}
		}
	}
}

// Births, families and helpers get what is for them.
func TestServesBirthsFamiliesAndHelpers(t *testing.T) {
	t.Parallel()
	e := engine(t)
	is := func(field func(catalogue.Gift) []string, value string) func(search.Hit) bool {
		return func(h search.Hit) bool { return slices.Contains(field(h.Gift), value) }
	}
	categories := func(g catalogue.Gift) []string { return g.Categories }
	occasions := func(g catalogue.Gift) []string { return g.Occasions }
	assumes := func(g catalogue.Gift) []string { return g.Assumes }
	interests := func(g catalogue.Gift) []string { return g.Interests }
	for _, c := range []struct {
		description string
		of          func(search.Hit) bool
		least, most int
	}{
		{"office baby shower, mum-to-be, we don't know if boy or girl, $25", is(categories, "baby"), 2, 5},
		{"my pregnant wife can't sleep, something for her", is(categories, "baby"), 0, 0},
		{"christening of a boy, parents are not religious, £50", is(occasions, "christening"), 4, 5},
		{"christening of a boy, parents are not religious, £50", is(assumes, "faith"), 0, 0},
		{"new parents with a 3 week old, exhausted", is(assumes, "twins"), 0, 0},
		{"family with two kids, something for all of them, $40", is(categories, "game"), 1, 5},
		{"our nanny leaves after four years", is(interests, "childcare"), 2, 5},
		{"nephew, 19, just got into medical school", is(assumes, "care-worker"), 0, 0},
		{"bar mitzvah, boy, 13, $54", is(assumes, "christian"), 0, 0},
		{"friends with a 6 month old who never sleeps", is(assumes, "baby"), 2, 5},
	} {
		hits := five(t, e, c.description)
		if n := count(hits, c.of); n < c.least || n > c.most {
			t.Errorf("%s: %d of %v, want %d to %d", c.description, n, keys(hits), c.least, c.most)
		}
	}
}

// Who comes of age, studies or has a first home gets neither a bath day nor a kitchen radio when nothing else is said.
func TestGivesTheYoungWhatTheyLike(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, description := range []string{"18th birthday gift for my niece, £50", "my nephew turns 21, $40",
		"christmas for my 20 year old brother, 60 euros", "something for my flatmate, £20"} {
		for _, h := range five(t, e, description) {
			if h.Ages[0] > 18 || slices.Contains(h.Categories, "spa") || !slices.ContainsFunc(h.Recipients, func(r string) bool {
				return r == "teenager" || r == "student" || r == "roommate" || r == "friend" || r == "niece-nephew" || r == "brother"
			}) {
				t.Errorf("%s: %s", description, h.Key)
			}
		}
	}
	for _, h := range five(t, e, "stocking fillers for my teenage sons, under $10 each") {
		if slices.Contains(h.Interests, "yoga") || slices.Contains(h.Interests, "mushrooms") {
			t.Errorf("a stocking: %s", h.Key)
		}
	}
}
