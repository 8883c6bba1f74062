package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// Who eats, wears or burns what others make gets none of what it takes to make it, and who makes it does.
func TestMakesOrMerelyEnjoys(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, makes := range map[string]map[string]bool{
		"my uncle is mad about apple crumble and pies, and sails, $50":  {"baking": false},
		"girlfriend loves brownies, cupcakes and yoga, $40":             {"baking": false},
		"gran is fond of marmalade on toast, and of bingo, $20":         {"preserving": false},
		"my sister-in-law loves a good curry and true crime, $40":       {"cooking": false},
		"cousin, student, lives on pasta, plays the drums, $30":         {"cooking": false},
		"niece, 16, likes bracelets and manga, $25":                     {"jewellery-making": false},
		"friend who likes candles and reggae, $25":                      {"candle-making": false},
		"mi tía adora las tartas y el ajedrez, 20 euros":                {"baking": false},
		"dad bakes cakes every Sunday and follows cricket, $50":         {"baking": true},
		"husband makes curry from scratch on Fridays, $50":              {"cooking": true},
		"my aunt makes candles and loves cats, $40":                     {"candle-making": true},
		"niece, 12, makes bracelets for all her friends, $20":           {"jewellery-making": true},
		"my brother loves cooking and eats far too many tacos, $50":     {"cooking": true},
		"my mother loves cakes, baking and all that comes with it, $50": {"baking": true},
		"my friend, 40, into home made wine, $60":                       {"fermenting": true},
		"my mate loves cooking and red wine, $60":                       {"fermenting": false, "cooking": true},
		"my neighbour brings us cookies; she likes rowing and gin, $30": {"baking": false},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 8}).Hits
		for interest, want := range makes {
			got := slices.ContainsFunc(hits, func(h search.Hit) bool {
				return slices.Index(h.Interests, interest) == 0 && slices.Contains([]string{"kitchen", "class", "craft-kit", "book", "tool", "clothing"}, h.Categories[0])
			})
			if got != want {
				t.Errorf("%s: something to do %s with: %v, want %v: %v; %s", description, interest, got, want, keys(hits), e.Explain(description))
			}
		}
	}
}
