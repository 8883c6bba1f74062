package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// What somebody must not eat, cannot see or cannot hear is not given them, also where they love what it is for.
func TestUnsuitable(t *testing.T) {
	t.Parallel()
	e := engine(t)
	contains := func(what ...string) func(search.Hit) bool {
		return func(h search.Hit) bool {
			return slices.ContainsFunc(what, func(w string) bool { return slices.Contains(h.Contains, w) })
		}
	}
	keyed := func(wrong ...string) func(search.Hit) bool {
		return func(h search.Hit) bool { return slices.Contains(wrong, h.Key) }
	}
	for description, wrong := range map[string]func(search.Hit) bool{
		"my mum is vegan and loves cheese": keyed("lactose-free-alpine-cheeses-a-board-of-four", "fondue-set-enamelled-cast-iron", "cheese-knives-and-slate-labels",
			"cheese-lovers-pocket-book", "marble-and-oak-cheese-board"),
		"my vegan friend loves chocolate":                      contains("dairy", "animal-products"),
		"my sister is blind and loves reading":                 keyed("e-reader-large-type", "canvas-tote-for-the-library-haul", "rechargeable-reading-lamp-with-warm-light"),
		"my friend is deaf and loves films":                    keyed("amplified-headphones-for-television-evenings", "tv-listening-headset"),
		"my colleague is Muslim, loves barbecue":               keyed("butchers-barbecue-box", "breakfast-meats-cheese-and-mustard-crate", "low-and-slow-barbecue-day"),
		"my boyfriend keeps kosher and loves barbecue":         contains("pork"),
		"my girlfriend is lactose intolerant and loves cheese": keyed("fondue-set-enamelled-cast-iron"),
		"my niece has a nut allergy and loves chocolate":       contains("nuts"),
		"my sister is pregnant and loves wine":                 contains("alcohol", "caffeine"),
		"my dad is gluten-free and loves beer":                 keyed("beer-club-three-months", "craft-beer-box-of-eight", "bread-stamp-and-proofing-thermometer"),
		"my friend is teetotal and loves cocktails":            contains("alcohol"),
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits
		for _, h := range hits {
			if wrong(h) {
				t.Errorf("%s: %s; %s", description, h.Key, e.Explain(description))
			}
		}
		if len(hits) != 10 {
			t.Errorf("%s: %v", description, keys(hits))
		}
	}
	for description, fits := range map[string]string{
		"my mum is vegan and loves cheese":       "vegan-cheese-tasting-three-ripe-ones",
		"my grandad is a bit deaf, loves films":  "amplified-headphones-for-television-evenings",
		"my colleague is Muslim, loves barbecue": "halal-feast-dinner-for-two",
	} {
		if hits := five(t, e, description); count(hits, func(h search.Hit) bool { return h.Key == fits }) == 0 {
			t.Errorf("%s: no %s in %v", description, fits, keys(hits))
		}
	}
}
