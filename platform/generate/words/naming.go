package words

import (
	"regexp"
	"slices"
	"strings"

	"berth/platform/generate/wordclass"
)

var (
	quotes = regexp.MustCompile(calls + `["“”«‘']([^"“”»’'\n]{1,80})["“”»’']`)
	names  = regexp.MustCompile(calls + `([^\n.;:!?"]{1,80})`)
)

// calls matches the ways to say what an app is called.
const calls = `(?i)\b(?:(?:is |app |be )?(?:called|named|titled)|(?:call|name|rename|title) (?:it|this|that|the app|my app|the widget)(?: to| as)?|namens|appelée?|llamada|chamado|chamada|chiamata)[:\s]+`

// NameIn returns the name that a description gives the app, "" for none, and the description without it.
func NameIn(prompt string) (name, rest string) {
	for _, pattern := range []*regexp.Regexp{quotes, names} {
		m := pattern.FindStringSubmatchIndex(prompt)
		if m == nil {
			continue
		}
		name := prompt[m[2]:m[3]]
		for _, end := range []string{
			" with ", " that ", " which ", " showing ", " and make ", " and use ", " and show ", " and add ", ", ", " in dark", " for my ", " please",
			" mit ", " avec ", " con ", " com ",
		} {
			name, _, _ = strings.Cut(name, end)
		}
		to := m[2] + len(name)
		if name = strings.Trim(name, " ,;:–-"); name != "" {
			return name, prompt[:m[0]] + " " + strings.TrimLeft(prompt[to:], `"“”»’'`)
		}
	}
	return "", prompt
}

// Several reports whether words begin with those of whom something is, where they are several: "of the bakeries".
func Several(ws []Word) bool {
	for _, w := range ws[:min(4, len(ws))] {
		if of := w.Is("of", "for", "the", "all", "our"); !of || w.Stop != 0 {
			return !of && w.English != w.Root
		}
	}
	return false
}

// OneOf returns a topic that is in the singular, so that it can be what is chosen; "" for others.
func OneOf(topic string, ws []Word) string {
	if n := len(ws); n > 0 && ws[n-1].English == ws[n-1].Root {
		return topic
	}
	return ""
}

// Ending returns the index after the last word of a title that has the words up to one: where and whose are part of it. A word that is not free is none of it.
func (g *Grammar) Ending(l *Language, ws []Word, to int, free func(int) bool) int {
	end := to
	whose := func(i int) bool {
		return strings.HasSuffix(ws[i].Raw, "'s") || strings.HasSuffix(ws[i].Raw, "’s")
	}
	most := 5
	if l.Romance() {
		most = 7
	}
	for i := to; i < len(ws) && (i < to+most || whose(i-1)) && ws[i-1].Stop == 0; i++ {
		w := ws[i]
		leads := slices.Contains([]string{"of", "at", "in", "from"}, w.English) || l.Code == "de" && slices.Contains(strings.Fields("der des unseres unserer"), w.Folded)
		switch {
		case !free(i) || w.Is("as"):
			return end
		case strings.HasPrefix(w.Folded, "para") || w.Folded == "zum" || l.Code == "de" && w.Folded == "fur" || strings.HasPrefix(w.Folded, "pour") || w.Folded == "que":
			return end
		case i == to:
			if !leads {
				return end
			}
		case g.Pronouns[w.English] || g.Vessels[w.Root] && w.English != "list":
			return to // in a cupboard nobody knows, on the map
		case g.Articles[w.English] || g.Relations[w.English]:
		case g.Clauses[w.English] || g.Details[w.English] || g.Commands[w.English] || w.Is("and", "or") || g.Act(l, w) != "" && l.Code != "de":
			return end
		case i == to+most-1:
			return to // it goes on
		default:
			end = i + 1
		}
	}
	return end
}

// SentOf reports whether a description begins with a noun for what is sent, and that leads to a topic: "Umfrage nach dem" before "Elternabend".
func (g *Grammar) SentOf(l *Language, text string, ws []Word, from int) bool {
	sends := g.Sends[ws[0].Root] != "" || !g.Vessels[ws[0].Root] && g.Act(l, ws[0]) != ""
	if from < 2 || from > 4 || !sends || ws[1].Is("of") || g.classesIn(l, text)(ws[0]) != wordclass.Noun {
		return false
	}
	return !slices.ContainsFunc(ws[:from], func(w Word) bool { return w.Stop != 0 }) &&
		!slices.ContainsFunc(ws[1:from], func(w Word) bool {
			return !g.Relations[w.English] && !g.Articles[w.English] && w.Folded != "zum" && w.Folded != "zur"
		})
}

// Told returns the heading of what is told of rows that have a name and of which nobody says any column: phone of a "phone list", price of a "price list",
// "what" of those who bring something; "" for nothing in particular.
func (g *Grammar) Told(l *Language, topic, ws []Word) string {
	for _, w := range topic {
		for part := range strings.FieldsSeq(w.English + " " + w.Root) {
			switch g.Cue(g.Languages["en"], Word{Folded: part, English: part, Root: part}) {
			case "phone":
				return l.Phone
			case "money":
				return l.Price
			}
		}
		if g.Cue(l, w) == "phone" || w.Is("numbers") {
			return l.Phone
		}
	}
	brings := func(w Word) bool { return Brings(w.Folded) }
	if what := slices.IndexFunc(ws, func(w Word) bool { return w.Is("what") }); what >= 0 && slices.ContainsFunc(ws, brings) {
		if what+1 < len(ws) && brings(ws[what+1]) {
			return Capital(ws[what].Raw + " " + ws[what+1].Raw)
		}
		return Capital(ws[what].Raw)
	}
	return ""
}
