package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// English returns words in English: adjectives before their noun, "courses of yoga" as "yoga courses", "booking of the room of parties" as "party room booking".
func (l *Language) English(ws []Word) string {
	var out []string
	at := -1 // where the noun stands of which the next one tells more
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		switch {
		case w.After && len(out) > 0:
			out = slices.Insert(out, len(out)-1, w.English)
		case l.Romance() && w.Is("the", "a", "an") && len(ws) > 1:
		case l.Romance() && w.Is("of") && len(out) > 0:
			if i+2 < len(ws) && ws[i+1].Is("the", "a", "an") {
				i++
			}
			if at < 0 {
				at = len(out) - 1
			}
			if i++; i < len(ws) {
				out = slices.Insert(out, at, Singular(l.called(ws[i])))
			}
		default:
			out, at = append(out, l.called(w)), -1
		}
	}
	return strings.TrimPrefix(strings.Join(out, " "), "to ")
}

// called returns the English of a word, by more words than meaning is told by.
func (l *Language) called(w Word) string {
	if english := l.noun(w.Folded); english != "" && (!w.Known || strings.HasPrefix(w.English, "to ")) {
		return english
	}
	return w.English
}

// Translates reports whether the English of a word is known.
func (l *Language) Translates(w Word) bool {
	if strings.HasPrefix(w.English, "to ") {
		return l.noun(w.Folded) != "" // a verb, of which its beginning is known
	}
	return l.Code == "en" || w.Known || w.English != w.Folded || l.noun(w.Folded) != "" || w.Folded[0] >= '0' && w.Folded[0] <= '9'
}

// EnglishHeading returns what texts in English call a column of a language: one of its own headings by its name, any other in English,
// without what it is measured in.
func (g *Grammar) EnglishHeading(l *Language, title string) string {
	title, _, _ = strings.Cut(title, " (")
	if i := slices.Index(l.Own(), title); i >= 0 {
		return strings.ToLower(g.Languages["en"].Own()[i])
	}
	return l.heading(title)
}

// heading returns a heading in English: "precio por noche" is "price per night"; one of which a word is not known is quoted.
func (l *Language) heading(title string) string {
	ws := l.Read(title)
	if l.Code == "en" || len(ws) == 0 {
		return Uncapital(title)
	}
	if len(ws) == 1 && ws[0].Is("by", "of", "for", "at", "in", "from") {
		return "“" + title + "”" // nach
	}
	var out []string
	for i, w := range ws {
		english := l.called(w)
		inside := i > 0 && i+1 < len(ws)
		switch {
		case !l.Translates(w) || strings.HasPrefix(english, "to ") || acts(w):
			return "“" + title + "”"
		case inside && l.Code == "de" && w.Folded == "der":
			out = append(out, "of")
		case w.Is("of") && len(out) == 1 && (out[0] == "how much" || out[0] == "how many"):
			out[0] = "how many" // combien d'adultes
		case w.Is("the", "a", "an") || w.Is("of") && !inside:
		case w.After && len(out) > 0:
			out = slices.Insert(out, len(out)-1, english)
		case w.Is("nobody"):
			out = append(out, "people") // nombre de personnes
		case inside && slices.Contains([]string{"por", "par", "pro"}, w.Folded),
			inside && ws[i-1].Is("price", "cost", "rent", "fee") && slices.Contains([]string{"au", "al", "alla", "ao"}, w.Folded) && l.Romance():
			out = append(out, "per") // prix au kilo
		case i > 0 && ws[i-1].Is("number", "quantity") && !w.Is("of") && w.Stop != 'n' && len(out) == 1:
			out = append(out, "of", Plural(english))
		default:
			out = append(out, english)
		}
	}
	if len(out) == 0 {
		return "“" + title + "”" // von, de
	}
	return strings.TrimPrefix(strings.Join(out, " "), "to ")
}

// acts reports whether a word of a heading is a verb, of which nothing is made in English.
func acts(w Word) bool {
	return w.Is("is", "are", "have", "has", "need", "needs", "want", "wants", "can", "must", "should", "not", "that", "which", "who", "whether", "give", "show")
}

// Uncapital makes the first letter lower case, unless it begins an abbreviation.
func Uncapital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[n:]); n == 0 || unicode.IsUpper(second) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// Single returns the singular of a word as it is written, "" where that is not known; english is what it means in the singular.
func (l *Language) Single(raw, english string) string {
	best, folded := "", Fold(raw)
	akin := func(own string) bool { n := len(own) - 1; return n > 2 && strings.HasPrefix(folded, own[:n]) } // camera, camere
	for _, known := range []map[string]string{l.Gloss, l.nouns} {                                           // which hold words without their marks
		for own, e := range known {
			switch closer := akin(own); {
			case e != english || strings.Contains(own, " ") || akin(best) && !closer:
			case best == "" || closer && !akin(best) || len(own) < len(best) || len(own) == len(best) && own < best:
				best = own
			}
		}
	}
	if folded == strings.ToLower(raw) {
		return best
	}
	if best != "" && strings.HasPrefix(folded, best) && (l.Romance() || folded == best) && utf8.RuneCountInString(raw) == len(folded) {
		return strings.ToLower(string([]rune(raw)[:len(best)])) // with its marks
	}
	return ""
}

// Nominative returns German words without the ending of the dative plural: "Preise" of "Preisen".
func (l *Language) Nominative(said string) string {
	ws := l.Read(said)
	if l.Code != "de" || len(ws) == 0 {
		return said
	}
	last := ws[len(ws)-1]
	one, n := strings.CutSuffix(last.Folded, "n")
	english := cmp.Or(l.Gloss[one], l.nouns[one])
	several := english == last.English && english != last.Root || !last.Known && english == Plural(english)
	if n && last.Capitalised() && last.To == len(said) && english != "" && several {
		return strings.TrimSuffix(said, "n")
	}
	return said
}

// Listed joins words as a sentence does: a, b and c.
func Listed(s []string) string {
	if len(s) < 2 {
		return strings.Join(s, "")
	}
	return strings.Join(s[:len(s)-1], ", ") + " and " + s[len(s)-1]
}

// Article returns an English noun with its article, without one where it cannot be counted.
func Article(noun string) string {
	switch {
	case slices.Contains(uncounted, noun[strings.LastIndexByte(noun, ' ')+1:]):
		return noun
	case noun != "" && strings.ContainsAny(noun[:1], "aeiou"):
		return "an " + noun
	}
	return "a " + noun
}

// Means reports whether a heading is one word, which is one of some English ones.
func (l *Language) Means(heading string, english ...string) bool {
	ws := l.Read(heading)
	return len(ws) == 1 && slices.Contains(english, ws[0].Root)
}

// Object writes English words as the object of a tool's name, at most 28 characters; "" when there are none.
func Object(text string) string {
	s := Snake(text)
	for len(s) > 28 { // the last words are the noun
		_, rest, ok := strings.Cut(s, "_")
		if !ok {
			return s[:28]
		}
		s = rest
		for _, link := range []string{"of_", "in_", "for_", "at_", "on_", "from_"} {
			s = strings.TrimPrefix(s, link)
		}
	}
	return strings.Trim(s, "_")
}
