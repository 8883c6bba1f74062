package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// Words about presents of former years.
const (
	// feasts are the times at which something was given.
	feasts = "year years christmas christmases xmas birthday birthdays bday time month months week weeks summer winter spring autumn easter valentine valentines " +
		"mothers fathers mother father anniversary anniversaries hanukkah diwali eid holidays"
	// parting words stand between things, and are none.
	parting = "i we he she they it me us him them you have has had ive weve was were is are been be did do done got gave given received gifted bought presented already " +
		"also too just both there then to not that which who what for with on at by in as but so before ago previously year"
	// cherished are what was said of former presents that were liked.
	cherished = "loved liked enjoyed adored hated disliked worked went"
	// deeds are what somebody did last year who gave no present by it.
	deeds = "started began took went came moved retired lost broke turned became joined sold quit stopped finished graduated married divorced died passed won ran " +
		"stolen broken found learned learnt adopted discovered switched left fell visited travelled traveled hurt tore beat recovered opened studied worked got had"
)

// giving finds what somebody was given before where no phrase of turns.txt says so: "Last year: gloves", "she got gloves from my brother", "the
// mug we gave him", and what they have where that is said last: "an apron he has already".
type giving struct {
	sentence
	marks []scope
	known *nameIndex
	found []lexicon.Found
	over  []int // for the words of the sentence that is read: where a time that is over ends which begins there, 0 for none
	first int   // its first word
}

// scopes returns how each word is meant, by the phrases of turns.txt and by what is said of presents of former years.
func (e *Engine) scopes(tokens []text.Token, found []lexicon.Found) []scope {
	s := e.turns.scopes(tokens, found)
	hobbies(tokens, s)
	g := giving{sentence: tokens, marks: s, known: &e.names, found: found}
	from, hinted := 0, false
	for i := range tokens {
		if i > from && tokens[i].Before == text.Stop {
			if hinted {
				g.read(from, i)
			}
			from, hinted = i, false
		}
		hinted = hinted || g.hints(i)
	}
	if hinted {
		g.read(from, len(tokens))
	}
	return s
}

// hints reports whether a word may say that something was given or is there.
func (g *giving) hints(i int) bool {
	t := &g.sentence[i]
	switch t.Word {
	case "last", "ago", "before", "prior", "previous", "previously", "past", "earlier", "already", "got", "received", "given", "gave", "gifted", "unwrapped", "had",
		"done", "bought", "did", "far", "present", "presents":
		return true
	case "has", "have", "owns":
		return i+1 == len(g.sentence) || g.sentence[i+1].Before > text.None || g.is(i+1, "he she they it one that") || g.is(i-1, "he she they")
	}
	return len(t.Word) == 4 && (t.Word[:2] == "20" || t.Word[:3] == "199") // a year
}

// read reads the sentence from one word to another.
func (g *giving) read(from, to int) {
	g.over, g.first = make([]int, to-from), from
	for i := from; i < to; i++ {
		g.over[i-from] = g.time(i)
	}
	for lo := from; lo < to; {
		hi := lo + 1
		for hi < to && g.sentence[hi].Before == text.None {
			hi++
		}
		switch at := g.label(lo, to); {
		case at > 0:
			g.list(max(at, lo), to)
			return
		case g.only(lo, hi):
			if hi < to {
				g.sparing(lo, hi)
				g.list(hi, to)
			}
			return
		}
		g.clause(lo, hi)
		lo = hi
	}
}

// clause reads what stands between two breaks.
func (g *giving) clause(lo, hi int) {
	switch {
	case g.was(lo, hi), g.bare(lo, hi), g.passed(lo, hi), g.clung(lo, hi), g.closed(lo, hi), g.dismissed(lo, hi):
		g.sparing(lo, hi)
	}
}

// skip goes on over words.
func (g *giving) skip(i, to int, words string) int {
	for i < to && g.is(i, words) {
		i++
	}
	return i
}

