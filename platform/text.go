package platform

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count is n things in words: "1 item", "2 items". The noun forms its plural with s.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Hidden reports whether a character has no place in a name or title: it controls something, is not seen, or turns the direction
// of what follows, so that the name can pass for another. Joiners (U+200C, U+200D), which some scripts and emoji need, are
// none.
func Hidden(r rune) bool {
	switch {
	case '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069', r == '\u200b', r == '\u2028', r == '\u2029', r == '\ufeff':
		return true
	}
	return unicode.IsControl(r)
}

// Shorten is text for people of at most so many characters, the last one an ellipsis where there were more.
func Shorten(text string, characters int) string {
	if utf8.RuneCountInString(text) <= characters {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:characters-1])) + "…"
}

// Clip is the first bytes of text from outside, which may be long and no UTF-8, and an ellipsis where there were more. No
// character is cut.
func Clip(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes] + "…"
}
