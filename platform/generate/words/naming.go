package words

import (
	"regexp"
	"slices"
	"strings"
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
	for i := to; i < len(ws) && (i < to+5 || whose(i-1)) && ws[i-1].Stop == 0; i++ {
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
		case i == to+4:
			return to // it goes on
		default:
			end = i + 1
		}
	}
	return end
}
