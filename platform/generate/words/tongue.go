package words

import (
	"strings"
)

// Knows returns how many words of a text the glossary has.
func (l *Language) Knows(text string) (n int) {
	for _, w := range l.Read(text) {
		if w.Known {
			n++
		}
	}
	return n
}

// Nameless returns a text without what may be names: words with capitals but its first one, and those between two of them.
func Nameless(text string) string {
	ws := Split(text)
	name := func(i int) bool { return i > 0 && i < len(ws) && ws[i].Capitalised() && ws[i-1].Stop != '.' }
	var common []string
	for i, w := range ws {
		if !name(i) && !(name(i-1) && name(i+1)) {
			common = append(common, w.Raw)
		}
	}
	return strings.Join(common, " ")
}

// Tongue returns the language that has most articles of a text which no other has, nil where there is none or two have as many.
func (g *Grammar) Tongue(text string) *Language {
	ws := Split(text)
	return g.most(func(l *Language) (n int) {
		for _, w := range ws {
			if has := g.articled(w); len(has) == 1 && has[0] == l {
				n++
			}
		}
		return n
	})
}

// Spoken returns the language that knows most words of a text, nil where two know as many; English where that is one of them and the words are few.
func (g *Grammar) Spoken(text string) *Language {
	ws := Split(text)
	known := func(l *Language) (n int) {
		for _, w := range ws {
			if g.classes[l.Code]().Known(w.Folded) || l.Gloss[w.Folded] != "" || l.noun(w.Folded) != "" {
				n++
			}
		}
		return n
	}
	if en := g.Languages["en"]; len(ws) < 3 && known(en) == len(ws) {
		return en
	}
	return g.most(known)
}

// articled returns the languages of which a word is an article.
func (g *Grammar) articled(w Word) (has []*Language) {
	for _, code := range g.Order {
		english := g.Languages[code].Gloss[w.Folded]
		if code == "en" {
			english = w.Folded
		}
		if other := code != "en" && g.Relations[w.Folded]; (g.Articles[english] || english == "our" || english == "my") && !other { // "as" is English
			has = append(has, g.Languages[code])
		}
	}
	return has
}

// most returns the language of which most is counted, nil where there is none or two have as many.
func (g *Grammar) most(count func(*Language) int) (best *Language) {
	most := 0
	for _, code := range g.Order {
		switch n := count(g.Languages[code]); {
		case n > most:
			most, best = n, g.Languages[code]
		case n == most:
			best = nil
		}
	}
	return best
}
