package search

import (
	"math/bits"
	"slices"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

// nameIndex finds gifts by the words of their names.
type nameIndex struct {
	stems [][]string       // of each gift's name, without idle words
	heads map[string][]int // noun → the gifts that are one, by their names
	about map[string][]int // stem → the gifts with it in their name, brief or facets, in order
	exact map[string]int   // folded name → gift
	by    map[string][]int // stem → gifts with it in the name
	start map[byte][]spelled
}

func newNameIndex(gifts []catalogue.Gift, texts []prose) nameIndex {
	n := len(gifts)
	x := nameIndex{by: map[string][]int{}, start: map[byte][]spelled{}, exact: make(map[string]int, n),
		heads: map[string][]int{}, stems: make([][]string, n), about: map[string][]int{}}
	for i, g := range gifts {
		tokens := texts[i].ofName()
		x.stems[i] = telling(tokens)
		for _, t := range thingsOf(tokens) {
			x.heads[t.head] = append(x.heads[t.head], i)
		}
		x.exact[text.Fold(g.Name)] = i
		for _, part := range [][]text.Token{texts[i].ofTitle(), texts[i].ofFacets()} {
			for _, t := range part {
				if said := x.about[t.Stem]; len(said) == 0 || said[len(said)-1] != i {
					x.about[t.Stem] = append(said, i)
				}
			}
		}
		for _, s := range x.stems[i] {
			if x.by[s] == nil {
				x.start[s[0]] = append(x.start[s[0]], spelled{s, letters(s)})
			}
			x.by[s] = append(x.by[s], i)
		}
	}
	pack(x.heads)
	pack(x.about)
	pack(x.by)
	pack(x.start)
	return x
}

// telling returns the stems that say what a thing is: no small words, no measures, each once.
func telling(tokens []text.Token) []string {
	var stems []string
	seen := map[string]bool{}
	for _, t := range tokens {
		if idle(t.Word) || seen[t.Stem] || oneOf(t.Word, "set kit pack pair "+trims) {
			continue
		}
		seen[t.Stem] = true
		stems = append(stems, t.Stem)
	}
	return stems
}

// pastWords is the number of words of a past gift that count: no gift needs more, and each is compared with all known
// words.
const pastWords = 12

// markGiven marks the gifts that past gifts, in anybody's words, most likely were. The name of a gift of the catalogue means that
// gift alone; there may be several, separated by semicolons and line ends.
func (x nameIndex) markGiven(past string, out []bool) {
	for part := range strings.FieldsFuncSeq(past, func(r rune) bool { return r == ';' || r == '\n' }) {
		part = strings.TrimSpace(part)
		if i, ok := x.exact[text.Fold(part)]; ok {
			out[i] = true
			continue
		}
		tokens := text.Tokens(part)
		for _, t := range thingsOf(tokens[:min(len(tokens), 4*pastWords)]) {
			x.markThing(t, out)
		}
		stems := telling(tokens)
		x.markStems(stems[:min(len(stems), pastWords)], out)
	}
}

// markThing marks the gifts that are what t is: those with the same noun, and where the noun says little, another word in common.
func (x nameIndex) markThing(t thing, out []bool) {
	wide := isWide(t.head) && len(t.more) > 0
	for _, head := range append(x.like(t.head), t.head) {
		for _, g := range x.heads[head] {
			if !wide || slices.ContainsFunc(t.more, func(s string) bool { return x.isAbout(g, s) }) {
				out[g] = true
			}
		}
	}
}

// isAbout reports whether a gift's name, brief or facets have a word with that stem.
func (x nameIndex) isAbout(gift int, stem string) bool {
	_, found := slices.BinarySearch(x.about[stem], gift)
	return found
}

// markStems marks the gifts whose name means the same as stems: all of stems are in the name, or all of the name in
// stems, or most of both. Words may be misspelled.
func (x nameIndex) markStems(stems []string, out []bool) {
	if len(stems) == 0 {
		return
	}
	var hits []int // the gifts that have a stem, once for each stem
	for _, s := range stems {
		from, all := len(hits), x.like(s)
		for _, like := range all {
			hits = append(hits, x.by[like]...)
		}
		if len(all) > 1 {
			slices.Sort(hits[from:])
			hits = hits[:from+len(slices.Compact(hits[from:]))]
		}
	}
	slices.Sort(hits)
	for len(hits) > 0 {
		g, n := hits[0], 1
		for n < len(hits) && hits[n] == g {
			n++
		}
		hits = hits[n:]
		name := len(x.stems[g])
		switch {
		case n >= len(stems), n >= name && name > 1,
			n >= 2 && 2*n >= len(stems)+name-n: // at least half of all the words
			out[g] = true
		}
	}
}

// like returns the stems of names that equal s except for a misspelling or an ending.
func (x nameIndex) like(s string) []string {
	if x.by[s] != nil || len(s) < 3 {
		return []string{s}
	}
	like, mine := []string{}, letters(s)
	for _, k := range x.start[s[0]] {
		known := k.word
		short, long := min(len(s), len(known)), max(len(s), len(known))
		begins := known[:short] == s[:short] && long-short <= 3
		switch {
		case short >= 5 && begins, // Japan, Japanese
			len(s) == 3 && len(known) == 4 && begins && known[3] == known[2], // pul, pull
			short >= 4 && bits.OnesCount32(mine^k.letters) <= 2 && distance(s, known, 1) <= 1:
			like = append(like, known)
		}
	}
	return like
}

// markHated marks the gifts that have a hated word in their name.
func (x nameIndex) markHated(stems map[string]bool, out []bool) {
	for s := range stems {
		if len(s) < 3 {
			continue
		}
		for _, g := range x.by[s] {
			out[g] = true
		}
	}
}
