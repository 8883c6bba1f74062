package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform/text"
)

// Fold is a short name, since what is read here is called text.
func Fold(s string) string { return text.Fold(s) }

// Word is a word of a description, or several that mean one thing.
type Word struct {
	Raw      string // as it is written
	Folded   string // without marks, in lower case; blanks between several
	English  string // in English; its own folded form where that is not known
	Root     string // en in the singular
	Known    bool   // the glossary has it
	After    bool   // an adjective that follows its noun
	Stop     byte   // what comes after it: '.' and '?' end a sentence, 'n' a line; ':' announces, ',', ';' and '-' pause, '(' and ')' are brackets, '/' another; 0 is nothing
	From, To int    // where it stands in the text, in bytes
}

// Capitalised reports whether a word begins with a capital.
func (w Word) Capitalised() bool { return strings.IndexFunc(w.Raw, unicode.IsUpper) == 0 }

// Is reports whether the English of a word is one of those.
func (w Word) Is(words ...string) bool { return slices.Contains(words, w.English) }

func isLetter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '²' || r == '³'
}

// Split cuts text at everything that is neither letter nor digit; an English possessive stays with its word.
func Split(text string) []Word {
	var out []Word
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
			out[n-1].Stop = stop(text[out[n-1].To:start])
		}
		if utf8.RuneCountInString(text[start:end]) <= 40 { // longer than any word, and than a name can be
			raw := text[start:end]
			folded := strings.TrimSuffix(strings.TrimSuffix(Fold(raw), "'s"), "’s")
			if lower := strings.ToLower(raw); lower == "è" || lower == "é" {
				folded = lower // is, and not "and"
			}
			out = append(out, Word{Raw: raw, Folded: folded, English: folded, Root: Singular(folded), From: start, To: end})
		}
		i = end
	}
	if n := len(out); n > 0 {
		out[n-1].Stop = '.'
	}
	return out
}

func stop(gap string) byte {
	if rest := strings.TrimPrefix(gap, "."); rest != gap && (strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, ";")) {
		gap = rest // Tel., Nr.
	}
	switch {
	case gap == "- ": // An- und Abreise
		return 0
	case strings.Contains(gap, "\n"):
		return 'n'
	case strings.ContainsAny(gap, ".!"):
		return '.'
	case strings.Contains(gap, "?"):
		return '?'
	case strings.Contains(gap, ";"):
		return ';'
	case strings.Contains(gap, ":"):
		return ':'
	case strings.ContainsRune(gap, '('):
		return '('
	case strings.ContainsRune(gap, ')'):
		return ')'
	case gap == "/" || gap == " / ":
		return '/'
	case strings.ContainsAny(gap, ",|/+"):
		return ','
	case strings.ContainsAny(gap, "–—-") && strings.Contains(gap, " "):
		return '-'
	}
	return 0
}

// Singular returns the singular of an English plural, roughly: it is applied to both sides of every comparison.
func Singular(w string) string {
	switch {
	case w == "people" || w == "children":
		return w
	case strings.HasSuffix(w, "shelves") || strings.HasSuffix(w, "leaves") || strings.HasSuffix(w, "loaves"):
		return strings.TrimSuffix(w, "ves") + "f"
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is") || w == "news" || w == "series" || w == "opening hours" || w == "sales":
		return w
	case strings.HasSuffix(w, "buses"):
		return strings.TrimSuffix(w, "es")
	case strings.HasSuffix(w, "ies") && !strings.HasSuffix(w, "movies") && !strings.HasSuffix(w, "cookies"):
		return strings.TrimSuffix(w, "ies") + "y"
	case slices.ContainsFunc([]string{"ches", "shes", "sses", "xes", "zes", "toes", "roes"}, func(e string) bool { return strings.HasSuffix(w, e) }):
		return strings.TrimSuffix(w, "es")
	}
	return strings.TrimSuffix(w, "s")
}

// uncounted are nouns that have no plural, and ends of such.
var uncounted = []string{"staff", "music", "equipment", "furniture", "information", "clothing", "luggage", "property", "feedback", "software", "jewellery", "firewood",
	"maintenance", "found", "homework"}

// Plural returns the plural of an English noun, roughly.
func Plural(w string) string {
	switch {
	case w == "" || slices.Contains(uncounted, w[strings.LastIndexByte(w, ' ')+1:]):
		return w
	case strings.HasSuffix(w, "ed") && strings.Contains(w, " "): // volunteers needed
		return w
	case strings.HasSuffix(Fold(w), "bus"):
		return w + "es"
	case strings.HasSuffix(w, "people") || strings.HasSuffix(w, "men") || strings.HasSuffix(w, "children") || strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w
	case strings.HasSuffix(w, "man") && !strings.HasSuffix(w, "human") && !strings.HasSuffix(w, "german"):
		return strings.TrimSuffix(w, "man") + "men"
	case strings.HasSuffix(w, "person"):
		return strings.TrimSuffix(w, "person") + "people"
	case strings.HasSuffix(w, "y") && !strings.ContainsAny(w[max(0, len(w)-2):len(w)-1], "aeiou"):
		return strings.TrimSuffix(w, "y") + "ies"
	case strings.HasSuffix(w, "ch") || strings.HasSuffix(w, "sh") || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "x"):
		return w + "es"
	}
	return w + "s"
}

// Where returns the words of which something holds.
func Where(ws []Word, holds func(i int) bool) (out []Word) {
	for i, w := range ws {
		if holds(i) {
			out = append(out, w)
		}
	}
	return out
}

// Roots joins the words in comparable form, between spaces, so that phrases match whole words only.
func Roots(ws []Word) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range ws {
		b.WriteString(w.Root + " ")
	}
	return b.String()
}

// Phrase brings a phrase of ours into the same form.
func Phrase(s string) string { return Roots(Split(s)) }
