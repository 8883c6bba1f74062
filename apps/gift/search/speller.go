package search

import (
	"math"
	"math/bits"
	"sort"
	"strings"

	"berth/apps/gift/inplace"
	"berth/platform/text"
	"berth/platform/text/meaning"
)

// Limits of spelling correction: shorter words have too many neighbours, and a text of unknown words only is not English.
const (
	leastToMend = 5
	mostToMend  = 12
)

// speller corrects words that nobody knows.
type speller struct {
	by table // first letter and length → words, see spelled
}

// spelled are known words of one length in order, each followed by a byte for how strongly it is preferred.
type spelled struct {
	words  string
	length int
}

// preference is how strongly words are preferred: stems of gifts, their words, words of the lexicon.
func preference(kind byte) float32 { return [...]float32{0.1, 0.2, 1}[kind] }

func letters(word string) (set uint32) {
	for i := range len(word) {
		set |= 1 << (word[i] & 31)
	}
	return set
}

// writeSpeller writes known words, each with its kind, see preference.
func writeSpeller(w *inplace.Writer, known map[string]byte) {
	by := map[string]string{}
	for _, word := range inplace.Sorted(known) {
		if k, ok := spelledBy(word); ok {
			by[k] += word + string(rune(known[word]))
		}
	}
	writeTable(w, by)
}

// spelledBy returns under what a word is found; false = it is empty or endless.
func spelledBy(w string) (k string, ok bool) {
	if w == "" || len(w) > math.MaxUint8 {
		return "", false
	}
	return string([]byte{w[0], byte(len(w))}), true
}

// of returns the words with that first letter and length.
func (s *speller) of(first byte, length int) spelled {
	return spelled{s.by.of(string([]byte{first, byte(length)})), length}
}

func (s spelled) len() int { return len(s.words) / (s.length + 1) }

func (s spelled) at(i int) (word string, kind byte) {
	at := i * (s.length + 1)
	return s.words[at : at+s.length], s.words[at+s.length]
}

// has reports whether a word is known.
func (s *speller) has(word string) bool {
	if _, ok := spelledBy(word); !ok {
		return false
	}
	_, found := s.of(word[0], len(word)).find(word)
	return found
}

func (s spelled) find(word string) (i int, found bool) {
	return sort.Find(s.len(), func(i int) int {
		known, _ := s.at(i)
		return strings.Compare(word, known)
	})
}

// mend replaces unknown words by the nearest known one, and marks them in mended. Names are not changed.
func (s *speller) mend(tokens []text.Token, mended []bool) {
	shouting := 0 // in a text of capitals only, a capital means nothing
	for _, t := range tokens {
		if t.Capital {
			shouting++
		}
	}
	left := mostToMend
	for i := range tokens {
		t := &tokens[i]
		if len(t.Word) < leastToMend || s.knows(t) || left == 0 {
			continue
		}
		if t.Capital && i > 0 && t.Before != text.Stop && 2*shouting < len(tokens) {
			continue
		}
		left--
		if w := s.nearest(t.Word); w != "" {
			t.Word, t.Stem, mended[i] = w, text.Stem(w), true
		}
	}
}

func (s *speller) knows(t *text.Token) bool {
	_, learned := meaning.Look(t.Word)
	return learned || s.has(t.Word) || s.has(t.Stem) || t.Word[0] < 'a' || t.Word[0] > 'z' || idle(t.Word)
}

// nearest returns the best known word that differs by one letter too many, too few, wrong or swapped; by two in long
// words.
func (s *speller) nearest(word string) string {
	edits := 1
	if len(word) >= 8 {
		edits = 2
	}
	best, bestCost := "", float64(edits)+1
	mine := letters(word)
	try := func(first byte, length, most int) {
		words := s.of(first, length)
		for i := range words.len() {
			w, kind := words.at(i)
			if bits.OnesCount32(mine^letters(w)) > 2*most { // each mistake changes two letters at most
				continue
			}
			if d := distance(word, w, most); d <= most && !inflection(word, w) {
				cost := float64(d) - 0.5*float64(preference(kind)) - slip(word, w)
				if w[0] != word[0] {
					cost += 0.6
				}
				if cost < bestCost || cost == bestCost && w < best {
					best, bestCost = w, cost
				}
			}
		}
	}
	for l := max(leastToMend-1, len(word)-edits); l <= len(word)+edits; l++ {
		try(word[0], l, edits)
		if first := word[1]; first != word[0] { // the first two letters swapped, or one too many in front
			try(first, l, 1)
		}
		for _, first := range soundsLike(word) {
			try(first, l, edits)
		}
	}
	return best
}

// inflection reports whether short words differ only in their last letter: "teeny" is no mistake for "teen".
func inflection(a, b string) bool {
	return len(a) <= 6 && (len(a) == len(b)+1 && a[:len(b)] == b || len(b) == len(a)+1 && b[:len(a)] == a)
}

// slip returns how much likelier a mistake is than others: two letters swapped, or a double letter written once.
func slip(wrong, right string) float64 {
	for i := range min(len(wrong), len(right)) {
		if wrong[i] == right[i] {
			continue
		}
		switch a, b := wrong[i:], right[i:]; {
		case len(a) == len(b) && len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:],
			i > 0 && b[0] == right[i-1] && a == b[1:], i > 0 && a[0] == wrong[i-1] && a[1:] == b:
			return 0.3
		}
		break
	}
	return 0
}

// soundsLike returns other letters that a word may begin with when it is spelled as it sounds.
func soundsLike(word string) []byte {
	switch word[0] {
	case 'k', 'q':
		return []byte{'c'}
	case 'c':
		return []byte{'k', 's'}
	case 's':
		return []byte{'c', 'p'}
	case 'f':
		return []byte{'p'}
	case 'j':
		return []byte{'g'}
	case 'n':
		return []byte{'k'}
	}
	return nil
}

// distance returns the number of letters to add, drop, change or swap with a neighbour, or most+1 when it is more.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most || len(a) > 63 || len(b) > 63 {
		return most + 1
	}
	var rows [3][64]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
