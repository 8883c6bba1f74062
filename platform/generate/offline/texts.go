package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/generate/words"
)

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// uncapital makes the first letter lower case, unless it begins an abbreviation.
func uncapital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[n:]); n == 0 || unicode.IsUpper(second) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// clip is a short name for Shorten, since nearly every text here goes through it.
func clip(s string, characters int) string { return platform.Shorten(s, characters) }

// reviewed is how many characters the description of a tool may have so that no directory asks for a shorter one.
const reviewed = 200

// fitting returns the first text that may describe a tool, the last one cut where none is short enough.
func fitting(texts ...string) string {
	for _, text := range texts {
		if utf8.RuneCountInString(text) <= reviewed {
			return text
		}
	}
	return clip(texts[len(texts)-1], reviewed)
}

// snake returns the parts of folded words that the name of a tool or of a column may contain.
func snake(s string) string {
	var b strings.Builder
	for _, r := range strings.NewReplacer("'s ", " ", "’s ", " ", "'", "", "’", "").Replace(words.Fold(s)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

// listed joins words as a sentence does: a, b and c.
func listed(s []string) string {
	if len(s) < 2 {
		return strings.Join(s, "")
	}
	return strings.Join(s[:len(s)-1], ", ") + " and " + s[len(s)-1]
}

// plain returns text on one line without characters that people cannot see.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '<' || r == '>' || platform.Hidden(r) && r > ' ':
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa1 }), " ")
}
