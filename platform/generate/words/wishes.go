package words

import (
	"regexp"
	"slices"
	"strings"
)

// The ways to ask for a change of a draft.
var (
	adds     = regexp.MustCompile(`(?i)(?:^|[\s,])(?:add|include|also show|show the|ask(?: them)? for|with|agrega|añade|ajoute|adicione|aggiungi|füge|ergänze)\s+([^.!?\n]{2,120})`)
	drops    = regexp.MustCompile(`(?i)\b(?:remove|drop|delete|hide|without|get rid of|no|quita|elimina|enlève|supprime|remova|togli|rimuovi|entferne|ohne)\s+([^.!?\n]{2,120})`)
	retitles = regexp.MustCompile(`(?i)\b(?:rename|change|call) (?:the )?(?:(?:column|field) )?([\p{L} -]{2,40}?)(?: column| field)? (?:to|into|as) ["“«]?([^.!?\n"”»]{2,60})`)
	sorts    = regexp.MustCompile(`(?i)\b(?:sort|order|rank)(?:ed)?(?: them| it| the \w+)? by (?:the )?([\p{L} ]{2,30})`)
	extra    = regexp.MustCompile(`(?i)\b(?:columns?|fields?|called|named|please|too|hinzu|spalten?|colonnes?|columnas?|colunas?|colonna|campos?|champs?|feld|also|as well|to (?:it|the \w+|each \w+|every \w+)|for each \w+)\b`)
)

// choices is a column with the values that it allows: "a column for the shop: Main Street or Harbour", "a field size (S, M, L)".
var (
	choices = regexp.MustCompile(`(?i)\b(?:column|field|choice|spalte|feld|auswahl|colonne|champ|choix|columna|campo|coluna|colonna|scelta|escolha)\s+` +
		`(?:(?:for|of|called|named|with|für|mit|von|pour|avec|de|para|con|per|com|di)\s+)?` +
		`(?:(?:the|a|an|its|die|den|das|le|la|el|il|o)\s+)?([\pL][\pL ]{1,39}?)\s*[:(]\s*([^)\n.]{3,200})`)
	either = regexp.MustCompile(`\s*[,;/]\s*(?:(?:or|oder|ou|o)\s+)?|\s+(?:or|oder|ou|o)\s+`)
)

