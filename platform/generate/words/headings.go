package words

import (
	"regexp"
	"slices"
	"strings"
)

// HeadingOf returns a column's heading as it stands above a column: "whether it is vegan" as "vegan", "which day" as "day", "Preisen" as "Preise",
// "prices" as "price"; "" where nothing but choices follow, as behind "whether it is a".
func (g *Grammar) HeadingOf(l *Language, said string) string {
	ws := l.Read(said)
	if len(ws) == 0 {
		return ""
	}
	if ws[0].Is("whether", "if") {
		var parts []string
		for _, w := range ws[1:] {
			if is := w.Is("is", "are", "be", "self") || w.Folded == "re" || w.Folded == "s"; !is && (len(parts) > 0 || !g.Articles[w.English] && !g.Pronouns[w.English]) {
				parts = append(parts, w.Raw)
			}
		}
		return strings.Join(parts, " ") // "whether it is a" has none
	}
	if len(ws) > 2 && ws[0].Is("for") && g.Articles[ws[1].English] { // a column for the size
		return said[ws[2].From:]
	}
	last := ws[len(ws)-1]
	if ws[0].Folded < "2" && len(ws) == 2 && slices.Contains([]string{"5", "6", "10", "100"}, last.Folded) {
		return l.Rating // 1-5
	}
	if len(ws) == 2 && ws[0].Is("which", "what") && g.Heading(l, last) {
		return last.Raw
	}
	if cue := g.Cue(l, last); l.Code == "en" && last.English == last.Folded && !g.Clauses[ws[0].English] && ws[0].Folded != "what" && (cue == "money" || cue == "image") {
		return said[:last.From] + Singular(last.Raw) // "with prices" asks for the price of each
	}
	return l.Nominative(said)
}

// Known reports whether a heading is one that people use for columns.
func (g *Grammar) Known(l *Language, heading string) bool {
	return slices.ContainsFunc(l.Read(heading), func(w Word) bool { return g.Heading(l, w) })
}

// Elliptic returns a heading that the one before completes: "nombre d'enfants" for "d'enfants" behind "nombre d'adultes", "price by the bottle" for "by the
// bottle" behind "price by the glass"; "" for others.
func Elliptic(before, heading string) string {
	links := []string{"of", "de", "d", "des", "do", "da", "dos", "das", "di", "von"}
	head, own := Split(before), Split(heading)
	if len(head) < 3 || len(own) < 2 {
		return ""
	}
	if slices.Contains(links, head[1].Folded) && slices.Contains(links, own[0].Folded) {
		return head[0].Raw + " " + heading
	}
	leads := []string{"by", "per", "for", "in", "pro", "im", "fur", "par", "pour", "por", "para", "al", "au", "a"}
	for i, w := range head[1 : len(head)-1] {
		if w.Folded == own[0].Folded && slices.Contains(leads, w.Folded) {
			return before[:head[i].To] + " " + heading
		}
	}
	return ""
}

// OfEach returns which words at the beginning of a description are columns of the topic behind them: "opening times and address of all the chemists".
func (g *Grammar) OfEach(l *Language, ws []Word, from, to int) (at []int) {
	i := from - 1
	for i > 0 && g.Articles[ws[i].English] {
		i--
	}
	if to == from || i < 1 || !ws[i].Is("of") || ws[to-1].English == ws[to-1].Root {
		return nil
	}
	for i--; i >= 0; i-- {
		if w := ws[i]; g.Heading(l, w) {
			at = append(at, i)
		} else if !w.Is("and") && !g.Articles[w.English] {
			return nil
		}
	}
	slices.Reverse(at)
	return at
}

// SoughtBy returns the usual heading by which rows are to be found, "filter by colour", or any right behind a topic in English, "recipes by course", where that
// is free, and no column that was found; "" for none.
func (g *Grammar) SoughtBy(l *Language, ws []Word, to int, free func(int) bool) string {
	for i, w := range ws {
		other := g.People[w.Root] || w.Root == "children" || l.Code == "de" && !w.Capitalised() && w.Stop == 0 && i+1 < len(ws) && ws[i+1].Capitalised() // a green tea
		thing := !w.Capitalised() && g.Act(l, w) == "" && !g.Articles[w.English] && !g.Commands[w.English] && w.Folded > "a"
		behind := l.Code == "en" && i == to+1 && to > 0 && ws[to-1].Stop == 0 && thing && (w.Stop != 0 || i+1 < len(ws) && g.Details[ws[i+1].English])
		if i > 0 && ws[i-1].Is("by") && ws[i-1].Stop == 0 && free(i) && !other && (behind || g.Heading(l, w)) && !g.Weekday(w.Raw) {
			return Capital(w.Raw)
		}
	}
	return ""
}

