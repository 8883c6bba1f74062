package search

import (
	"slices"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

// What is cut once is what each text would be cut into by itself, but for what stands before its first word.
func TestProseIsCutOnce(t *testing.T) {
	t.Parallel()
	gifts, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	plain := func(tokens []text.Token) []text.Token {
		tokens = slices.Clone(tokens)
		if len(tokens) > 0 {
			tokens[0].Before = text.None
		}
		return tokens
	}
	cutter := &text.Cutter{}
	for _, g := range gifts {
		p := cutProse(g, cutter)
		for want, got := range map[string][]text.Token{
			g.Name: p.ofName(), g.Brief: p.ofBrief(), g.Name + ". " + g.Brief: p.ofTitle(), g.Description: p.ofDescription(), facetWords(g): p.ofFacets(),
		} {
			if !slices.Equal(plain(got), plain(text.Tokens(want))) {
				t.Errorf("%s: %q is cut into %v", g.Key, want, got)
			}
		}
		if !slices.Equal(p.all, text.Tokens(Prose(g))) {
			t.Errorf("%s: %v", g.Key, p.all)
		}
	}
}
