package search_test

import (
	"strings"
	"testing"

	"berth/apps/gift/search"
)

// Whom a present is for, and how old they are, however briefly it is put.
func TestWhoIsMeant(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct {
		description, is, not string
		low, high            int // years; -1 is not said
	}{
		{"my sons girlfriend, 22, likes plants, £25", "recipient/in-laws", "recipient/girlfriend", 22, 22},
		{"my daughters boyfriend, likes rugby, £30", "recipient/in-laws", "recipient/boyfriend", -1, -1},
		{"christmas for my dads wife, 50, likes wine, £30", "recipient/in-laws", "recipient/wife", 50, 50},
		{"my daughters fiance, into cars, £40", "recipient/in-laws", "recipient/boyfriend", -1, -1},
		{"my friends wife who is ill, likes novels, £20", "recipient/in-laws", "recipient/wife", -1, -1},
		{"mum of my best friend, took me in for a month, loves pottery, £35", "recipient/friend", "recipient/mother", -1, -1},
		{"the mum of my boyfriend, loves gardening, £35", "recipient/in-laws", "recipient/boyfriend", -1, -1},
		{"the mum of my daughter's best friend, loves baking, £20", "recipient/friend", "recipient/daughter", -1, -1},
		{"the parents of my exchange student, from Mexico, love markets, 50 dollars", "recipient/couple 0.90", "recipient/student", -1, -1},
		{"first time meeting girlfriend's parents, dad fishes, mum makes pottery, $40", "recipient/couple 0.80", "recipient/father 1.00", -1, -1},
		{"grandpa and i do puzzles together, £20", "recipient/grandfather", "recipient/friend", 60, 95},
		{"wife and me saved for her 40th, she likes astronomy, 350 euros", "recipient/wife", "recipient/mother", 40, 40},
		{"wife and I want to thank our neighbours, they like wine, £25", "recipient/neighbour", "recipient/wife", -1, -1},
		{"mum and toddler group leader, loves sewing, £15", "recipient/teacher", "recipient/toddler", -1, -1},
		{"the lady who runs the toddler group, likes gin, £20", "recipient/teacher", "recipient/toddler", -1, -1},
		{"goodbye present to Jean, 71, moving near daughter, likes dachshunds, £35", "dogs", "recipient/daughter", 71, 71},
		{"christening gift from great grandparents, pensioner budget £20, baby boy", "recipient/baby", "retiring", 0, 1},
		{"lembrança para a educadora do meu filho, gosta de ler, 20 euros", "recipient/teacher", "recipient/son", -1, -1},
		{"my colleague's twins just born, boys, £30", "recipient/new-parents", "recipient/boss", -1, -1},
		{"birthday 7, girl, loves mermaids, £25", "recipient/child", "recipient/friend", 7, 7},
		{"18 months, loves balls, £20", "recipient/toddler", "recipient/friend", 1, 1},
		{"grandson 18 months loves balls and cats, $25", "recipient/toddler", "recipient/friend", 1, 1},
		{"boy of 12 months and his brother, 40 euro", "recipient/toddler", "recipient/friend", 1, 1},
		{"kid 2 and a half mad about trains, 35 euros", "recipient/toddler", "recipient/teenager", 2, 2},
		{"18 months sober, my friend, loves tea, £25", "recipient/friend", "recipient/toddler", -1, -1},
		{"birthday 30 dollars, my mum loves tea", "recipient/mother", "recipient/child", -1, -1},
	} {
		a, read := e.Recommend(t.Context(), search.Request{Description: c.description, Limit: 5}), e.Explain(c.description)
		if !strings.Contains(read, c.is) || strings.Contains(read, c.not) {
			t.Errorf("%s: %s", c.description, read)
		}
		switch {
		case c.low < 0 && a.Age != nil, c.low >= 0 && (a.Age == nil || a.Age.Low != c.low || a.Age.High != c.high):
			t.Errorf("%s: aged %v, not %d to %d", c.description, a.Age, c.low, c.high)
		}
	}
}
