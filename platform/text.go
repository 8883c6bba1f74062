package platform

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count returns n things in words: "1 item", "2 items". The noun forms its plural with s.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Hidden reports whether a character must not appear in a name: it is a control character, is invisible, or acts on the
// direction of the text around it, so that the name can pass for another. Joiners (U+200C, U+200D), which some scripts and
// emoji need, are allowed.
func Hidden(r rune) bool {
	switch r {
	case '\u200b', '\u2028', '\u2029', '\ufeff':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// HiddenInText reports whether a character must not appear in a line of text that is no name, such as a cell of a table. Such a
// text may hold the marks with which Arabic and Hebrew keep punctuation and numbers in their places.
func HiddenInText(r rune) bool {
	switch r {
	case '\u061c', '\u200e', '\u200f':
		return false
	}
	return Hidden(r)
}

// Unhidden returns a name without the characters that must not appear in one.
func Unhidden(name string) string {
	return strings.Map(func(r rune) rune {
		if Hidden(r) {
			return -1
		}
		return r
	}, name)
}

// Invisible reports whether a character shows nothing by itself: white space, a control character, or one that only acts on
// its neighbours, such as a joiner. A text of such characters alone is empty to people, and two texts that differ in those of the
// last kind look the same.
func Invisible(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || formats(r) }

// Unformatted returns text without the characters that only act on their neighbours.
func Unformatted(text string) string {
	return strings.Map(func(r rune) rune {
		if formats(r) {
			return -1
		}
		return r
	}, text)
}

// formats reports whether a character only acts on its neighbours (Unicode Standard, section 5.21); the signs that enclose numbers
// are of that category, and shown.
func formats(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Shorten returns text for people, cut to at most that many characters; the last one is an ellipsis where text was cut.
func Shorten(text string, characters int) string {
	if utf8.RuneCountInString(text) <= characters {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:characters-1])) + "…"
}

// Clip returns the first bytes of text from outside, which may be long and invalid UTF-8, and an ellipsis where text was
// cut. It never cuts a character in two.
func Clip(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes] + "…"
}
