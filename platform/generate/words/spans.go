package words

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform/generate/tagger"
	"berth/platform/generate/wordclass"
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

// Whole returns where a topic ends with what belongs to it: "loads of costumes", "boats for hire".
func Whole(tokens []tagger.Token, s tagger.Span) int {
	at := func(i int) string {
		if i < len(tokens) && tokens[i-1].Stop == 0 {
			return tokens[i].Folded
		}
		return ""
	}
	several := s.To == s.From+1 && slices.Contains(many, tokens[s.From].Folded) && at(s.To) == "of"
	purpose := at(s.To) == "for" && slices.Contains([]string{"hire", "rent", "sale", "adoption"}, at(s.To+1))
	if several && s.To+1 < len(tokens) || purpose {
		return s.To + 2
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

// YesNo reports whether values begin with yes and no; what comes behind them belongs to something else.
func YesNo(values []string) bool {
	return SaysYes([]tagger.Token{{Folded: Fold(values[0]), Stop: '/'}, {Folded: Fold(values[1])}})
}

// optional are the beginnings of words that say that a field need not be filled.
var optional = []string{"optional", "freiwillig", "optionnel", "facultati", "opcional", "facoltativ", "opzional"}

// Waived reports whether a column is said to be optional, in its words or right beside them: "optional email", "reason optional", "photo (optional)".
func Waived(tokens []tagger.Token, s tagger.Span) bool {
	if s.From > 0 && tokens[s.From-1].Stop == 0 {
		s.From--
	}
	if stop := tokens[s.To-1].Stop; s.To < len(tokens) && (stop == 0 || stop == '(') {
		s.To++
	}
	return Optional(tokens, s)
}

// Optional reports whether a word of a span says that something is optional.
func Optional(tokens []tagger.Token, s tagger.Span) bool {
	return slices.ContainsFunc(tokens[s.From:s.To], func(k tagger.Token) bool {
		return slices.ContainsFunc(optional, func(o string) bool { return strings.HasPrefix(k.Folded, o) })
	})
}

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

// Alternatives returns the values of a column that is called by them, "sun or shade", "online or in person", "single/double", or only one where the other
// is "not"; none where it is called by headings, "name or title". The heading is what stands before the first of several between slashes, "day Monday/Friday".
func (g *Grammar) Alternatives(l *Language, heading string) (above string, values []string) {
	ws := l.Read(heading)
	n := len(ws)
	at := slices.IndexFunc(ws, func(w Word) bool { return w.Is("or") })
	slash := func(w Word) bool { return w.Stop == '/' }
	several := func(w Word) bool {
		return (w.Known || l.Code == "en") && w.English != w.Root || l.Romance() && strings.HasSuffix(w.Folded, "s") && !g.Relations[w.English] &&
			!slices.Contains([]string{"apres", "depois", "mas", "menos"}, w.Folded)
	}
	article := func(w Word) bool { return g.Articles[w.English] || g.Relations[w.English] } // after the meal, before lunch
	no := func(w Word) bool {
		return several(w) && (at >= 0 || !l.Romance()) || g.Heading(l, w) && (at >= 0 || g.Cue(l, w) != "boolean") || g.Clauses[w.English] || w.Is("or", "what")
	}
	one := len(slices.DeleteFunc(slices.Clone(ws), func(w Word) bool { return !slash(w) })) == 1
	headings := len(slices.DeleteFunc(slices.Clone(ws), func(w Word) bool { return !no(w) }))
	if at < 0 && slices.ContainsFunc(ws, slash) && (headings == 0 || n > 2 && headings == 1) { // meat/fish/vegan
		for from := 0; from < n; {
			to := from
			for to < n-1 && !slash(ws[to]) {
				to++
			}
			if values = append(values, heading[ws[from].From:ws[to].To]); to-from > 2 || one && (to-from > 1 || len(ws[to].Raw) < 2) {
				return heading, nil // km/h
			}
			from = to + 1
		}
		if first := Split(values[0]); len(first) == 2 && len(Split(strings.Join(values[1:], " "))) == len(values)-1 {
			return first[0].Raw, append([]string{first[1].Raw}, values[1:]...)
		}
		return heading, values
	}
	if at < 1 || at == n-1 {
		return heading, nil
	}
	if at == n-2 && Negates(ws[n-1]) {
		return heading, []string{ws[0].Raw}
	}
	alike := at == 2 && n == 5 && ws[0].Folded == ws[3].Folded                       // too long or too short
	people := at == 1 && g.People[ws[0].Root] || at == n-2 && g.People[ws[n-1].Root] // but not "in person"
	long := n-at > 3 && (n-at > 4 || !slices.ContainsFunc(ws[at:], article))
	if !alike && (at > 2 || long || people || headings > 1) { // "or" is one
		return heading, nil
	}
	return heading, []string{heading[:ws[at-1].To], heading[ws[at+1].From:]}
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

// onlyMap reports whether a span says nothing but that a map is wanted: "on a map".
func onlyMap(tokens []tagger.Token, s tagger.Span) bool {
	return s.To-s.From > 1 && tokens[s.To-1].English == "map" && slices.Contains([]string{"in", "on", "with"}, tokens[s.From].English)
}

var fromWords, untilWords = []string{"from", "von", "de", "du", "desde", "da", "dal"}, []string{"to", "until", "till", "bis", "a", "au", "hasta", "ate", "al", "nach"}

// Spans reports whether a heading asks for two ends at once: "from when to when".
func Spans(tokens []tagger.Token) bool {
	has := func(english ...string) bool {
		return slices.ContainsFunc(tokens, func(k tagger.Token) bool { return slices.Contains(english, k.English) })
	}
	return len(tokens) > 3 && has("from") && has("to", "until", "till")
}

// Range reports whether two headings that stand beside each other are nothing but "from" and "until".
func Range(from, until string) bool {
	return slices.Contains(fromWords, Fold(from)) && slices.Contains(untilWords, Fold(until))
}

// Follows returns how likely it need only be that rows have a name besides, where the first column tells more of the topic before it: "recipes with
// ingredients", "doctors by speciality"; 0 for "teachers, their subject", and else a half.
func Follows(tokens []tagger.Token, spans []tagger.Span) float64 {
	i := slices.IndexFunc(spans, func(s tagger.Span) bool { return s.Label == tagger.ColumnBegin })
	if i < 1 || spans[i-1].Label != tagger.Topic {
		return 0.5
	}
	switch lead := tokens[spans[i].From-1]; {
	case lead.English == "their" || lead.English == "its":
		return 0
	case slices.Contains(lead.Means, "details") || lead.English == "by" || lead.English == "per":
		return 0.1
	}
	return 0.5
}

// SaysScale reports whether words begin with a scale: "from 1 to 10", "1-5".
func SaysScale(tokens []tagger.Token) bool {
	var ends []string
	for _, k := range tokens[:min(4, len(tokens))] {
		switch _, err := strconv.Atoi(k.Folded); {
		case err == nil:
			ends = append(ends, k.Folded)
		case !slices.Contains([]string{"from", "of", "to", "by", "at", "until", "the", "a"}, k.English) && k.Folded != "a" && k.Folded != "au" && k.Folded != "al":
			tokens = nil
		}
		if tokens == nil || len(ends) == 2 {
			break
		}
	}
	return len(ends) == 2 && len(ends[0]) == 1 && ends[0] <= "1" && (len(ends[1]) > 1 || ends[1] > "2")
}

// Before returns how many words before an English topic belong to it, since they are nouns, or adjectives of those, that tell which: "gym class" of
// "gym class timetable"; 0 where they are more than three.
func (g *Grammar) Before(l *Language, text string, ws []Word, from int) int {
	if l.Code != "en" {
		return 0
	}
	n, classOf := 0, g.classesIn(l, text)
	for i := from - 1; i >= 0 && ws[i].Stop == 0; i-- {
		w := ws[i]
		people := g.People[w.Root] && i > 0 && !strings.HasSuffix(w.Raw, "s") || strings.HasSuffix(w.Raw, "'s") || strings.HasSuffix(w.Raw, "’s")
		known := w.Is("own", "same", "free") || g.Vessels[w.Root] || slices.ContainsFunc([]Set{g.Commands, g.Articles, g.Pronouns, g.Details, g.Clauses},
			func(s Set) bool { return s[w.English] })
		if class := classOf(w); people || known || g.Act(l, w) != "" || class != wordclass.Noun && class != wordclass.Adjective {
			break
		}
		if n++; n > 3 {
			return 0
		}
	}
	return n
}

// Another reports whether a second noun belongs to a topic that ends before a word: "suggestions and complaints".
func (g *Grammar) Another(l *Language, text string, ws []Word, to int) bool {
	if ws[to-1].Stop != 0 || ws[to].Stop != 0 || !ws[to].Is("and") {
		return false
	}
	w := ws[to+1]
	return g.classesIn(l, text)(w) == wordclass.Noun && !g.Commands[w.English] && !g.People[w.Root] && !g.Vessels[w.Root]
}

// Meant returns spans without those that only look like columns, and with those that words tell for sure: what people leave, and what they choose from.
func (g *Grammar) Meant(tokens []tagger.Token, spans []tagger.Span) (out []tagger.Span) {
	spans = g.chosen(tokens, g.theirs(tokens, spans))
	for i, s := range spans {
		if !g.noColumn(tokens, spans[i:]) {
			out = append(out, s)
		}
	}
	return out
}

// noColumn reports whether the first of some spans only looks like a column, or like what belongs to one: an example, a map that is wanted, an adjective of
// the next one, a day of the week, who may use it, what it is used for.
func (g *Grammar) noColumn(tokens []tagger.Token, spans []tagger.Span) bool {
	s := spans[0]
	day := s.Label == tagger.ColumnBegin && s.To == s.From+1 && g.Weekday(tokens[s.From].Folded) && tokens[s.From].English != "weekday"
	used := s.Label == tagger.ColumnBegin && (exclusive(tokens, s) || useful(tokens, s))
	return day || used || exampled(tokens, s) || cited(tokens, s) || onlyMap(tokens, s) || adjective(tokens, spans)
}

// exclusive reports whether a span says for whom something is: "only for the board", "moi seul".
func exclusive(tokens []tagger.Token, s tagger.Span) bool {
	only := func(k tagger.Token) bool {
		return k.English == "only" || k.English == "just" || slices.Contains([]string{"seul", "seule", "solo", "so", "nur"}, k.Folded)
	}
	whom := func(k tagger.Token) bool {
		me := slices.Contains([]string{"per", "moi", "mich", "mi", "mim", "me", "uns", "nous"}, k.Folded)
		return me || k.English == "for" || slices.Contains(k.Means, "pronoun") || slices.Contains(k.Means, "people")
	}
	words := tokens[s.From:s.To]
	return len(words) > 1 && (only(words[0]) && whom(words[1]) || only(words[1]) && whom(words[0]))
}

// useful reports whether a span says what somebody is to find out: "look up who to call", "pour savoir qui contacter".
func useful(tokens []tagger.Token, s tagger.Span) bool {
	asks := slices.Contains([]string{"who", "whom", "what", "which", "where"}, tokens[s.From].English)
	to := s.From+1 < s.To && (tokens[s.From+1].Folded == "to" || tokens[s.From+1].Class == byte(wordclass.Infinitive))
	return asks && to && slices.ContainsFunc(tokens[max(0, s.From-3):s.From], func(k tagger.Token) bool {
		return slices.Contains(k.Means, "act=look") || slices.Contains(k.Means, "with act=look")
	})
}

// exampled reports whether a span stands in brackets with examples, which say that there are more: "(drill, ladder etc.)".
func exampled(tokens []tagger.Token, s tagger.Span) bool {
	open := s.From - 1
	for ; open >= 0 && tokens[open].Stop != '('; open-- {
		if tokens[open].Stop == ')' {
			return false
		}
	}
	for i := open + 1; open >= 0 && i < len(tokens); i++ {
		if slices.Contains([]string{"etc", "usw", "ecc", "bspw", "eg"}, tokens[i].Folded) || i > 0 && tokens[i-1].Folded+tokens[i].Folded == "zb" {
			return true
		}
		if tokens[i].Stop == ')' {
			break
		}
	}
	return false
}

// cited reports whether a span that is no usual heading stands behind "e.g." or "for example", before what tells more.
func cited(tokens []tagger.Token, s tagger.Span) bool {
	usual := func(k tagger.Token) bool {
		return slices.Contains(k.Means, "heading") || slices.Contains(k.Means, "cue")
	}
	if slices.ContainsFunc(tokens[s.From:s.To], usual) {
		return false
	}
	for i := s.From - 1; i > 0; i-- {
		k := tokens[i]
		leads := slices.Contains([]string{"for", "zum", "par", "por", "per"}, tokens[i-1].Folded)
		example := slices.ContainsFunc([]string{"ex", "ejemplo", "esempio", "beispiel"}, func(begin string) bool { return strings.HasPrefix(k.Folded, begin) })
		switch {
		case leads && example, slices.Contains([]string{"e g", "z b", "such as"}, tokens[i-1].Folded+" "+k.Folded):
			return true
		case slices.Contains(k.Means, "details") || k.Stop != 0 && k.Stop != ',':
			return false
		}
	}
	return false
}

// adjective reports whether the first of some columns is nothing but an adjective of the next one: "petite" before "explication".
func adjective(tokens []tagger.Token, spans []tagger.Span) bool {
	s := spans[0]
	k := tokens[s.From]
	return len(spans) > 1 && s.Label == spans[1].Label && s.To == s.From+1 && spans[1].From == s.To && k.Stop == 0 && k.Class == byte(wordclass.Adjective)
}
