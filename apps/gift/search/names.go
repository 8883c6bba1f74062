package search

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/inplace"
	"berth/platform/text"
)

// nameIndex finds gifts by the words of their names.
type nameIndex struct {
	length string                // of each gift's name: how many stems it has without idle words, as a byte
	heads  giftLists             // noun → the gifts that are one, by their names
	about  giftLists             // stem → the gifts with it in their name, brief or facets
	by     giftLists             // stem → gifts with it in the name
	exact  table                 // hash of a folded name → gift, as two bytes
	name   func(gift int) string // of a gift
}

func writeNames(w *inplace.Writer, gifts []catalogue.Gift, texts []prose) {
	var length []byte
	heads, about, by, exact := map[string][]uint16{}, map[string][]uint16{}, map[string][]uint16{}, map[string]string{}
	for at, g := range gifts {
		i, tokens := uint16(at), texts[at].ofName() //nolint:gosec // Build counts the gifts
		stems := telling(tokens)
		length = append(length, byte(len(stems))) // of at most 60 characters
		for _, t := range thingsOf(tokens) {
			heads[t.head] = append(heads[t.head], i)
		}
		exact[hashed(text.Fold(g.Name))] = string([]byte{byte(i), byte(i >> 8)})
		for _, part := range [][]text.Token{texts[i].ofTitle(), texts[i].ofFacets()} {
			for _, t := range part {
				if said := about[t.Stem]; len(said) == 0 || said[len(said)-1] != i {
					about[t.Stem] = append(said, i)
				}
			}
		}
		for _, s := range stems {
			by[s] = append(by[s], i)
		}
	}
	w.Text(string(length))
	for _, m := range []map[string][]uint16{heads, about, by} {
		writeLists(w, m)
	}
	writeTable(w, exact)
}

func readNames(r *inplace.Reader, name func(gift int) string) nameIndex {
	return nameIndex{length: r.Text(), heads: giftLists{readTable(r)}, about: giftLists{readTable(r)}, by: giftLists{readTable(r)}, exact: readTable(r), name: name}
}

// hashed returns the hash of a folded name as a key.
func hashed(folded string) string {
	return string(binary.BigEndian.AppendUint32(nil, hash(folded)))
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
// gift alone, and named is these; there may be several, separated by semicolons and line ends.
func (x *nameIndex) markGiven(past string, out []bool) (named []int) {
	for part := range strings.FieldsFuncSeq(past, func(r rune) bool { return r == ';' || r == '\n' }) {
		part = strings.TrimSpace(part)
		folded := text.Fold(part)
		if of := x.exact.of(hashed(folded)); of != "" {
			if i := int(of[0]) | int(of[1])<<8; text.Fold(x.name(i)) == folded {
				named = append(named, i)
				continue
			}
		}
		tokens := text.Tokens(part)
		for _, t := range thingsOf(tokens[:min(len(tokens), 4*pastWords)]) {
			x.markThing(t, out)
		}
		stems := telling(tokens)
		x.markStems(stems[:min(len(stems), pastWords)], out)
	}
	return named
}

// markThing marks the gifts that are what t is: those with the same noun, and where the noun says little, another word in common.
func (x *nameIndex) markThing(t thing, out []bool) {
	wide := isWide(t.head) && len(t.more) > 0
	heads := append(x.like(t.head), t.head)
	if t.head == "ball" && len(t.more) == 0 { // whichever they play with
		heads = append(heads, strings.Fields(listed("balls"))...)
	}
	if t.head == "kit" { // a doctor's kit comes as a case
		heads = append(heads, "case")
	}
	for _, head := range heads {
		for _, g := range x.heads.of(head).all {
			if !wide || slices.ContainsFunc(t.more, func(s string) bool { return x.isAbout(g, s) }) {
				out[g] = true
			}
		}
	}
}

// isAbout reports whether a gift's name, brief or facets have a word with that stem.
func (x *nameIndex) isAbout(gift uint16, stem string) bool {
	return x.about.of(stem).has(gift)
}

// markStems marks the gifts whose name means the same as stems: all of stems are in the name, or all of the name in
// stems, or most of both. Words may be misspelled.
func (x *nameIndex) markStems(stems []string, out []bool) {
	if len(stems) == 0 {
		return
	}
	var hits []uint16 // the gifts that have a stem, once for each stem
	for _, s := range stems {
		from, all := len(hits), x.like(s)
		for _, like := range all {
			for _, g := range x.by.of(like).all {
				hits = append(hits, g)
			}
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
		name := int(x.length[g])
		switch {
		case n >= len(stems), n >= name && name > 1,
			n >= 2 && 2*n >= len(stems)+name-n: // at least half of all the words
			out[g] = true
		}
	}
}

// like returns the stems of names that equal s except for a misspelling or an ending.
func (x *nameIndex) like(s string) []string {
	if x.by.of(s) != "" || len(s) < 3 {
		return []string{s}
	}
	like, mine := []string{}, letters(s)
	for _, known := range x.by.keys.Since(x.by.keys.From(s[:1])) {
		if known[0] != s[0] {
			break
		}
		short, long := min(len(s), len(known)), max(len(s), len(known))
		begins := known[:short] == s[:short] && long-short <= 3
		switch {
		case short >= 5 && begins, // Japan, Japanese
			len(s) == 3 && len(known) == 4 && begins && known[3] == known[2], // pul, pull
			short >= 4 && long-short <= 1 && bits.OnesCount32(mine^letters(known)) <= 2 && distance(s, known, 1) <= 1:
			like = append(like, known)
		}
	}
	return like
}

// markHated marks the gifts that have a hated word in their name.
func (x *nameIndex) markHated(stems map[string]bool, out []bool) {
	for s := range stems {
		if len(s) < 3 {
			continue
		}
		for _, g := range x.by.of(s).all {
			out[g] = true
		}
	}
}
