package words

import (
	"slices"
	"strings"

	"berth/platform/generate/tagger"
	"berth/platform/generate/wordclass"
)

// Tokens returns the words of a description as what was learned knows them, and where each stands in it, in bytes.
func (g *Grammar) Tokens(l *Language, text string) ([]tagger.Token, [][2]int) {
	single := Split(text)
	in := make([]wordclass.Word, len(single))
	for i, w := range single {
		in[i] = wordclass.Word{Folded: w.Folded, Capital: w.Capitalised(), Stop: w.Stop != 0}
	}
	classes := g.classes[l.Code]().Read(in)
	tokens, at := make([]tagger.Token, len(single)), make([][2]int, len(single))
	joined, j := l.Read(text), 0
	for i, w := range single {
		for j+1 < len(joined) && w.From >= joined[j].To {
			j++
		}
		whole := joined[j]
		one := whole
		if whole.From != w.From || whole.To != w.To { // one of several that mean one thing
			one, _ = l.match([]Word{w}, 0)
		}
		t := tagger.Token{Folded: w.Folded, Stem: l.stem(w.Folded), Class: byte(classes[i]), Capital: w.Capitalised(), Stop: w.Stop}
		if one.Known || l.Code == "en" {
			t.English = one.Root
		}
		t.Means = g.means(l, one)
		if whole.From != w.From || whole.To != w.To {
			for _, m := range g.means(l, whole) {
				t.Means = append(t.Means, "with "+m)
			}
			t.Means = append(t.Means, "part "+whole.Root)
		}
		tokens[i], at[i] = t, [2]int{w.From, w.To}
	}
	return tokens, at
}

// means returns the lists of words that a word is in.
func (g *Grammar) means(l *Language, w Word) (in []string) {
	for name, set := range map[string]Set{"command": g.Commands, "article": g.Articles, "people": g.People, "relation": g.Relations, "details": g.Details,
		"clause": g.Clauses, "each": g.Each, "needs": g.Needs, "pronoun": g.Pronouns, "vague": g.Vague, "tells": g.Tells, "feature": g.Features, "weekday": g.Weekdays} {
		if set[w.English] || set[w.Folded] && name == "weekday" {
			in = append(in, name)
		}
	}
	if g.Vessels[w.Root] {
		in = append(in, "vessel")
	}
	if g.Headings[w.Root] {
		in = append(in, "heading")
	}
	if cue := g.Cue(l, w); cue != "" {
		in = append(in, "cue="+cue, "cue")
	}
	if t := g.Topics[w.Root]; t != "" {
		in = append(in, "collection")
	}
	if s := g.Sends[w.Root]; s != "" {
		in = append(in, "sent="+s, "sent")
	}
	if a := g.Act(l, w); a != "" {
		in = append(in, "act="+a)
	}
	if g.Hue(w.Folded) != nil || g.Hue(w.English) != nil {
		in = append(in, "colour")
	}
	if g.Mood(w.Folded) != "" {
		in = append(in, "mood")
	}
	if g.layoutWord(w) {
		in = append(in, "layout")
	}
	if strings.HasPrefix(w.English, "to ") {
		in = append(in, "infinitive")
	}
	slices.Sort(in)
	return in
}

// layoutWord reports whether a word names a layout.
func (g *Grammar) layoutWord(w Word) bool {
	return slices.ContainsFunc(g.LayoutWords, func(l [2]string) bool {
		return slices.ContainsFunc(strings.Fields(l[1]), func(name string) bool { return w.Root == name || strings.HasSuffix(w.Root, " "+name) })
	})
}

// classesIn returns what the words of a text are there.
func (g *Grammar) classesIn(l *Language, text string) func(Word) wordclass.Class {
	tokens, at := g.Tokens(l, text)
	return func(w Word) wordclass.Class {
		if i := slices.IndexFunc(at, func(p [2]int) bool { return p[0] == w.From }); i >= 0 {
			return wordclass.Class(tokens[i].Class)
		}
		return wordclass.Stop
	}
}
