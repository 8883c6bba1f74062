package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// Who gives is not who gets it: their age is not the recipient's.
func TestGiversAge(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, word := range map[string]string{
		"a gift from my 6 year old for his grandpa":                           "his grandpa",
		"from my kids (5 and 8) to their dad":                                 "their dad",
		"my 7 year old wants to give his grandma something":                   "his grandma",
		"my son, 10, needs a gift for his teacher":                            "his teacher",
		"my daughter (6) is looking for a present for her nanny":              "your friend",
		"my kids, 4 and 7, want to buy something for their grandfather":       "their grandfather",
		"from a 5 year old to his mum":                                        "his mum",
		"my 12-year-old son wants to surprise his mother":                     "his mother",
		"my daughter is 9 and wants to thank her swimming coach":              "her swimming coach",
		"our 4 year old would like to give her kindergarten teacher a gift":   "her kindergarten teacher",
		"my little brother (8) wants to get our mum something for Christmas":  "your mum",
		"birthday present from grandkids 5, 7 and 9 to their nan":             "their nan",
		"My 6-year-old is asked to bring a gift for his kindergarten teacher": "his kindergarten teacher",
	} {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5})
		if a.Word != word || a.Age != nil && a.Age.Low < 18 || a.Fallback || len(a.Hits) != 5 {
			t.Errorf("%s: %q, aged %v, fallback %v", description, a.Word, a.Age, a.Fallback)
		}
		for _, h := range a.Hits {
			if h.Ages[1] < 18 {
				t.Errorf("%s: %s is for children", description, h.Key)
			}
		}
	}
	for description, age := range map[string]int{
		"my son, 10, needs a gift, loves football":                 10,
		"gift from a 10 year old girl to her best friend":          10,
		"my niece, 8, is looking forward to a gift from her uncle": 8,
	} {
		if a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}); a.Age == nil || a.Age.Low != age {
			t.Errorf("%s: aged %v", description, a.Age)
		}
	}
}

// What somebody is called is English.
func TestCalled(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, word := range map[string]string{
		"a very sweet teenage brother who loves football": "this person", "my teenage son": "your teenage son", "a gift from my 5 year old for her nan": "her nan",
	} {
		if a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}); a.Word != word {
			t.Errorf("%s: %q, want %q", description, a.Word, word)
		}
	}
}

// What whoever asks loves is no wish of the recipient, unless they love it as well.
func TestGiversHobbies(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct{ description, own, theirs string }{
		{"my wife, I love woodworking but she loves reading", "woodworking", "reading"},
		{"I love cats; my sister loves dogs", "cats", "dogs"},
		{"I play guitar and want something for my dad", "bass-and-guitar", ""},
		{"as a keen cyclist I want to thank my doctor", "cycling", ""},
		{"I'm a keen gardener but my brother prefers video games", "gardening", "video-games"},
		{"I am into fishing, my wife isn't; she loves crime novels", "fishing", "crime-fiction"},
		{"I love hiking and I'm looking for a gift for my boss who likes wine", "hiking", "wine"},
		{"I bake a lot. My neighbour helped me move, something for him", "baking", ""},
		{"Being a runner myself, I don't know what to get my sister, a pianist", "running", "piano"},
		{"My husband and I love sailing; gift for his mother who knits", "sailing", "knitting"},
		{"I run marathons, my girlfriend does yoga", "running", "yoga"},
		{"I hate coffee but my wife loves it", "", "coffee"},
		{"I love jazz and so does my dad", "", "jazz"},
		{"something for me, I love woodworking", "", "woodworking"},
		{"I'd love a gardening gift for my mum", "", "gardening"},
		{"I'd like to find something for my uncle who fishes", "", "fishing"},
	} {
		hits := five(t, e, c.description)
		of := func(interest string) int {
			return count(hits, func(h search.Hit) bool { return slices.Contains(h.Interests, interest) })
		}
		if c.own != "" && of(c.own) > 0 || c.theirs != "" && of(c.theirs) < 2 {
			t.Errorf("%s: %v; %s", c.description, keys(hits), e.Explain(c.description))
		}
	}
}
