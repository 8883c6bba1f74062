package words

import (
	"slices"
	"strings"
)

// Mood returns what a word asks of a theme, "" for nothing.
func (g *Grammar) Mood(folded string) string {
	for mood, words := range g.Moods {
		if words[folded] {
			return mood
		}
	}
	return ""
}

// Colour is an accent for a light and for a dark background.
type Colour struct{ Light, Dark string }

// Hue returns the colour of that name, nil for none. Names that are also things, such as wine and mint, are none.
func (g *Grammar) Hue(folded string) *Colour {
	for _, c := range g.Colours {
		if slices.Contains(strings.Fields(c[0]), folded) {
			return &Colour{c[1], c[2]}
		}
	}
	return nil
}

// Keeps reports whether words of a language speak of something that people write down to read it again, and whether one person does so: "my
// diary".
func (g *Grammar) Keeps(l *Language, ws []Word) (keeps, mine bool) {
	has := func(sets map[string]Set) bool {
		return slices.ContainsFunc(ws, func(w Word) bool { return sets[l.Code][w.Folded] })
	}
	return has(g.Logs), has(g.Mine) && !has(g.Ours)
}
