package text

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord is the maximum size of a word in bytes; what follows is another one. Nobody asks for longer words.
const maxWord = 64

// Words calls word for each word of a folded text: letters, digits and the apostrophes and marks within, or one symbol such as €
// or 🥐. What is written without spaces, as Chinese and Thai are, is cut into all pairs of neighbours and single characters. It
// stops when word returns false. The bytes are those of folded.
func Words(folded []byte, word func(w []byte) bool) {
	for i := 0; i < len(folded); {
		if c := folded[i]; c < utf8.RuneSelf {
			if !alphanumeric(c) {
				if c == '$' && !word(folded[i:i+1]) {
					return
				}
				i++
				continue
			}
		} else if r, size := utf8.DecodeRune(folded[i:]); dense(r) {
			if !word(folded[i : i+size]) {
				return
			}
			if next, more := utf8.DecodeRune(folded[i+size:]); dense(next) && !word(folded[i:i+size+more]) {
				return
			}
			i += size
			continue
		} else if !unicode.In(r, unicode.L, unicode.N, unicode.M) {
			if unicode.In(r, unicode.So, unicode.Sc) && !word(folded[i:i+size]) {
				return
			}
			i += size
			continue
		}
		end := wordEnd(folded, i)
		if !word(trim(folded[i:end])) {
			return
		}
		i = end
	}
}

// Hyphened calls pair for each two words of a folded text with nothing but a hyphen between them, since people write them as one too: "wi-fi" is
// "wifi", and "covid-19" is "covid19". Two words that both have digits are no such pair, but parts of a number, a time or an identifier.
// The bytes are those of folded.
func Hyphened(folded []byte, pair func(first, second []byte)) {
	var before []byte
	for part := range bytes.SplitSeq(folded, []byte("-")) {
		first, second := before[len(bytes.TrimRightFunc(before, within)):], trim(part[:wordEnd(part, 0)])
		if len(first) > 0 && len(second) > 0 && len(first)+len(second) <= maxWord && !(numbered(first) && numbered(second)) {
			pair(first, second)
		}
		before = part
	}
}

func within(r rune) bool { return !dense(r) && unicode.In(r, unicode.L, unicode.N, unicode.M) }

func numbered(w []byte) bool { return bytes.ContainsAny(w, "0123456789") }

// wordEnd returns where the word that begins at i ends.
func wordEnd(s []byte, i int) int {
	start := i
	for i < len(s) && i-start < maxWord {
		if c := s[i]; c < utf8.RuneSelf {
			if !alphanumeric(c) && (c != '\'' || i+1 == len(s) || s[i+1] < utf8.RuneSelf && !alphanumeric(s[i+1])) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(s[i:])
		if !within(r) && r != '\u200c' && r != '\u200d' {
			return i
		}
		i += size
	}
	return i
}

// trim takes the English genitive off a word, and the article and the like that French and Italian write before a vowel without a space: who
// looks for "hotel" means "l'hotel" too.
func trim(w []byte) []byte {
	if n := len(w); n > 2 && w[n-1] == 's' && w[n-2] == '\'' {
		return w[:n-2]
	}
	if before, after, ok := bytes.Cut(w, []byte("'")); ok && len(after) > 1 && strings.IndexByte("aeiouyh", after[0]) >= 0 && elided(string(before)) {
		return after
	}
	return w
}

// elided reports whether a word is one that loses its last letter before a vowel.
func elided(w string) bool {
	switch w {
	case "l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "presqu", "puisqu", "quelqu", "quoiqu",
		"un", "dell", "nell", "all", "dall", "sull", "quell", "quest", "bell", "sant", "gl", "com", "cos", "dov", "tutt":
		return true
	}
	return false
}

func alphanumeric(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// dense reports whether words of the character's script have no spaces between them.
func dense(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