// label returns where the list begins that words from lo on announce: "past gifts include", "presents she has already had", 0 when they announce none.
func (g *giving) label(lo, to int) int {
	at := g.skip(lo, to, "the his her their my our all some other and list of")
	switch {
	case g.is(at, "past previous earlier former prior recent") && g.is(at+1, "gift gifts present presents"):
		at += 2
	case g.is(at, "gifts presents") && (g.is(at+1, "so") && g.is(at+2, "far") || g.is(at+1, "given already previously before received she he they shes hes i we ive weve")):
		at++
		if end := g.skip(at, to, "she he they shes hes i we ive weve have has had already previously"); end > at && !g.is(end-1, "already previously had") &&
			!g.is(end, "had got given gave gifted bought received") {
			return 0 // "presents she likes"
		}
	case g.is(at, "already previously") && g.is(at+1, "given gave gifted received bought"):
		at += 2
	case g.is(at, "previously given received") && at+1 < to && g.sentence[at+1].Before > text.None:
		at++
	case g.is(at, "so") && g.is(at+1, "far"):
		at += 2
	default:
		return 0
	}
	if g.is(at, "that which "+cherished) || g.is(at, "she he they i we") && g.is(at+1, cherished) {
		return 0 // "past gifts that she loved"
	}
	return g.skip(at, to, "from by us me we i have has ive weve had given gave gifted got received bought him her them she he they shes hes were was are is been include included "+
		"includes including such as like to so far already before in the past years")
}

// list marks things up to where the sentence goes on with something else: "gloves, a watering can, she is 60".
func (g *giving) list(lo, to int) {
	for lo < to {
		hi := lo + 1
		for hi < to && g.sentence[hi].Before == text.None {
			hi++
		}
		first := g.skip(lo, hi, "and a an the some")
		if first < hi && (ends(g.sentence[first].Word) || first > lo && g.pastAt(first) == 0 && ends(g.sentence[first].Word)) {
			return
		}
		if !g.things(lo, hi, true) && g.pastAt(first) == 0 {
			return
		}
		g.sparing(lo, hi)
		lo = hi
	}
}

// only reports whether a clause is such a time and nothing else: "Last year:".
func (g *giving) only(lo, hi int) bool {
	lo = g.skip(lo, hi, "and at on for in his her their my")
	from, to, ok := g.past(lo, hi)
	return ok && from == lo && (to == hi || to+1 == hi && g.is(to, "that this too it"))
}

// bare marks the things that stand with such a time alone: "gloves last year", "last Christmas it was gloves".
func (g *giving) bare(lo, hi int) bool {
	from, to, ok := g.past(lo, hi)
	if !ok || hi-lo-(to-from) > 8 {
		return false
	}
	at := lo
	if from == lo {
		at = g.skip(to, hi, "it that was were a an the")
	}
	for i := at; i < hi; i++ {
		if i >= from && i < to {
			continue
		}
		if g.is(i, "i we he she they you im ive weve hes shes who "+deeds) || ends(g.sentence[i].Word) && !g.is(i, "was just") || g.is(i, "was were") && i+1 != from {
			return false
		}
	}
	return g.things(at, hi, false)
}

// was marks what a present was: "gloves were last year's present", "her last present was a scarf", "what I gave him was a mug".
func (g *giving) was(lo, hi int) bool {
	verb := lo
	for verb < hi && !g.is(verb, "was were") {
		verb++
	}
	if verb == hi {
		return false
	}
	present := func(from, to int) bool {
		named, former := false, false
		for i := from; i < to; i++ {
			named = named || g.is(i, "present presents gift gifts")
			former = former || g.pastAt(i) > 0 || g.is(i, "last previous my our from "+feasts)
		}
		return named && former
	}
	got := func(from, to int) bool {
		for i := from; i < to; i++ {
			if (g.is(i, "what") || g.is(i, "thing") && g.is(i-1, "last")) && g.is(i+1, "he she they i we my our ive weve") {
				return slices.ContainsFunc(g.sentence[i:to], func(t text.Token) bool { return oneOf(t.Word, "got gave received given bought had gifted") })
			}
		}
		return false
	}
	switch {
	case present(verb+1, hi), got(verb+1, hi):
		return g.things(lo, verb, true)
	case present(lo, verb), got(lo, verb):
		return g.things(verb+1, hi, true)
	}
	return false
}

