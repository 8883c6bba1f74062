package words

import (
	"slices"
	"strings"

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
	yes := func(k tagger.Token) bool { return slices.Contains([]string{"y", "j", "o", "s", "yes", "ja", "oui", "si", "sim"}, k.Folded) }
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
