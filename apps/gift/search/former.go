package search

import (
	"slices"

	"berth/platform/text"
)

// pastAt returns where a time that is over ends which begins at word i of the sentence: "last year", "the year before", "two years ago", "in
// 2023"; 0 for none.
func (g *giving) pastAt(i int) int {
	if i -= g.first; i < 0 || i >= len(g.over) {
		return 0
	}
	return g.over[i]
}

// time works out pastAt.
func (g *giving) time(i int) int {
	if g.is(i, "the") {
		i++
	}
	switch {
	case g.is(i, "last previous past") && g.is(i+1, feasts):
		i += 2
		if g.is(i, "day eve") {
			i++
		}
		return i
	case g.is(i+1, "before prior earlier previously ago") && g.is(i, feasts):
		return i + 2
	case g.is(i, "before prior") && g.is(i+1, "that this"):
		return i + 2
	case g.is(i, "previously"):
		return i + 1
	case g.is(i+2, "ago") && g.is(i+1, feasts):
		return i + 3
	case g.is(i, "in back for") && g.yearAt(i+1):
		return i + 2
	case g.yearAt(i) && (i+1 == len(g.sentence) || g.sentence[i+1].Before == text.Comma || i > 0 && g.sentence[i].Before > text.None):
		return i + 1
	}
	return 0
}

func (g *giving) yearAt(i int) bool {
	if i >= len(g.sentence) || len(g.sentence[i].Word) != 4 || g.sentence[i].Word < "1990" || g.sentence[i].Word > "2099" {
		return false
	}
	return !g.is(i-1, "$ € £") && !g.is(i+1, "$ € £ euros euro dollars pounds usd")
}

// past returns the first time that is over in a clause.
func (g *giving) past(lo, hi int) (from, to int, ok bool) {
	for i := lo; i < hi; i++ {
		if end := g.pastAt(i); end > 0 && end <= hi {
			return i, end, true
		}
	}
	return 0, 0, false
}

// dated reports whether words say when something was given, or by whom: "last year", "for her birthday", "from me".
func (g *giving) dated(from, to int) bool {
	for i := from; i < to; i++ {
		switch {
		case g.pastAt(i) > 0, g.is(i, "already") && i > from, g.is(i, "so") && g.is(i+1, "far"):
			return true
		case g.is(i, "from") && g.is(i+1, "me us my our his her their the mum mom dad santa everyone everybody"):
			return true
		case g.is(i, "for at on") && (g.is(i+1, feasts) || g.is(i+1, "her his their the last") && g.is(i+2, feasts)):
			return true
		}
	}
	return false
}

// sparing marks the times that are over in a clause, and who gave: nothing is wanted for them.
func (g *giving) sparing(lo, hi int) {
	for i := lo; i < hi; i++ {
		to := min(g.pastAt(i), hi)
		if g.is(i, "from") {
			to = min(i+4, hi)
		} else if g.is(i, "for at on") && g.is(i+2, feasts) {
			to = i + 3
		}
		for at := i; at < to; at++ {
			if g.marks[at] == plain || g.marks[at] == had {
				g.marks[at] = lacking
			}
		}
	}
}

// things marks the things that words name, if they name any. Unless sure, it is only what is given, as a "scarf" is and an "operation" is not.
func (g *giving) things(lo, hi int, sure bool) bool {
	marked := false
	for from := lo; from < hi; {
		if end := g.pastAt(from); end > 0 {
			if _, _, more := g.past(end, hi); marked && !more {
				return true
			}
			from = min(end, hi)
			continue
		}
		if g.is(from, "from") || ends(g.sentence[from].Word) && (!g.is(from, parting) || marked) {
			break
		}
		to := from
		for to < hi && !g.is(to, parting) && !g.is(to, "from") && g.pastAt(to) == 0 && !ends(g.sentence[to].Word) && !(to > from && g.sentence[to].Before > text.None) {
			to++
		}
		marked = g.hold(from, to, sure) || marked
		from = max(to, from+1)
	}
	return marked
}

// hold marks the things of a run of words.
func (g *giving) hold(from, to int, sure bool) bool {
	run := g.sentence[from:to]
	if !slices.ContainsFunc(thingsOf(run), func(t thing) bool { return g.given(run, t, from, sure) }) {
		return false
	}
	for i := from; i < to; i++ {
		if g.marks[i] == plain || g.marks[i] == cue {
			g.marks[i] = had
		}
	}
	return true
}

// given reports whether a thing may be a present: not somebody or something that a person lives with.
func (g *giving) given(run []text.Token, t thing, from int, sure bool) bool {
	at := slices.IndexFunc(run, func(o text.Token) bool { return synonym(o.Stem) == t.head })
	if at < 0 || oneOf(run[at].Word, relatives+" "+listed("living")) {
		return false
	}
	for _, f := range g.found {
		if f.From <= from+at && from+at < f.To && says(f, "recipient") {
			return false
		}
	}
	return sure || g.known.heads.of(t.head) != ""
}