// Aside returns what stands in brackets behind a heading in a text, where that has a figure and words beside it which the values to choose from, if there are
// any, do not all say; "" for none.
func Aside(text, heading string, values []string) string {
	at := strings.Index(strings.ToLower(text), strings.ToLower(heading)+" (")
	if at < 0 || len(strings.ToLower(text)) != len(text) {
		return ""
	}
	inner, _, ok := strings.Cut(text[at+len(heading)+2:], ")")
	if !ok || !strings.ContainsAny(inner, "0123456789") || len(strings.Fields(inner)) < 3 || strings.Contains(inner, "(") {
		return ""
	}
	said := " " + strings.Join(values, " ") + " "
	if len(values) > 0 && !slices.ContainsFunc(Split(inner), func(w Word) bool { return len(w.Folded) > 1 && !strings.Contains(said, " "+w.Raw+" ") }) {
		return ""
	}
	return strings.TrimSpace(inner)
}

// Counted returns the word of a description for what a unit counts, "bedrooms" for "bed"; the unit where there is none.
func (g *Grammar) Counted(l *Language, ws []Word, unit string) string {
	for _, w := range ws {
		if strings.HasPrefix(w.Folded, Fold(unit)) && g.Cue(l, w) == "integer" {
			return w.Raw
		}
	}
	return unit
}

// Brings reports whether a heading asks what somebody brings along.
func Brings(heading string) bool {
	begins := []string{"bring", "mitbring", "apport", "amene", "traig", "traz", "traga"}
	whole := []string{"trae", "traen", "porta", "portano", "leva", "levam", "levar", "llevan", "lleva", "llevar", "portare", "traer"}
	return slices.ContainsFunc(Split(heading), func(w Word) bool {
		return slices.Contains(whole, w.Folded) || slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(w.Folded, b) })
	})
}

// Postal reports whether a heading is of the codes of places, which are no numbers.
func (l *Language) Postal(heading string) bool {
	own := map[string][]string{"fr": {"cp"}, "es": {"cp"}, "it": {"cap"}}[l.Code]
	return slices.Contains(append(own, "plz", "postleitzahl", "zip", "zip code", "zipcode", "postcode", "postal code", "code postal", "codigo postal", "cep"), Fold(heading))
}

// Totals reports whether a text is a word for a sum, perhaps with one or two more: "Total", "Summe (netto)".
func Totals(text string) bool {
	ws := Split(text)
	sums := strings.Fields("total totals totale sum sums summe summen gesamt gesamtsumme insgesamt somme suma soma somma")
	return len(ws) > 0 && len(ws) < 4 && (slices.Contains(sums, ws[0].Folded) || slices.Contains(sums, ws[len(ws)-1].Folded))
}

var (
	joined   = regexp.MustCompile(`\s*[,;]\s*(?:(?:and|und|et|y|e|ed)\s+)?|\s+(?:and|und|et|y|e|ed|&)\s+`)
	sentence = regexp.MustCompile(`(\pL{4}|\))\.\s`) // "St. Pauli" is none
)

// PartsOf returns the parts of a list of headings, at most so many, without the words before them that ask for them.
func (g *Grammar) PartsOf(l *Language, text string, most int) (parts []string) {
	for _, part := range joined.Split(text, most+1) {
		ws := l.Read(part)
		for len(ws) > 0 && (g.Articles[ws[0].English] || ws[0].Is("for") && len(ws) > 1 || g.Commands[ws[0].English] && len(ws) > 1 && g.Cue(l, ws[0]) == "") {
			ws = ws[1:]
		}
		if len(ws) > 0 && len(ws) < 7 {
			parts = append(parts, part[ws[0].From:ws[len(ws)-1].To])
		}
	}
	return parts
}

// NamesIn returns the names that a text lists, two or more of some words each; nil where it lists anything else, such as headings.
func (g *Grammar) NamesIn(l *Language, text string) []string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if end := sentence.FindStringIndex(text); end != nil {
		text = text[:end[1]]
	}
	names := joined.Split(strings.Trim(text, " .!"), 20)
	if len(names) < 2 || slices.ContainsFunc(names, func(name string) bool {
		ws := l.Read(name)
		return len(ws) == 0 || len(ws) > 4 || g.Known(l, name) || strings.ContainsAny(name, "0123456789:;?()") ||
			slices.ContainsFunc(ws, func(w Word) bool {
				return g.Details[w.English] || g.Commands[w.English] || g.Pronouns[w.English] || g.Clauses[w.English]
			})
	}) {
		return nil
	}
	return names
}

// First returns the first word of a heading, none where it has only such as are too long for one.
func (l *Language) First(heading string) (w Word) {
	if ws := l.Read(heading); len(ws) > 0 {
		w = ws[0]
	}
	return w
}
