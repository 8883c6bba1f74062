package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// Of what somebody has very much of, or has by another name, there is no more.
func TestHoardsDoNotGrow(t *testing.T) {
	t.Parallel()
	heeded(t, []limit{
		{"a ukulele", said("concert ukulele", "starter ukulele"), []string{"nephew 9 plays the ukulele, got the uke already, £60"}},
		{"bricks to build with", func(g catalogue.Gift) bool {
			return g.Categories[0] == "toy" && slices.Contains(g.Interests, "lego-and-bricks")
		}, []string{"nephew 7 mad on lego, has so much lego already, €30", "two grandsons, 5 and 8, lots of lego already, £40"}},
		{"a tool", func(g catalogue.Gift) bool { return g.Categories[0] == "tool" },
			[]string{"husband restores an old car, the garage is full of tools, €100", "dad does up old motorbikes, shed is full of tools, £50"}},
		{"a sauce", func(g catalogue.Gift) bool {
			return g.Categories[0] == "food" && slices.Contains(g.Interests, "chillies-and-hot-sauce")
		}, []string{"friend loves hot sauce, her fridge is full of hot sauces, $35"}},
		{"a palette", said("palette"), []string{"sister is into makeup, has tons of makeup already, £30"}},
		{"a cube", said("speed cube"), []string{"boy 12 solves speed cubes, has dozens of them, £20"}},
		{"a die", said("beautiful die"), []string{"boyfriend loves dnd, owns dozens of dice, £25"}},
		{"a pen", func(g catalogue.Gift) bool { return strings.HasSuffix(g.Name, " pen") }, []string{"husband collects fountain pens, has about fifty, £60"}},
		{"a cactus", said("cacti"), []string{"husband collects cacti, has about 200, £30"}},
		{"a book", func(g catalogue.Gift) bool { return g.Categories[0] == "book" },
			[]string{"sister loves cats, and obviously books but has thousands", "husband into astronomy, no more books, he has hundreds"}},
		{"a chalk bag", said("chalk bag"), []string{"my boyfriend is 32, loves bouldering and sushi, has chalk bag and shoes"}},
		{"a doctor's case", said("doctor's case"), []string{"5 year old who wants to be a vet, has a doctor kit, £20"}},
		{"vegetables of wood", said("vegetables to cut"), []string{"3yr old always cooking in her play kitchen, has fruit and veg already, €20"}},
		{"a daypack", said("daypack"), []string{"godson turns 18, going travelling in Asia, already got a backpack, £80"}},
	})
}

// What is about it stays.
func TestHoardersReadAboutThem(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, part := range map[string]string{
		"mum grows orchids, has about 40 of them, £30":              "orchids",
		"brother's into whisky, his cabinet is full of whisky, £60": "whisky",
		"nephew 7 mad on lego, has so much lego already, €30":       "brick ideas",
	} {
		if !slices.ContainsFunc(five(t, e, description), func(h search.Hit) bool { return strings.Contains(strings.ToLower(h.Name), part) }) {
			t.Errorf("%s: %v", description, keys(five(t, e, description)))
		}
	}
}
