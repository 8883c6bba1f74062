package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// Who becomes a parent gets what is for the time with the child, a father nothing for an expectant mother's body, and nobody an empty list.
func TestParentsToBe(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, father := range map[string]bool{
		"my brother who is going to be a dad":         true,
		"my husband is going to be a father soon":     true,
		"my brother, soon to be a dad":                true,
		"going to be a dad":                           true,
		"my cousin is about to become a father":       true,
		"my nephew will be a father in spring":        true,
		"brother-in-law, expectant father":            true,
		"a dad-to-be":                                 true,
		"my boss is becoming a dad":                   true,
		"my brother is expecting his first child":     true,
		"brother in law, his wife is pregnant":        true,
		"mein Bruder wird Vater":                      true,
		"my wife is going to be a mother soon":        false,
		"my sister who is going to be a mum":          false,
		"my expectant daughter":                       false,
		"my brother and his wife are expecting":       false,
		"my friend is about to become a mum in March": false,
	} {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10})
		if a.Fallback || len(a.Hits) != 10 {
			t.Errorf("%s: %d gifts, fallback %v", description, len(a.Hits), a.Fallback)
		}
		for _, h := range a.Hits {
			if father && slices.Contains(h.Assumes, "new-mother") {
				t.Errorf("%s: %s is for an expectant mother", description, h.Key)
			}
		}
		if n := count(a.Hits[:5], func(h search.Hit) bool {
			return slices.Contains(h.Assumes, "baby") || slices.Contains(h.Situations, "new-baby")
		}); n < 3 {
			t.Errorf("%s: %d of five for parents: %v; %s", description, n, keys(a.Hits), e.Explain(description))
		}
	}
}

// Somebody else's child to come is no news of the recipient, and an ordinary sentence about somebody has a list.
func TestNoParentsToBe(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, description := range []string{
		"my sister, whose best friend is going to be a mum, loves tea", "my dad hopes to be a father again, loves fishing", "being a mother of three is hard, she loves yoga",
		"my parents are about to become grandparents", "I want to thank my doctor", "my dad is going to be a grandfather",
	} {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5})
		if n := count(a.Hits, func(h search.Hit) bool { return slices.Contains(h.Assumes, "baby") }); n > 0 || a.Fallback || len(a.Hits) != 5 {
			t.Errorf("%s: %d of %v for a baby, fallback %v", description, n, keys(a.Hits), a.Fallback)
		}
	}
}
