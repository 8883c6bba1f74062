// Package text cuts what people write into words that can be compared: lower case, without accents, stemmed in the languages
// that Snowball has, and equal but for one typo. It knows nothing of what is searched.
package text

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s as AppendFold appends it.
func Fold(s string) string { return string(AppendFold(nil, s)) }

// AppendFold appends s in lower case and without accents, and with one form for what looks alike: "Straße" is "strasse",
// "Crème" is "creme". Marks that are no accents, as those of Indic scripts, stay.
func AppendFold[T string | []byte](dst []byte, s T) []byte {
	i := 0
	for ; i < len(s) && s[i] < utf8.RuneSelf; i++ {
		dst = append(dst, lower(s[i]))
	}
	if i == len(s) {
		return dst
	}
	if i > 0 { // what comes next may combine with it
		i, dst = i-1, dst[:len(dst)-1]
	}
	var base rune // the letter that marks belong to
	for _, r := range norm.NFKD.String(string(s[i:])) {
		if unicode.Is(unicode.Mn, r) {
			switch {
			case base == 'и' && r == '\u0306': // й is a letter, ё a way to write е
				dst = append(dst[:len(dst)-len("и")], "й"...)
				continue
			case unicode.In(base, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew):
				continue
			}
		}
		base = unicode.ToLower(r)
		dst = appendLetter(dst, base)
	}
	return dst
}

func appendLetter(dst []byte, r rune) []byte {
	switch r {
	case 'ß':
		return append(dst, "ss"...)
	case 'æ':
		return append(dst, "ae"...)
	case 'œ':
		return append(dst, "oe"...)
	case 'ø':
		return append(dst, 'o')
	case 'ł':
		return append(dst, 'l')
	case 'đ', 'ð':
		return append(dst, 'd')
	case 'þ':
		return append(dst, "th"...)
	case 'ı':
		return append(dst, 'i')
	case 'ς':
		return append(dst, "σ"...)
	case '’', '‘', 'ʼ', '`', '´':
		return append(dst, '\'')
	case '\u2010': // and the one that does not break, by NFKD
		return append(dst, '-')
	}
	return utf8.AppendRune(dst, r)
}

func lower(c byte) byte {
	switch {
	case 'A' <= c && c <= 'Z':
		return c + 'a' - 'A'
	case c == '`':
		return '\''
	}
	return c
}