// Choices returns the column that a sentence adds with the values that it allows; no values for none.
func Choices(text string) (heading string, values []string) {
	m := choices.FindStringSubmatch(text)
	if m == nil {
		return "", nil
	}
	for _, v := range either.Split(strings.TrimSpace(extra.ReplaceAllString(m[2], " ")), 50) {
		v = strings.TrimSpace(v)
		if v == "" || len(v) > 40 || slices.ContainsFunc(optional, func(o string) bool { return strings.HasPrefix(Fold(v), o) }) {
			return "", nil
		}
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	if len(values) < 2 {
		return "", nil
	}
	return strings.TrimSpace(extra.ReplaceAllString(m[1], " ")), values
}

// AsksFor reports whether a sentence may ask for something, in the language of its articles or of most of its words, else in any: a word of it says what is
// to be done, or how it is to look.
func (g *Grammar) AsksFor(sentence string) bool {
	figures := strings.ContainsAny(sentence, "0123456789") // the Red Lion, with what it has
	return slices.ContainsFunc(g.spokenIn(sentence), func(l *Language) bool {
		return slices.ContainsFunc(l.Read(sentence), func(w Word) bool {
			return g.Commands[w.English] && !g.Idle[w.English] || g.Act(l, w) != "" || g.looks(w) && !figures
		})
	})
}

// Demands reports whether a sentence that may ask for something tells nothing else: a clause of it begins with what is to be done, if only behind who does it, or,
// where it has no figures, a word says how something is to look. Elsewhere a word of a wish may as well be part of what is told: "sale, tanto quanto chiede".
func (g *Grammar) Demands(sentence string) bool {
	figures := strings.ContainsAny(sentence, "0123456789")
	return slices.ContainsFunc(g.spokenIn(sentence), func(l *Language) bool {
		ws := l.Read(sentence)
		who := func(i int) bool {
			return g.Idle[ws[i].English] && !ws[i].Is("is", "are", "am", "be", "been") || g.somebody(ws[i]) || g.Articles[ws[i].English] && g.somebody(ws[i+1])
		}
		return slices.ContainsFunc(Starts(ws), func(i int) bool {
			looks := !figures && g.looks(ws[i])
			if i > 0 && ws[i-1].Stop == 0 {
				return looks
			}
			for i < len(ws)-1 && ws[i].Stop == 0 && who(i) {
				i++
			}
			return looks || g.Commands[ws[i].English] && !g.Idle[ws[i].English] || !figures && g.Act(l, ws[i]) != ""
		})
	})
}

// spokenIn returns the language of a sentence by its articles and that by most of its words, "melden sich an" has an English article; all where neither is known.
func (g *Grammar) spokenIn(sentence string) (all []*Language) {
	for _, l := range []*Language{g.Tongue(sentence), g.Spoken(sentence)} {
		if l != nil && !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, code := range g.Order {
		all = append(all, g.Languages[code])
	}
	return all
}

// looks reports whether a word says how something is to look.
func (g *Grammar) looks(w Word) bool { return g.layoutWord(w) || g.Hue(w.Folded) != nil }

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
	if strings.Contains(said, " that ") { // a note that all prices may change
		return "", false
	}
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

// Lets returns what a text says that people shall be able to do, other than to look: "let customers order", "members can add and delete them"; the clauses
// that say so, and the text without these and those that forbid something. What is said in passing, "breads that customers can order", is nothing of that.
func (g *Grammar) Lets(l *Language, text string) (can Acts, said, rest string) {
	ws := l.Read(text)
	done := 0 // words up to it have been read
	for i, w := range ws {
		next := i+1 < len(ws) && lets(ws[i+1])
		whom := g.somebody(w) || next && (w.Is("all") || g.Each[w.English])
		before := g.within(ws, max(done, i-3), min(3, i-done), lets)
		passing := i > 1 && slices.Contains([]string{"that", "which"}, ws[i-1].Folded) && !ws[i-2].Is("want", "need", "so", "like")
		if i < done || !whom || passing || before < 0 && g.within(ws, i+1, 4, lets) < 0 {
			continue
		}
		from, end := i, g.clause(l, ws, i+1)
		if before >= 0 {
			from = before
		}
		if !slices.ContainsFunc(ws[max(done, from-2):end], forbids) {
			g.permit(l, ws[i+1:end], &can)
			said += text[ws[from].From:ws[end-1].To] + ". "
		}
		rest += text[start(ws, done):ws[from].From]
		done = end
	}
	if done == len(ws) {
		return can, said, rest
	}
	return can, said, rest + text[start(ws, done):]
}

func lets(w Word) bool { return w.Is("let", "allow", "can", "could", "may", "should", "able", "want") }

// somebody reports whether a word is of people.
func (g *Grammar) somebody(w Word) bool {
	return g.People[w.Root] || w.Is("everyone", "everybody", "anyone", "anybody", "they", "members", "staff")
}

// start returns where the words from the i-th on begin in their text.
func start(ws []Word, i int) int {
	if i == 0 || i >= len(ws) {
		return 0
	}
	return ws[i].From
}

// forbids reports whether a word says that something shall not be: "can't", "dürfen nichts", "ne peuvent pas".
func forbids(w Word) bool {
	return Negates(w) || w.Is("nobody", "not", "never", "none", "nothing") || strings.HasSuffix(w.Folded, " t") || slices.Contains(strings.Fields(
		"don t ne pas rien jamais nichts nie niemand kein keine keinen nadie nada nunca ningun ninguem nenhum niente nessuno mai cannot"), w.Folded)
}

// clause returns the index after the clause that goes on with the i-th word: up to the end of the sentence, or to what else shall be done to the draft.
func (g *Grammar) clause(l *Language, ws []Word, i int) int {
	for ; i < len(ws); i++ {
		switch stop := ws[i-1].Stop; {
		case stop != 0 && stop != ',' && stop != '-' && stop != ':' && stop != '(' && stop != ')' && stop != '/':
			return i
		case stop == ',' || ws[i].Is("and"):
			at := i
			if ws[at].Is("and") {
				at++
			}
			if at == len(ws) {
				return i
			}
			var ahead []string
			for _, w := range ws[at:min(len(ws), at+6)] {
				ahead = append(ahead, w.Raw)
			}
			column := g.Act(l, ws[at]) == "addition" && NamesColumn(strings.Join(ahead, " "))
			others := at+1 < len(ws) && g.somebody(ws[at]) && lets(ws[at+1])
			if column || others || ws[at].Is("let", "allow", "make", "show", "call", "rename", "sort", "use") {
				return i
			}
		}
	}
	return i
}

// permit adds what the words of a clause say, up to what is asked for: "order with name and phone".
func (g *Grammar) permit(l *Language, ws []Word, can *Acts) {
	paused := false
	for i, w := range ws[:min(len(ws), 9)] {
		if i > 0 && (g.Details[w.English] || w.Is("with")) {
			return
		}
		act := g.Act(l, w)
		if paused = paused || i > 0 && ws[i-1].Stop == ','; paused && act != "change" && act != "remove" && act != "tick" {
			continue
		}
		if slices.Contains(g.Writes[l.Code], w.Folded) && !reflexive(ws, i) {
			act = "entry" // jeder kann Brote eintragen
		}
		switch act {
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
	}
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
