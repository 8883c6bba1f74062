package platform

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Count is n things in words: "1 item", "2 items". The noun forms its plural with s.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
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
