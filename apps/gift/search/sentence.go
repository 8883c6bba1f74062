package search

import "berth/platform/text"

// sentence reads words by their places.
type sentence []text.Token

// is reports whether word i is among these.
func (s sentence) is(i int, words string) bool {
	return i >= 0 && i < len(s) && oneOf(s[i].Word, words)
}

// near reports whether one of the n words before word i, in its clause, is among these.
func (s sentence) near(i, n int, words string) bool {
	for at := i - 1; at >= max(0, i-n) && s[at+1].Before == text.None; at-- {
		if s.is(at, words) {
			return true
		}
	}
	return false
}

// ahead reports whether one of the n words from word i on, in its clause, is among these.
func (s sentence) ahead(i, n int, words string) bool {
	for at := i; at < min(len(s), i+n) && s[at].Before == text.None && !s.is(at, "and or"); at++ {
		if s.is(at, words) {
			return true
		}
	}
	return false
}

// halts reports whether nothing goes on at word i in its clause but when, or why: "off it now".
func (s sentence) halts(i int) bool {
	return i >= len(s) || s[i].Before > text.None || s.is(i, "now these at since because for and this anymore currently")
}
