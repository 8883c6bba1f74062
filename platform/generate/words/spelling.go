package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Snake returns the parts of folded words that the name of a tool or of a column may contain.
func Snake(s string) string {
	var b strings.Builder
	for _, r := range strings.NewReplacer("'s ", " ", "’s ", " ", "'", "", "’", "").Replace(Fold(s)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

// Capital returns a text with a capital at its beginning.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// Wordy reports whether a heading is of sentences, which are searched and not filtered.
func (l *Language) Wordy(heading string) bool {
	return slices.ContainsFunc(l.Read(heading), func(w Word) bool {
		return slices.Contains(strings.Fields("description summary answer note message comment definition"), w.Root) || strings.HasSuffix(w.Root, "hours")
	})
}
