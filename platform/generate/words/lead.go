package words

import (
	"slices"
	"strings"
)

// Lead returns which words a description begins with that may be a name: a few, without an article before them, of which none says what is to be done
// or who speaks; none where there are no such.
func (g *Grammar) Lead(ws []Word) (from, end int) {
	end = slices.IndexFunc(ws, func(w Word) bool { return w.Stop != 0 && w.Stop != '-' }) + 1
	if clause := slices.IndexFunc(ws[:end], func(w Word) bool { return w.Is("so", "that", "so that") }); clause > 1 {
		end = clause // "so people know"
	}
	tells := func(w Word) bool { return g.Commands[w.English] && !strings.Contains(w.Raw, "'") }
	speaks := func(w Word) bool { return w.Is("i", "you", "we", "me", "we are") }
	if end < 1 || end > 12 || ws[0].Is("here", "this", "these") || slices.ContainsFunc(ws[:min(2, end)], tells) || slices.ContainsFunc(ws[:end], speaks) {
		return 0, 0
	}
	for from < end-1 && g.Articles[ws[from].English] {
		from++
	}
	return from, end
}

// Opening returns what a text begins with, before a byte of it, where that may be a title: a question, or a few words up to a stop; "" for others.
func (g *Grammar) Opening(text string, ws []Word, before int) string {
	if at := strings.IndexAny(text, "?.:\n"); at > 0 && at < min(60, before) && text[at] == '?' && len(ws) > 0 && ws[0].From == 0 {
		return text[:at]
	}
	if from, end := g.Lead(ws); end > from && end-from < 8 && ws[end-1].To <= before && (ws[end-1].Stop != 0 || end == len(ws)) {
		return text[ws[from].From:ws[end-1].To]
	}
	return ""
}

// Head returns the index after the noun that some words are about: the first in Romance languages, else the last before what says where or whose.
func (g *Grammar) Head(l *Language, ws []Word, from, end int) int {
	if l.Romance() {
		return from + 1
	}
	for i := from + 1; i < end; i++ {
		if w := ws[i]; g.Relations[w.English] || g.Articles[w.English] || w.Is("of", "for", "at", "in", "from", "with") {
			return i
		}
	}
	return end
}

// Clause reports whether what is asked for is no heading: "what it costs", "number or name".
func (l *Language) Clause(heading string) bool {
	ws := l.Read(heading)
	return len(ws) > 1 && (ws[0].Is("what", "who", "when", "how", "which", "where") || slices.ContainsFunc(ws, func(w Word) bool { return w.Is("or") }))
}

// Closed returns a heading without a bracket that nothing opened, and what is behind that: "day) they come".
func Closed(heading string) string {
	if before, _, ok := strings.Cut(heading, ")"); ok && !strings.Contains(before, "(") {
		return strings.TrimSpace(before)
	}
	return heading
}
