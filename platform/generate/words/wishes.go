package words

import (
	"regexp"
	"slices"
	"strings"
)

// The ways to ask for a change of a draft.
var (
	adds     = regexp.MustCompile(`(?i)(?:^|[\s,])(?:add|include|also show|show the|with|agrega|añade|ajoute|adicione|aggiungi|füge|ergänze)\s+([^.!?\n]{2,120})`)
	drops    = regexp.MustCompile(`(?i)\b(?:remove|drop|delete|hide|without|get rid of|no|quita|elimina|enlève|supprime|remova|togli|rimuovi|entferne|ohne)\s+([^.!?\n]{2,120})`)
	retitles = regexp.MustCompile(`(?i)\b(?:rename|change|call) (?:the )?(?:(?:column|field) )?([\p{L} -]{2,40}?)(?: column| field)? (?:to|into|as) ["“«]?([^.!?\n"”»]{2,60})`)
	sorts    = regexp.MustCompile(`(?i)\b(?:sort|order|rank)(?:ed)?(?: them| it| the \w+)? by (?:the )?([\p{L} ]{2,30})`)
	extra    = regexp.MustCompile(`(?i)\b(?:columns?|fields?|called|named|please|too|hinzu|spalten?|colonnes?|columnas?|colunas?|colonna|campos?|champs?|feld|also|as well|to (?:it|the \w+|each \w+|every \w+)|for each \w+)\b`)
)

// choices is a column with the values that it allows: "a column for the shop: Main Street or Harbour", "a field size (S, M, L)".
var (
	choices = regexp.MustCompile(`(?i)\b(?:column|field|spalte|feld|colonne|champ|columna|campo|coluna|colonna)\s+(?:(?:for|called|named|with|für|mit|pour|avec|para|con|per|com)\s+)?` +
		`(?:(?:the|a|an|its|die|den|das|le|la|el|il|o)\s+)?([\pL][\pL ]{1,39}?)\s*[:(]\s*([^)\n.]{3,200})`)
	either = regexp.MustCompile(`\s*[,;/]\s*(?:(?:or|oder|ou|o)\s+)?|\s+(?:or|oder|ou|o)\s+`)
)

// Choices returns the column that a sentence adds with the values that it allows; no values for none.
func Choices(text string) (heading string, values []string) {
	m := choices.FindStringSubmatch(text)
	if m == nil {
		return "", nil
	}
	if values = either.Split(strings.TrimSpace(m[2]), 50); len(values) < 2 || slices.Contains(values, "") {
		return "", nil
	}
	return m[1], values
}

// first returns what the first group of a pattern matches, "" where it does not.
func first(pattern *regexp.Regexp, text string) string {
	if m := pattern.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// NamesColumn reports whether a sentence speaks of columns.
func NamesColumn(text string) bool { return extra.MatchString(text) }

// Added returns which columns a sentence adds, and whether it says that they are columns; "" for none.
func Added(text string) (list string, explicit bool) {
	list = first(adds, text)
	said := Phrase(list)
	return extra.ReplaceAllString(list, " "), strings.Contains(said, " column ") || strings.Contains(said, " field ")
}

// Dropped returns which columns a sentence takes away, "" for none.
func Dropped(text string) string { return extra.ReplaceAllString(first(drops, text), " ") }

// SortedBy returns by which column a sentence orders the rows, "" for none.
func SortedBy(text string) string { return first(sorts, text) }

// Retitled returns which column a sentence gives another heading, and which; "" for none.
func Retitled(text string) (column, heading string) {
	if m := retitles.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

// Acts is what people shall be able to do with rows.
type Acts struct{ Add, Change, Tick, Remove, Send bool }

// Any reports whether it is anything.
func (a Acts) Any() bool { return a != Acts{} }

// Lets returns what words say that people shall be able to do, other than to look: "let customers order", "members can add and delete them".
func (g *Grammar) Lets(l *Language, ws []Word) (can Acts) {
	lets := func(w Word) bool { return w.Is("let", "allow", "can", "could", "may", "should", "able", "want") }
	for _, i := range starts(ws) {
		whom := g.People[ws[i].Root] || ws[i].Is("everyone", "everybody", "anyone", "anybody", "they", "all", "members", "staff") || g.Each[ws[i].English]
		if !whom || g.within(ws, max(0, i-3), min(3, i), lets) < 0 && g.within(ws, i+1, 4, lets) < 0 {
			continue
		}
		g.within(ws, i+1, 8, func(w Word) bool {
			switch act := g.Act(l, w); act {
			case "addition", "entry":
				can.Add = true
			case "change":
				can.Change = true
			case "tick":
				can.Tick = true
			case "remove":
				can.Remove = true
			case "", "look", "choice":
				can.Send = can.Send || w.Folded == "ask for"
			default:
				can.Send = true
			}
			return false
		})
	}
	return can
}

// Begins returns the topic of the other app that a choice of a question begins, and whether it begins one.
func (g *Grammar) Begins(prompt string) (topic string, ok bool) {
	for _, code := range g.Order {
		l := g.Languages[code]
		if topic, ok := strings.CutPrefix(prompt, Say(l.Anew, "{topic}", "")); ok {
			return topic, true
		}
		if kind, _ := l.Choice(prompt); kind != "" {
			return prompt, true
		}
	}
	return prompt, false
}
