package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform/generate/tagger"
)

// Undressed returns where a span ends without what it says of looks: "home port in a carousel", "price as cards".
func Undressed(tokens []tagger.Token, s tagger.Span) int {
	looks := func(k tagger.Token) bool {
		return slices.ContainsFunc([]string{"layout", "colour", "mood"}, func(m string) bool { return slices.Contains(k.Means, m) })
	}
	for i := s.From + 1; i < s.To; i++ {
		if slices.Contains([]string{"in", "on", "as"}, tokens[i].English) && slices.ContainsFunc(tokens[i:s.To], looks) {
			return i
		}
	}
	return s.To
}

// SaysYes reports whether words begin with "yes or no", or "y/n".
func SaysYes(tokens []tagger.Token) bool {
	negates := func(k tagger.Token) bool { return slices.Contains([]string{"n", "no", "non", "nein", "nao"}, k.Folded) }
	yes := func(k tagger.Token) bool {
		return slices.Contains([]string{"y", "j", "o", "s", "yes", "ja", "oui", "si", "sim"}, k.Folded)
	}
	return len(tokens) > 1 && yes(tokens[0]) && (tokens[0].Stop == '/' || len(tokens[0].Folded) > 1) && slices.ContainsFunc(tokens[1:min(3, len(tokens))], negates)
}

// optional are the beginnings of words that say that a field need not be filled.
var optional = []string{"optional", "freiwillig", "optionnel", "facultati", "opcional", "facoltativ", "opzional"}

// Needed returns where a column ends without such a word, and without "yes/no": "reason optional", "queen seen y/n".
func Needed(tokens []tagger.Token, s tagger.Span) int {
	for s.To > s.From+1 && slices.ContainsFunc(optional, func(o string) bool { return strings.HasPrefix(tokens[s.To-1].Folded, o) }) {
		s.To--
	}
	for i := s.From + 1; i < s.To; i++ {
		if SaysYes(tokens[i:s.To]) {
			return i
		}
	}
	return s.To
}

// Negates reports whether a value that a column allows says no.
func Negates(w Word) bool {
	return slices.Contains([]string{"no", "not", "non", "nein", "nicht", "nao"}, w.Folded)
}

// EitherOr returns the two values of a column that is called by them, "sun or shade", or only one where the other is "not"; none where it is called by
// two headings, "name or title".
func (g *Grammar) EitherOr(l *Language, heading string) (one, another string) {
	ws := l.Read(heading)
	n := len(ws)
	if n < 3 || !ws[n-2].Is("or") {
		return "", ""
	}
	if Negates(ws[n-1]) {
		return ws[0].Raw, ""
	}
	if n > 3 || g.Heading(l, ws[0]) || g.Heading(l, ws[2]) || g.People[ws[0].Root] || g.People[ws[2].Root] {
		return "", ""
	}
	return ws[0].Raw, ws[2].Raw
}

// Named reports whether what was taken for the name of an app may be one: it is quoted, or begins with a capital.
func Named(text string, from int) bool {
	r, _ := utf8.DecodeRuneInString(text[from:])
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	return !unicode.IsLower(r) || strings.ContainsRune("'\"“„«‘", before)
}

// Mapped reports whether words ask for a map: "where it starts, on the map".
func Mapped(tokens []tagger.Token) bool {
	return slices.ContainsFunc(tokens, func(k tagger.Token) bool { return k.English == "map" })
}

var fromWords, untilWords = []string{"from", "von", "de", "du", "desde", "da", "dal"}, []string{"to", "until", "till", "bis", "a", "au", "hasta", "ate", "al"}

// Range reports whether two headings that stand beside each other are nothing but "from" and "until".
func Range(from, until string) bool {
	return slices.Contains(fromWords, Fold(from)) && slices.Contains(untilWords, Fold(until))
}

// Follows reports whether the first column tells more of the topic before it: "recipes with ingredients", "doctors by speciality".
func Follows(tokens []tagger.Token, spans []tagger.Span) bool {
	i := slices.IndexFunc(spans, func(s tagger.Span) bool { return s.Label == tagger.ColumnBegin })
	if i < 1 || spans[i-1].Label != tagger.Topic {
		return false
	}
	lead := tokens[spans[i].From-1]
	return slices.Contains(lead.Means, "details") || lead.English == "by" || lead.English == "per"
}
