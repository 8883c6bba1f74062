package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// No list has a gift that takes for granted what nobody said; where it is said, such gifts are given.
func TestNothingIsAssumed(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, c := range map[string]struct {
		assumed string
		given   bool
	}{
		"friend who likes cats and wine":                           {"cat", false},
		"colleague whose cat died last week":                       {"pet-lost", true},
		"a friend whose dog passed away, around $20":               {"bereaved", false},
		"my friend, whose father died last week, around $20":       {"bereaved", true},
		"my mother finished chemo last week and wants to dance":    {"long-illness", false},
		"my mother is having chemo and is always cold":             {"long-illness", true},
		"my wife and I celebrate our 15th anniversary, up to $150": {"tenth-year", false},
		"our 10th anniversary, my wife loves cooking and wine":     {"tenth-year", true},
		"niece, 17, just passed her driving test, likes plants":    {"learner", false},
		"friend whose cat is called Momo, she likes wine":          {"cat", true},
		"my colleague loves jigsaws":                               {"memory-loss", false},
		"grandma, 84, has dementia and loves jigsaws":              {"memory-loss", true},
		"my husband brews his own beer and has done so for years":  {"beginner", false},
		"my brother, who wants to start brewing, loves craft beer": {"beginner", true},
		"colleague, 40, reads a lot, under $30":                    {"baby", false},
		"a friend who just had a baby":                             {"baby", true},
		"my dad likes driving and coffee":                          {"new-driver", false},
		"my son, 18, passed his driving test":                      {"just-passed", true},
		"niece, 11, loves robots and horses":                       {"horse", false},
		"girl, 12, looks after her pony every day":                 {"horse", true},
		"teacher's assistant, 23, is saving to travel to Peru":     {"far-away", false},
		"my colleague, 23, is moving to Peru and loves travelling": {"far-away", true},
		"my hairdresser opened her own salon":                      {"own-business", true},
		"my hairdresser has a new job":                             {"own-business", false},
		"aunt, 60, cares for her husband, who has dementia":        {"home-carer", true},
		"aunt, 60, always tired and stressed":                      {"home-carer", false},
		"sister, 55, likes interior design":                        {"homeowner", false},
		"daughter, 17, loves festivals and singing":                {"choir", false},
		"mother, 66, sings in a choir":                             {"choir", true},
		"friend who plays the harmonica and lives on a boat":       {"harmonica", true},
		"girl of 8, dances flamenco":                               {"flamenco", true},
		"girl of 8, dances and paints":                             {"flamenco", false},
		"my best man, an old friend, wedding in May":               {"wedding-party", true},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits
		if got := slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Assumes, c.assumed) }); got != c.given {
			t.Errorf("%s: gifts that assume %q: %v, want %v: %v", description, c.assumed, got, c.given, keys(hits))
		}
	}
}

// What fills a list suits the stage of life: nobody gets a toy for somebody else's age, and strangers get nothing odd.
func TestFillersAreSafe(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]string{
		"my colleague likes nothing that I know of, under $25": "desk-plant-pot-with-a-face",
		"boy, 7, who loves submarines, under $25":              "big-craft-box-with-paper-pompoms-and-glue",
		"my grandmother, 88, plays the zither, under $60":      "flower-bouquet-of-the-season-hand-tied",
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits
		if len(hits) != 10 || !slices.Contains(keys(hits), want) {
			t.Errorf("%s: %s is not among %v", description, want, keys(hits))
		}
	}
}

// Where more may be spent, dearer gifts come first.
func TestDearerGiftsComeFirstWithinABudget(t *testing.T) {
	t.Parallel()
	e := engine(t)
	mean := func(description string) (sum int) {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits {
			sum += h.Price[1]
		}
		return sum / 5
	}
	if low, high := mean("my sister who gardens, up to $25"), mean("my sister who gardens, up to $100"); high < 2*low {
		t.Errorf("for $25 gifts cost up to %d, for $100 up to %d", low, high)
	}
}
