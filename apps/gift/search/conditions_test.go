package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/search"
)

// What a gift must be, how it travels, what somebody has become, and what their body no longer does decide what is right.
func TestConditions(t *testing.T) {
	t.Parallel()
	e := engine(t)
	serving := func(assumed string) func(search.Hit) bool {
		return func(h search.Hit) bool { return slices.Contains(h.Assumes, assumed) }
	}
	of := func(facet func(search.Hit) []string, values ...string) func(search.Hit) bool {
		return func(h search.Hit) bool {
			return slices.ContainsFunc(values, func(v string) bool { return slices.Contains(facet(h), v) })
		}
	}
	categories := func(h search.Hit) []string { return h.Categories }
	interests := func(h search.Hit) []string { return h.Interests }
	situations := func(h search.Hit) []string { return h.Situations }
	traits := func(h search.Hit) []string { return h.Traits }
	named := func(part string) func(search.Hit) bool {
		return func(h search.Hit) bool { return strings.Contains(h.Name, part) }
	}
	for _, c := range []struct {
		description string
		is          func(search.Hit) bool
		least, most int // how many of five are so
	}{
		{"something that fits in an envelope for my penfriend in Japan, she likes tea", serving("by-letter"), 3, 5},
		{"something that fits in an envelope for my penfriend in Japan, she likes tea", of(categories, "kitchen", "home", "toy"), 0, 0},
		{"my penfriend in Japan likes tea", serving("by-letter"), 0, 0},
		{"I'm 29 and just got promoted, something that lasts, up to 250 dollars", of(categories, "food", "experience", "plant"), 0, 1},
		{"my sister got promoted, she runs and loves Greek food, £40", serving("promoted"), 2, 4},
		{"my colleague became a British citizen, something silly, £30", serving("new-citizen"), 2, 5},
		{"my colleague became a British citizen, something silly, £30", of(traits, "funny", "playful", "quirky"), 5, 5},
		{"my flatmate passed her driving test at the sixth try, something funny, under £15", of(situations, "first-car"), 3, 5},
		{"thank you gift for the nurses on the ward who looked after my mother, there are fifteen of them", of(situations, "whole-staff"), 5, 5},
		{"mum, 70, loves her garden but her knees are gone", of(situations, "limited-mobility"), 1, 5},
		{"my dad has a dodgy hip, loves history and cakes", of(interests, "hiking", "running"), 0, 0},
		{"grandma, her eyesight is failing, loves tea and history", of(categories, "book", "puzzle"), 0, 0},
		{"brother surfs, wants no stuff, $60", of(categories, "clothing", "book", "decor"), 0, 0},
		{"he wants no stuff, loves jazz, $110", of(interests, "jazz"), 2, 5},
		{"a christening gift for my godson that he'll still have when he's thirty", named("peaker"), 0, 0},
		{"gift for a beekeeper", named("oney"), 0, 0},
		{"a birdwatcher aunt, 63, up to £35", named("identification"), 0, 0},
		{"girlfriend plays cello in an orchestra, 70 euro", of(categories, "musical-instrument"), 0, 0},
		{"uncle, a fly fisherman with every rod there is, $90", named("ackle bag"), 0, 0},
		{"husband bakes bread, has the banneton, the lame, the stone. $60", named("anneton"), 0, 0},
		{"thank you present for the man who found my wallet", of(categories, "photo"), 0, 0},
		{"best friend's baby shower, first child, she loves vintage things", of(categories, "baby", "book"), 1, 5},
		{"my sorry present for my neighbour", serving("amends"), 4, 5},
	} {
		hits, n := five(t, e, c.description), 0
		for _, h := range hits {
			if c.is(h) {
				n++
			}
		}
		if n < c.least || n > c.most {
			t.Errorf("%s: %d of %v, want %d to %d; %s", c.description, n, keys(hits), c.least, c.most, e.Explain(c.description))
		}
	}
}
