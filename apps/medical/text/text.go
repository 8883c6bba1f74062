// Package text compares what people write without regard to case, accents and punctuation. It knows no language.
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in lower case and without accents. Its length in characters may differ from that of s.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, c := range norm.NFKD.String(strings.ToValidUTF8(s, " ")) {
		if !unicode.Is(unicode.Mn, c) {
			b.WriteRune(unicode.ToLower(c))
		}
	}
	return b.String()
}

// Words cuts s into its folded words and numbers.
func Words(s string) []string {
	return strings.FieldsFunc(Fold(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// Near reports whether a and b, both folded, are one typing mistake apart: a letter missing, added or replaced, or two
// letters swapped.
func Near(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	switch len(y) - len(x) {
	case 0:
		if i >= len(x)-1 || equal(x[i+1:], y[i+1:]) {
			return true
		}
		return x[i] == y[i+1] && x[i+1] == y[i] && equal(x[i+2:], y[i+2:])
	case 1:
		return equal(x[i:], y[i+1:])
	}
	return false
}

func equal(a, b []rune) bool { return string(a) == string(b) }
