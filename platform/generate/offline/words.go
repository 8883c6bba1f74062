package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/generate/wordclass"
	"berth/platform/text"
)

// fold is a short name, since what is read here is called text.
func fold(s string) string { return text.Fold(s) }

// word is a word of a description, or several that mean one thing.
type word struct {
	raw      string // as it is written
	folded   string // without marks, in lower case; blanks between several
	en       string // in English; its own folded form where that is not known
	root     string // en in the singular
	known    bool   // the glossary has it
	after    bool   // an adjective that follows its noun
	stop     byte   // what comes after it: '.' the end of a sentence, ':' an announcement, ',' a pause, '(' and ')' brackets, '/' another, 0 nothing
	from, to int    // where it stands in the text, in bytes
	role     role
	class    wordclass.Class // 0 where it was read alone
}

// figure reports whether a word is a number in digits.
func (w word) figure() bool { return strings.Trim(w.folded, "0123456789") == "" }

// describes reports whether a word is an adjective, or a participle.
func (w word) describes() bool {
	return w.class == wordclass.Adjective || w.class == wordclass.Participle
}

// capitalised reports whether a word begins with a capital.
func (w word) capitalised() bool { return strings.IndexFunc(w.raw, unicode.IsUpper) == 0 }

func isLetter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// split cuts text at everything that is neither letter nor digit; an English possessive stays with its word.
func split(text string) []word {
	var out []word
	for i := 0; i < len(text); {
		start := strings.IndexFunc(text[i:], isLetter)
		if start < 0 {
			break
		}
		start += i
		end := strings.IndexFunc(text[start:], func(r rune) bool { return !isLetter(r) })
		if end < 0 {
			end = len(text) - start
		}
		end += start
		for _, s := range []string{"'s", "’s"} {
			if strings.HasPrefix(text[end:], s) && !strings.ContainsFunc(text[end+len(s):min(len(text), end+len(s)+1)], unicode.IsLetter) {
				end += len(s)
			}
		}
		if n := len(out); n > 0 {
			out[n-1].stop = stop(text[out[n-1].to:start])
		}
		if utf8.RuneCountInString(text[start:end]) <= 40 { // longer than any word, and than a name can be
			raw := text[start:end]
			folded := strings.TrimSuffix(strings.TrimSuffix(fold(raw), "'s"), "’s")
			if lower := strings.ToLower(raw); lower == "è" || lower == "é" {
				folded = lower // is, and not "and"
			}
			out = append(out, word{raw: raw, folded: folded, en: folded, root: singular(folded), from: start, to: end})
		}
		i = end
	}
	if n := len(out); n > 0 {
		out[n-1].stop = '.'
	}
	return out
}

func stop(gap string) byte {
	switch {
	case strings.ContainsAny(gap, ".!?\n;"):
		return '.'
	case strings.Contains(gap, ":"):
		return ':'
	case strings.ContainsRune(gap, '('):
		return '('
	case strings.ContainsRune(gap, ')'):
		return ')'
	case gap == "/" || gap == " / ":
		return '/'
	case strings.ContainsAny(gap, ",|/+") || strings.ContainsAny(gap, "–—-") && strings.Contains(gap, " "):
		return ','
	}
	return 0
}

// singular returns the singular of an English plural, roughly: it is applied to both sides of every comparison.
func singular(w string) string {
	switch {
	case w == "people" || w == "children":
		return w
	case strings.HasSuffix(w, "shelves") || strings.HasSuffix(w, "leaves") || strings.HasSuffix(w, "loaves"):
		return strings.TrimSuffix(w, "ves") + "f"
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is") || w == "news" || w == "series" || w == "opening hours" || w == "sales":
		return w
	case strings.HasSuffix(w, "ies") && !strings.HasSuffix(w, "movies") && !strings.HasSuffix(w, "cookies"):
		return strings.TrimSuffix(w, "ies") + "y"
	case slices.ContainsFunc([]string{"ches", "shes", "sses", "xes", "zes", "toes", "roes"}, func(e string) bool { return strings.HasSuffix(w, e) }):
		return strings.TrimSuffix(w, "es")
	}
	return strings.TrimSuffix(w, "s")
}

// plural returns the plural of an English noun, roughly.
func plural(w string) string {
	switch {
	case w == "" || w == "staff" || strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w
	case strings.HasSuffix(w, "person"):
		return strings.TrimSuffix(w, "person") + "people"
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
		b.WriteString(w.root + " ")
	}
	return b.String()
}

// phrase brings a phrase of ours into the same form.
func phrase(s string) string { return roots(split(s)) }

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

// snake returns the parts of folded words that the name of a tool or of a column may contain.
func snake(s string) string {
	var b strings.Builder
	for _, r := range strings.NewReplacer("'s ", " ", "’s ", " ", "'", "", "’", "").Replace(fold(s)) {
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