// passed marks what somebody gave or got: "she got gloves from my brother", "we did secateurs last year".
func (g *giving) passed(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		switch {
		case g.is(i, "received unwrapped"), g.is(i, "given gifted") && g.is(i-1, "was were been"):
			if i+1 < hi && g.things(i+1, hi, true) {
				return true
			}
		case g.is(i+1, "out into in back home off up over to married engaged divorced through on rid"):
		case g.is(i, "got had opened") && (i > lo && !g.is(i-1, "i we ive weve to") || g.is(i-1, "and")) && g.dated(lo, hi),
			g.is(i, "did chose picked made ordered sent got gifted brought") && g.near(i, 2, "i we ive weve") && g.dated(lo, hi),
			g.is(i, "went") && g.is(i+1, "for with") && g.near(i, 2, "i we") && g.dated(lo, hi),
			g.is(i, "did gifted gave") && i == lo && g.dated(lo, hi):
			if g.things(i+1, hi, false) {
				return true
			}
		}
	}
	return false
}

// clung marks what a clause that clings to it says was given or is there: "the mug I gave him last year was a hit", "an apron he has".
func (g *giving) clung(lo, hi int) bool {
	for i := lo + 1; i < hi; i++ {
		if !g.is(i, "i we he she they ive weve hes shes my our") {
			continue
		}
		verb := g.skip(i+1, min(hi, i+4), "have has had already just brother sister mum mom dad wife husband kids parents")
		noun := i
		if g.is(noun-1, "that which") {
			noun--
		}
		switch {
		case g.is(i, "i we ive weve my our") && g.is(verb, "gave gifted presented given") && !g.is(verb+1, "up"),
			g.is(i, "i we ive weve my our") && g.is(verb, "got bought sent made chose") && (g.is(verb+1, "him her them") || g.dated(verb, hi)),
			g.is(i, "he she they") && g.is(verb, "got received") && g.dated(verb, hi),
			g.is(i, "he she they") && g.skip(verb, hi, "got had owns one received too") == hi && g.is(hi-1, "has had have owns already got received"):
			from := noun - 1
			for from > max(lo, noun-6) && !g.is(from, "a an the his her their some those these") {
				from--
			}
			if g.is(from, "a an the his her their some those these") || from == lo {
				return g.things(from, noun, false)
			}
		}
	}
	return false
}

// closed marks what a clause names before its verb, as other languages put it: "letztes Jahr habe ich ihr Handschuhe geschenkt".
func (g *giving) closed(lo, hi int) bool {
	last := hi - 1
	if g.is(last, "already") {
		last--
	}
	if last <= lo {
		return false
	}
	switch {
	case g.is(last, "given received gifted"):
		return g.things(lo, last, false)
	case g.is(last, "he she they") && g.is(last-1, "has have had owns"): // "Yogamatte hat sie schon"
		return g.things(lo, last-1, false)
	}
	return false
}

// dismissed marks what was named before a clause that only says that it is given or there: "Apron? Gave him that in 2022", "an apron (has one)".
func (g *giving) dismissed(lo, hi int) bool {
	if lo == 0 {
		return false
	}
	when, done := false, false
	for i := lo; i < hi; i++ {
		if end := g.pastAt(i); end > 0 && end <= hi {
			i, when = end-1, true
			continue
		}
		switch {
		case g.is(i, "done given gave got bought has have had did owns"):
			done = true
		case g.is(i, "that it this those them one already both two"):
			when = true
		case !g.is(i, "been there tried him her she he they i we ive weve shes hes so in for too before also just was were all with"):
			return false
		}
	}
	if !when || !done {
		return false
	}
	from := lo - 1
	for from > max(0, lo-5) && g.sentence[from].Before == text.None {
		from--
	}
	if g.sentence[from].Before == text.None && from > 0 || slices.ContainsFunc(g.sentence[from:lo], func(t text.Token) bool { return ends(t.Word) }) {
		return false
	}
	return g.things(from, lo, false)
}
