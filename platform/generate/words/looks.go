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

// NamedLayout returns the layout that words of a language name, other than those that say no layout.
func (g *Grammar) NamedLayout(lang *Language, ws []Word, not func(i int) bool) (layout string, named bool) {
	text := strings.ToLower(lang.English(ws))
	for _, no := range g.NotLayouts {
		text = strings.ReplaceAll(text, no, " ")
	}
	for _, phrase := range g.Phrases {
		if said, layout, _ := strings.Cut(phrase, ":"); strings.Contains(" "+text+" ", " "+said+" ") {
			return layout, true
		}
	}
	for _, l := range g.LayoutWords {
		for w := range strings.FieldsSeq(l[1]) {
			for i, x := range ws {
				says := x.Root == strings.ReplaceAll(w, "_", " ") || x.English == w || x.Known && strings.HasSuffix(x.Root, " "+w)
				if says && !not(i) && strings.Contains(" "+text+" ", " "+x.English+" ") {
					return l[0], true
				}
			}
		}
	}
	return "", false
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

// Mentions reports whether words speak of one who owns something: I, or each of many.
func (g *Grammar) Mentions(l *Language, ws []Word) bool {
	return slices.ContainsFunc(ws, func(w Word) bool { return g.Mine[l.Code][w.Folded] || g.Each[w.English] || w.Is("own") })
}

// Completed returns a German word, without its hyphen, that shares its end with one that comes behind it: "An", of "An- und Abreisedatum", is
// "Anreisedatum". It returns the word as it is where it cannot tell which end.
func (g *Grammar) Completed(word, behind string) string {
	lower := strings.ToLower(behind)
	longest := ""
	for p := range g.Particles {
		if strings.HasPrefix(lower, p) && len(p) > len(longest) && len(lower) > len(p)+2 {
			longest = p
		}
	}
	if longest == "" {
		return word
	}
	return word + lower[len(longest):]
}

// ChoiceIn returns the language in which a text is the choice of a question, nil for none.
func (g *Grammar) ChoiceIn(text string) (l *Language) {
	for _, code := range g.Order {
		if kind, _ := g.Languages[code].Choice(text); kind != "" {
			l = g.Languages[code]
		}
	}
	return l
}

// Choice returns of which kind the app is that a choice of a question asks for, and the words before its topic; "" for another text.
func (l *Language) Choice(text string) (kind, lead string) {
	for kind, of := range map[string]string{"list": l.Find, "form": l.Ask} {
		if lead := Say(of, "{topic}", ""); strings.HasPrefix(text, lead) && len(text) > len(lead) {
			return kind, lead
		}
	}
	return "", ""
}

// HueAt returns the colour that the i-th word names, nil for none. With a capital it is a name, but for where only colours
// stand; adjectives have endings, and a German one may have its shade before it: dunkelgrüne.
func (g *Grammar) HueAt(l *Language, ws []Word, i int) *Colour {
	w := ws[i]
	first := i == 0 || strings.ContainsRune(".?n", rune(ws[i-1].Stop))
	if w.Capitalised() && !first && ws[i-1].English != "in" && l.Code != "de" {
		return nil
	}
	if c := g.Hue(w.Folded); c != nil || l.Code == "en" {
		return c
	}
	if c := g.Hue(w.English); w.Known && c != nil {
		return c
	}
	shades := strings.Fields("dunkel hell blass matt neon pastell knall tief zart himmel marine wein moos grasgrun")
	for ending := range strings.SplitSeq(" es- er- en- em- e- s- a-o e-o i-o as-o os-o i-e", " ") {
		inflected, bare, _ := strings.Cut(ending, "-")
		one, ok := strings.CutSuffix(w.Folded, inflected)
		switch one += bare; {
		case !ok || l.Romance() && !w.After:
		case l.Romance() || !w.Capitalised() && g.Hue(one) != nil:
			if c := g.Hue(one); c != nil {
				return c
			}
		default:
			for n := len(one) - 3; n > 2; n-- {
				if c := g.Hue(one[n:]); c != nil && (!w.Capitalised() || slices.Contains(shades, one[:n])) {
					return c
				}
			}
		}
	}
	return nil
}
