package text

import (
	"math/bits"
	"unicode/utf8"
)

// LeastToMend is the number of letters from which a typo is forgiven: shorter words have too many neighbours.
const LeastToMend = 5

// Letters returns the set of the bytes of a word, in 32 classes. The sets of two words that OneTypo takes differ in at most
// TypoLetters of them.
func Letters[T string | []byte](word T) (set uint32) {
	for i := range len(word) {
		set |= 1 << (word[i] & 31)
	}
	return set
}

// TypoLetters bounds how far the letters of words may differ that are equal but for one typo: a character of four bytes may
// stand for another.
const TypoLetters = 8

// MayBeTypo reports whether words with these letters could be equal but for one typo: cheap, and never wrong when it says no.
func MayBeTypo(a, b uint32, ascii bool) bool {
	most := TypoLetters
	if ascii {
		most = 2
	}
	return bits.OnesCount32(a^b) <= most
}

// OneTypo reports whether b is a with one character more, less or another, or with two neighbours swapped.
func OneTypo[T string | []byte](a, b T) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	start := 0
	for start < len(a) && a[start] == b[start] {
		start++
	}
	for start > 0 && start < len(b) && !utf8.RuneStart(b[start]) { // back to the start of the character
		start--
	}
	restA, restB := a[start:], b[start:]
	if len(restA) == 0 && len(restB) == 0 {
		return false
	}
	sizeA, sizeB := size(restA), size(restB)
	if equal(restA, restB[sizeB:]) || len(restA) > 0 && (equal(restA[sizeA:], restB) || equal(restA[sizeA:], restB[sizeB:])) {
		return true
	}
	if len(restA) != len(restB) || len(restA) == sizeA {
		return false
	}
	next := size(restA[sizeA:])
	return equal(restA[:sizeA], restB[sizeB:min(len(restB), sizeB+sizeA)]) && equal(restA[sizeA:sizeA+next], restB[:sizeB]) &&
		equal(restA[sizeA+next:], restB[sizeA+next:])
}

func size[T string | []byte](s T) int {
	if len(s) == 0 {
		return 0
	}
	end := 1
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end++
	}
	return end
}

func equal[T string | []byte](a, b T) bool { return string(a) == string(b) }
