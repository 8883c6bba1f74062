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

// clip is a short name for Shorten, since nearly every text here goes through it.
func clip(s string, characters int) string { return platform.Shorten(s, characters) }

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
