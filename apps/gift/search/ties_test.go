package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

func hasAny(all []string, words string) bool {
	return slices.ContainsFunc(all, func(s string) bool { return slices.Contains(strings.Fields(words), s) })
}

// None of the gifts is what it must not be.
func TestNoneIsWrong(t *testing.T) {
	t.Parallel()
	heeded(t, []limit{
		{"something to have", func(g catalogue.Gift) bool { return !hasAny(g.Categories, "experience ticket class membership") },
			[]string{"husband, 52, only wants experiences, likes blues and steak", "my sister prefers experiences, horses and theatre", "wife; experiences not things; she likes opera"}},
		{"clutter", func(g catalogue.Gift) bool {
			return hasAny(g.Categories, "decor collectible furniture soft-furnishing")
		},
			[]string{"silver wedding of my aunt and uncle who sail, no clutter please", "partner who hates clutter and likes coffee", "wedding, they own everything"}},
		{"hard to send", func(g catalogue.Gift) bool {
			return hasAny(g.Categories, "furniture plant bedding") || strings.Contains(g.Name, "mug")
		},
			[]string{"friend in Canada who loves tea, needs to ship", "sister moving to Spain, loves baking, nothing heavy"}},
		{"clothes", func(g catalogue.Gift) bool { return hasAny(g.Categories, "clothing") },
			[]string{"brother, tech nerd, hates clutter and clothes"}},
		{"for children or a family", func(g catalogue.Gift) bool { return g.Recipients[0] == "family" || g.Recipients[0] == "child" },
			[]string{"my brother and his wife have three kids and no time for themselves, something for the two of them"}},
		{"for the work of one of them", func(g catalogue.Gift) bool { return slices.Contains(g.Interests, "medicine-and-care") },
			[]string{"engagement gift for my sister and her fiancé, both nurses, they love camping"}},
		{"for the work of whom she marries", func(g catalogue.Gift) bool { return hasAny(g.Interests, "medicine-and-care") },
			[]string{"my friend who got engaged to a doctor, she's into pilates and candles"}},
		{"for those who make candles", func(g catalogue.Gift) bool { return slices.Contains(g.Assumes, "candle-maker") },
			[]string{"my sister, 30, loves candles and pilates, 40 dollars"}},
		{"for the trade of whom they marry or of a host's lake", func(g catalogue.Gift) bool { return hasAny(g.Interests, "chefs-kitchen wild-swimming") },
			[]string{"my sister is marrying a chef, they love travelling, 60 dollars", "my boss hosts the team at her lake house, 80 dollars"}},
		{"from colleagues", func(g catalogue.Gift) bool { return slices.Contains(g.Assumes, "work") },
			[]string{"farewell for a couple of friends, both retired, who travel round the world, 50 dollars"}},
		{"for the house", func(g catalogue.Gift) bool { return hasAny(g.Categories, "home kitchen furniture bedding") },
			[]string{"wedding for two runners, they asked for no household stuff, 100 pounds"}},
		{"for the first days in a home", func(g catalogue.Gift) bool { return slices.Contains(g.Assumes, "moving-day") },
			[]string{"the couple next door have invited us to their housewarming", "housewarming of friends who like board games"}},
		{"a heart or a rose", func(g catalogue.Gift) bool { return strings.Contains(strings.ToLower(g.Name), "heart") },
			[]string{"valentine, she hates clichés like roses or hearts, likes astronomy and chocolate"}},
		{"for hosts one has stayed with", func(g catalogue.Gift) bool { return slices.Contains(g.Assumes, "stayed") },
			[]string{"girlfriend's parents, I'm meeting them for the first time"}},
	})
}

// Who plays one instrument, or drinks one wine, gets nothing for another of the same pastime.
func TestRivals(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, never := range map[string]string{
		"my brother plays padel":                 "badminton shuttlecock shuttlecocks squash",
		"boyfriend plays bass":                   "guitar ukulele",
		"friend, loves a glass of red wine":      "white orange champagne",
		"my aunt loves orchids":                  "bonsai",
		"date who loves ramen":                   "sushi steamer",
		"uncle who plays bridge":                 "poker",
		"mein Mann trinkt gern Rotwein":          "orange champagne",
		"my cousin plays the cello":              "violin flute clarinet",
		"girlfriend mad about snowboarding":      "ski skis",
		"dad plays petanque":                     "ten-pin bowling",
		"colleague, gin lover":                   "whisky tequila",
		"my friend does judo":                    "karate taekwondo",
		"brother cooks a lot of curry":           "tagine paella",
		"my nephew, 25, keeps a gecko":           "snake tortoise",
		"a friend who plays the mandolin":        "banjo accordion",
		"niece, 20, has a hamster she dotes on":  "guinea",
		"mon ami aime le vin blanc":              "red champagne",
		"my flatmate goes paddleboarding weekly": "kayak wakeboard",
	} {
		for _, h := range five(t, e, description) {
			words := strings.FieldsFunc(strings.ToLower(h.Name), func(r rune) bool { return r == ' ' || r == ',' || r == ':' })
			if hasAny(words, never) {
				t.Errorf("%s: %s", description, h.Name)
			}
		}
	}
}

// Children who have just come count beside what their parents love.
func TestNewParentsAreServed(t *testing.T) {
	t.Parallel()
	e := engine(t)
	hits := five(t, e, "pour un couple qui vient d'avoir des jumeaux, ils sont fans de séries, 40 euros")
	if !slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Situations, "new-baby") }) {
		t.Errorf("%v", keys(hits))
	}
}

// A day that needs gifts of its own has one, whatever else is said.
func TestTheDayHasItsGift(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, day := range map[string]string{
		"wedding gift for my cousin, they have everything and love the mountains, 100 to 150 euros": "wedding",
		"my sister got engaged, she climbs, 50 dollars":                                             "engagement",
		"farewell for a colleague who cycles, 40 euros":                                             "farewell",
		"housewarming for friends who love cheese and wine, 30 euros":                               "housewarming",
		"valentine's for my boyfriend, motorbikes and video games, 50 euros":                        "valentines",
		"Meine Schwester heiratet, beide segeln gern, 150 Euro":                                     "wedding",
	} {
		if hits := five(t, e, description); !slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Occasions[:min(2, len(h.Occasions))], day) }) {
			t.Errorf("%s: %v", description, keys(hits))
		}
	}
}

// Nobody collects for a trifle.
func TestPooledSums(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, least := range map[string]int{
		"boss turning 50, we're eight people at 15 each, he rides a road bike":       30,
		"my boss is leaving, team of nine, 12 euros each, gin and crime novels":      25,
		"colleague leaving, the team has collected 150 dollars, she loves cooking":   40,
		"mon collègue part, on est 10 à donner 10 euros, il aime le vin":             30,
		"mis padres cumplen 40 años de casados, somos 4 y ponemos 50 euros cada uno": 60,
	} {
		hits := five(t, e, description)
		if cheap := count(hits, func(h search.Hit) bool { return h.Price[1] < least }); cheap > 1 {
			t.Errorf("%s: %d below %d: %v", description, cheap, least, keys(hits))
		}
	}
}
