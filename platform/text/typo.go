package text

import (
	"math/bits"
	"unicode/utf8"
)

// LeastToMend is the number of letters from which a typo is forgiven: shorter words have too many neighbours.
const LeastToMend = 5

// Letters returns the set of the characters of a word, in 32 classes.
func Letters(word string) (set uint32) {
	for _, r := range word {
		set |= 1 << (r & 31)
	}
	return set
}

// MayBeTypo reports whether words with these letters could be equal but for one typo, which puts at most one character in place of
// another: cheap, and never wrong when it says no.
func MayBeTypo(a, b uint32) bool { return bits.OnesCount32(a^b) <= 2 }

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
