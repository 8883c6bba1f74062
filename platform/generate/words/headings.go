package words

import (
	"slices"
	"strings"
)

// HeadingOf returns a column's heading as it stands above a column: "whether it is vegan" as "vegan", "which day" as "day", "Preisen" as "Preise",
// "prices" as "price".
func (g *Grammar) HeadingOf(l *Language, said string) string {
	ws := l.Read(said)
	if len(ws) == 0 {
		return ""
	}
	if ws[0].Is("whether", "if") {
		var parts []string
		for _, w := range ws[1:] {
			if is := w.Is("is", "are", "be", "self"); !is && (len(parts) > 0 || !g.Articles[w.English] && !g.Pronouns[w.English]) {
				parts = append(parts, w.Raw)
			}
		}
		if len(parts) > 0 {
			return strings.Join(parts, " ")
		}
	}
	last := ws[len(ws)-1]
	if len(ws) == 2 && ws[0].Is("which", "what") && g.Heading(l, last) {
		return last.Raw
	}
	if cue := g.Cue(l, last); l.Code == "en" && last.English == last.Folded && !g.Clauses[ws[0].English] && ws[0].Folded != "what" && (cue == "money" || cue == "image") {
		return said[:last.From] + Singular(last.Raw) // "with prices" asks for the price of each
	}
	return l.Nominative(said)
}

// Known reports whether a heading is one that people use for columns.
func (g *Grammar) Known(l *Language, heading string) bool {
	return slices.ContainsFunc(l.Read(heading), func(w Word) bool { return g.Heading(l, w) })
}
