package search

import (
	"math/bits"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

// nameIndex finds gifts by the words of their names.
type nameIndex struct {
	stems [][]string       // of each gift's name, without idle words
	by    map[string][]int // stem → gifts with it in the name
	start map[byte][]spelled
}

func newNameIndex(gifts []catalogue.Gift) nameIndex {
	x := nameIndex{by: map[string][]int{}, start: map[byte][]spelled{}, stems: make([][]string, len(gifts))}
	for i, g := range gifts {
		x.stems[i] = telling(text.Tokens(g.Name))
		for _, s := range x.stems[i] {
			if x.by[s] == nil {
				x.start[s[0]] = append(x.start[s[0]], spelled{s, letters(s)})
			}
			x.by[s] = append(x.by[s], i)
		}
	}
	return x
}

// telling returns the stems that say what a thing is: no small words, no measures, each once.
func telling(tokens []text.Token) []string {
	var stems []string
	seen := map[string]bool{}
	for _, t := range tokens {
		if idle(t.Word) || seen[t.Stem] || oneOf(t.Word, "set kit pack pair small large little mini good nice beautiful lovely real proper two three first home") {
			continue
		}
		seen[t.Stem] = true
		stems = append(stems, t.Stem)
	}
	return stems
}

func lower(s string) string { return strings.ToLower(s) }

// pastWords is the number of words of a past gift that count: no gift needs more, and each is compared with all known
// words.
const pastWords = 12

// markGiven marks the gifts that a past gift, in anybody's words, most likely was.
func (x nameIndex) markGiven(past string, out []bool) {
	stems := telling(text.Tokens(past))
	x.markStems(stems[:min(len(stems), pastWords)], out)
}

// markStems marks the gifts whose name means the same as stems: all of stems are in the name, or all of the name in
// stems, or most of both. Words may be misspelled.
func (x nameIndex) markStems(stems []string, out []bool) {
	if len(stems) == 0 {
		return
	}
	hits := map[int]int{}
	for _, s := range stems {
		counted := map[int]bool{}
		for _, like := range x.like(s) {
			for _, g := range x.by[like] {
				if !counted[g] {
					counted[g] = true
					hits[g]++
				}
			}
		}
	}
	for g, n := range hits {
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
