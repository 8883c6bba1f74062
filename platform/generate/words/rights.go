package words

import (
	"slices"
	"strings"
)

// SeesAll reports whether words say that everybody sees what is sent: "everyone can see what the others bring".
func (g *Grammar) SeesAll(l *Language, ws []Word) bool {
	return slices.ContainsFunc(starts(ws), func(i int) bool {
		if !ws[i].Is("everyone", "everybody", "all", "each") {
			return false
		}
		see := g.within(ws, i+1, 4, func(w Word) bool { return w.Is("see") })
		return see > 0 && g.within(ws, see+1, 4, owns) < 0
	})
}

// SeesOwn reports whether words say that people see only what is theirs.
func (g *Grammar) SeesOwn(l *Language, ws []Word) bool {
	return slices.ContainsFunc(starts(ws), func(i int) bool {
		only := ws[i].Is("only", "just") || l.Code == "fr" && ws[i].Folded == "que"
		return only && g.within(ws, i+1, 3, owns) > 0 && g.within(ws, max(0, i-4), 7, func(w Word) bool { return w.Is("see", "sees", "view") }) >= 0
	})
}

// SeenByFew reports whether a sentence says that only some people see the rows: "only the board may see it", "nobody else sees them".
func (g *Grammar) SeenByFew(l *Language, ws []Word) bool {
	return slices.ContainsFunc(starts(ws), func(i int) bool {
		begins := i == 0 || ws[i-1].Stop != 0 || ws[i-1].Is("and", "but", "so that")
		only := ws[i].Is("only", "just") || l.Code == "fr" && (ws[i].Folded == "seul" || ws[i].Folded == "seuls" || ws[i].Folded == "seule" || ws[i].Folded == "seules")
		nobody := ws[i].Is("nobody")
		see := g.within(ws, i+1, 6, func(w Word) bool { return w.Is("see", "sees") })
		return begins && (only || nobody) && see > i+1 && !ws[i+1].Is("i", "me") && g.within(ws, i+1, 9, owns) < 0
	})
}

// starts returns the indexes of words.
func starts(ws []Word) []int {
	out := make([]int, len(ws))
	for i := range out {
		out[i] = i
	}
	return out
}

func owns(w Word) bool { return w.Is("own", "their", "theirs", "his", "her", "mine") }

// within returns the index of the first of n words from i on that is one of some, before the sentence ends; -1 for none.
func (g *Grammar) within(ws []Word, i, n int, is func(Word) bool) int {
	for j := i; j < len(ws) && j < i+n; j++ {
		if is(ws[j]) {
			return j
		}
		if s := ws[j].Stop; s == '.' || s == '?' || s == 'n' {
			return -1
		}
	}
	return -1
}

// Shared reports whether words say that a list is that of several people: "our shared shopping list".
func (g *Grammar) Shared(l *Language, ws []Word) bool {
	return slices.ContainsFunc(ws, func(w Word) bool {
		return slices.ContainsFunc(g.Shares[l.Code], func(begin string) bool { return strings.HasPrefix(w.Folded, begin) })
	})
}

// Does reports whether a word says that people do something.
func (g *Grammar) Does(l *Language, ws []Word, act string) bool {
	return slices.ContainsFunc(ws, func(w Word) bool { return g.Act(l, w) == act })
}

// Reflexive reports whether somebody does to themselves what the i-th word says: "sie tragen sich ein", "se apuntan".
func Reflexive(ws []Word, i int) bool {
	return slices.ContainsFunc(ws[max(0, i-3):i], func(w Word) bool {
		return slices.Contains([]string{"sich", "mich", "se", "s", "si", "me", "nos", "ci", "uns"}, w.Folded)
	})
}
