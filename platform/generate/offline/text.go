package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"berth/platform"
)

// unmarked has the Latin letters that Unicode does not decompose.
var unmarked = map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i"}

// fold writes Latin letters without their marks and in lower case; other letters stay.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(s) {
		r = unicode.ToLower(r)
		plain, ok := unmarked[r]
		switch {
		case ok:
			b.WriteString(plain)
		case r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r):
			letter, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			b.WriteRune(letter)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// word is a word of the prompt, as it is written and in comparable form.
type word struct {
	raw, folded, root string
	part              part
	stop              byte // what ends after it: '.' a sentence, ':' an announcement, ',' a clause, 0 nothing
}

// words cuts text at everything that is neither letter nor digit; a possessive stays with its word. Markup is dropped: its
// names are no words.
func words(text string) []word {
	var out []word
	text = untag(text)
	for start, end := nextWord(text, 0); start < end; start, end = nextWord(text, end) {
		raw := text[start:end]
		if len(out) > 0 && stopBefore(text, start, &out[len(out)-1]) && raw == "s" {
			last := &out[len(out)-1]
			last.raw += "'s"
			continue
		}
		if utf8.RuneCountInString(raw) > 40 {
			continue // longer than any word of a language with spaces, and than a name can be
		}
		folded := fold(raw)
		out = append(out, word{raw: raw, folded: folded, root: singular(folded)})
	}
	return out
}

// nextWord finds the next run of letters and digits; start and end are equal when there is none.
func nextWord(text string, from int) (start, end int) {
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) }
	start = strings.IndexFunc(text[from:], isPart)
	if start < 0 {
		return from, from
	}
	start += from
	end = strings.IndexFunc(text[start:], func(r rune) bool { return !isPart(r) })
	if end < 0 {
		return start, len(text)
	}
	return start, start + end
}

// stopBefore sets what ends at the word before start, and reports whether only an apostrophe is between them.
func stopBefore(text string, start int, before *word) (apostrophe bool) {
	gap := text[:start]
	if i := strings.LastIndexFunc(gap, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) }); i >= 0 {
		_, n := utf8.DecodeRuneInString(gap[i:])
		gap = gap[i+n:]
	}
	switch {
	case strings.ContainsAny(gap, ".!?\n;"):
		before.stop = '.'
	case strings.Contains(gap, ":"):
		before.stop = ':'
	case strings.ContainsAny(gap, ",()|") || strings.ContainsAny(gap, "–—-") && strings.Contains(gap, " "):
		before.stop = ','
	}
	return gap == "'" || gap == "’"
}

// untag removes everything between < and >.
func untag(text string) string {
	for {
		before, rest, ok := strings.Cut(text, "<")
		if !ok {
			return text
		}
		_, after, ok := strings.Cut(rest, ">")
		if !ok {
			return before + " " + rest
		}
		text = before + " " + after
	}
}

// singular returns the singular of an English plural, roughly: it is applied to both sides of every comparison.
func singular(w string) string {
	if one := irregular(w); one != "" {
		return one
	}
	switch {
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies") && w != "movies" && w != "cookies" && w != "series":
		return strings.TrimSuffix(w, "ies") + "y"
	case slices.ContainsFunc([]string{"ches", "shes", "sses", "xes", "zes"}, func(e string) bool { return strings.HasSuffix(w, e) }):
		return strings.TrimSuffix(w, "es")
	}
	return strings.TrimSuffix(w, "s")
}

// irregular returns the singular of an irregular plural.
func irregular(w string) string {
	switch w {
	case "buses", "bonuses", "statuses", "campuses", "viruses":
		return strings.TrimSuffix(w, "es")
	case "children":
		return "child"
	case "shelves", "leaves", "loaves", "wolves", "halves":
		return strings.TrimSuffix(w, "ves") + "f"
	case "knives", "wives", "lives":
		return strings.TrimSuffix(w, "ves") + "fe"
	case "potatoes", "tomatoes", "heroes", "volcanoes", "mangoes":
		return strings.TrimSuffix(w, "es")
	}
	return ""
}

// plural returns the plural of an English noun, roughly.
func plural(w string) string {
	if w == "" || strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w
	}
	last, _ := utf8.DecodeLastRuneInString(w)
	if last > unicode.MaxASCII {
		return w
	}
	switch {
	case strings.HasSuffix(w, "y") && !strings.ContainsAny(w[max(0, len(w)-2):len(w)-1], "aeiou"):
		return strings.TrimSuffix(w, "y") + "ies"
	case strings.HasSuffix(w, "ch") || strings.HasSuffix(w, "sh") || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "x"):
		return w + "es"
	}
	return w + "s"
}

// roots joins the words in comparable form, between spaces, so that phrases match whole words only.
func roots(ws []word) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range ws {
		b.WriteString(w.root)
		b.WriteByte(' ')
	}
	return b.String()
}

// phrase brings a phrase of ours into the same form.
func phrase(s string) string { return roots(words(s)) }

// spaced reports whether the script of s separates words.
func spaced(s string) bool {
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Arabic, unicode.Hebrew) {
			return false
		}
	}
	return true
}

// capital makes the first letter upper case.
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

// ascii returns the parts of folded words that a tool's name may contain, in snake_case.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range strings.NewReplacer("'s ", " ", "’s ", " ").Replace(fold(s)) {
		switch {
		case r == '\'' || r == '’':
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

// camel makes the key of a column from its heading: "Days left" becomes daysLeft.
func camel(label string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(ascii(label), "_") {
		if b.Len() > 0 {
			part = capital(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

// label makes a heading from a key.
func label(key string) string {
	var b strings.Builder
	lower := false
	for _, r := range key {
		switch {
		case r == '_' || r == '-':
			r = ' '
		case unicode.IsUpper(r) && lower:
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
		b.WriteRune(r)
	}
	return capital(strings.TrimSpace(b.String()))
}

// listed joins words as a sentence does: a, b and c.
func listed(s []string) string {
	if len(s) < 2 {
		return strings.Join(s, "")
	}
	return strings.Join(s[:len(s)-1], ", ") + " and " + s[len(s)-1]
}

// seed returns a number that depends on the text alone (FNV-1a).
func seed(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// latin reports whether a text is one word of unmarked Latin letters and digits.
func latin(s string) bool { return ascii(s) == s && s != "" }
