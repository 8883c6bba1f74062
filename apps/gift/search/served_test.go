package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// Whoever works for somebody is thanked, and gets nothing of their trade; a relative of that trade does.
func TestTheHiredAreThanked(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, trade := range map[string]string{
		"thank you gift for my hairdresser, $25":      "hair-and-makeup",
		"christmas present for our dog's groomer":     "dogs",
		"gift for our wedding photographer":           "photography",
		"something for my mechanic who fixed the car": "cars",
		"a present for my accountant, $40":            "accounting",
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits {
			if slices.Contains(h.Interests, trade) {
				t.Errorf("%s: %s is of the trade", description, h.Key)
			}
		}
	}
	if hits := five(t, e, "my sister runs her own yoga studio, birthday, $70"); slices.Contains(keys(hits), "pair-of-cork-yoga-blocks-and-a-strap") {
		t.Errorf("who runs a yoga studio gets gear: %v", keys(hits))
	}
	if hits := five(t, e, "my brother's new girlfriend, christmas, $25"); slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Assumes, "partner") }) {
		t.Errorf("the brother's girlfriend gets what is for a partner: %v", keys(hits))
	}
	if n := with(five(t, e, "my mechanic brother, birthday"), "cars", "trades"); n < 3 {
		t.Errorf("the mechanic brother gets %d for cars", n)
	}
	if a := e.Recommend(t.Context(), search.Request{Description: "Thank you for the childminder, she's had my kids since they were babies.", Limit: 5}); a.Word != "the childminder" {
		t.Errorf("for %q: %v", a.Word, keys(a.Hits))
	}
}

// Who gives lessons gets thanks, and nothing of a class at school.
func TestLessonsAreNoClass(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, description := range []string{"my yoga teacher, end of the course, $20", "personal trainer gift, $40", "my son's guitar teacher, $30"} {
		hits := five(t, e, description)
		if !slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Assumes, "lessons") }) {
			t.Errorf("%s: no thanks in %v", description, keys(hits))
		}
		for _, h := range hits {
			if slices.Contains(h.Assumes, "class") || slices.Contains(h.Assumes, "team") {
				t.Errorf("%s: %s is for a class or a team", description, h.Key)
			}
		}
	}
}

// What each of several gets is not what they give.
func TestApiece(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, most := range map[string]int{
		"groomsmen gifts, 5 guys, $30 each":                              30,
		"gift for employees, we are 12, 25 dollars each":                 25,
		"gift for my team of 8, end of a hard project, $15 each":         15,
		"gift for our coach, women's group of 9, $8 each":                72,
		"my husband and I, we are five couples, 20 dollars each, for Jo": 100,
	} {
		if a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}); a.Budget == nil || a.Budget.High != most {
			t.Errorf("%s: %v", description, a.Budget)
		}
	}
}

// A guess needs more than a word that stands beside many others.
func TestPlainWordsAreNoPastimes(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, not := range map[string]string{
		"gift for a client who closed a big deal with us, $100":  "trading-cards",
		"white elephant, something people will fight over, $25":  "boxing",
		"my husband rides motorcycles, birthday":                 "horses",
		"present for the neighbour, I thought of nothing yet":    "true-crime",
		"colleague leaves at the end of the course, thank you":   "golf",
		"my neighbour whom I believe to be happy, small present": "true-crime",
	} {
		if hits := five(t, e, description); with(hits, not) > 0 {
			t.Errorf("%s: %s in %v", description, not, keys(hits))
		}
	}
}

// with counts the gifts that are for one of these interests.
func with(hits []search.Hit, interests ...string) (n int) {
	for _, h := range hits {
		if slices.ContainsFunc(interests, func(i string) bool { return slices.Contains(h.Interests, i) }) {
			n++
		}
	}
	return n
}
