package offline

import (
	"regexp"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
)

// kind is what people do with an app.
type kind uint8

// The kinds.
const (
	catalogue kind = iota // they look things up
	intake                // they send something
	chart                 // they look at figures
	page                  // they read
)

// plan is an app before it is a draft.
type plan struct {
	*reading
	kind      kind
	layout    string
	named     bool // the description names the layout
	adds      bool // people add to what they look up
	also      bool // people send something about what they look up, which is kept for itself
	sheets    []*sheet
	theme     platform.Theme
	name      string // asked for, "" for one made from the topic
	tool      string
	noun      string // the topic in English, in the plural; "" when it is not known in English
	sorted    string // the column that orders the rows, "" for none
	title     string // the topic in the author's words
	object    string // what people send, where that is not the topic
	questions []platform.Question
}

// plan finds out what a description asks for. It always finds something to show.
func (g *Generator) plan(prompt string) *plan {
	rest, found := sections(pasted.Find(prompt, g.pastedWords()))
	rest = yesNo.ReplaceAllString(rest, " $1")
	lang := g.detect(rest)
	if n := len(split(rest)); n < 6 {
		other := "" // what is pasted without headers tells little of the language
		if n < 2 {
			other = clip(prompt, 600)
		}
		lang = g.detect(rest + ". " + rest + ". " + headers(found, other))
	}
	p := &plan{tool: g.readTool(rest)}
	p.name, rest = g.readName(rest)
	p.reading = g.reading(tools.ReplaceAllString(rest, " "), lang, len(found) > 0)
	p.dress(&p.theme)
	found = p.names(found)
	p.describe()
	p.headline(found)
	p.choose(found)
	for _, t := range found {
		p.sheets = append(p.sheets, p.sheetOf(t))
	}
	if p.adds && len(p.sheets) > 0 {
		p.sheets[0].require()
	}
	p.layOut(found)
	switch {
	case p.kind == intake:
		p.sheets = []*sheet{p.inbox(p.title, p.fields)}
	case len(p.sheets) == 0:
		p.sheets = []*sheet{p.examples()}
	case p.kind == catalogue && !p.sheets[0].bears(p.layout):
		p.layout = "table"
	}
	if p.also {
		p.sheets = append(p.sheets, p.inbox(p.object, p.fields[p.before:]))
	}
	p.ask(len(found) > 0)
	return p
}

// strong matches values that people paste: prices, addresses of mail, coordinates.
var strong = regexp.MustCompile(`\d+[.,]\d\d+\b|\d\s?[€$£]|[€$£]\s?\d|[^\s@]+@[^\s@]+\.\w`)

// yesNo matches the question that a column is: "paid? yes/no".
var yesNo = regexp.MustCompile(`\?\s+((?i:yes|ja|oui|sí|si|sì|sim)\s?/)`)

// sections makes one table of several that are written alike, each below its title, with the titles in a column.
func sections(rest string, found []pasted.Table) (string, []pasted.Table) {
	for _, t := range found {
		if len(found) < 2 || t.Form != pasted.Pairs || t.Title == "" || t.Title == found[0].Title && len(t.Rows) != len(found[0].Rows) {
			return rest, found
		}
	}
	if len(found) < 2 {
		return rest, found
	}
	all := pasted.Table{Form: pasted.Pairs}
	for _, t := range found {
		for _, row := range t.Rows {
			all.Rows = append(all.Rows, append(slices.Clone(row), t.Title))
		}
		lines := strings.Split(rest, "\n")
		if at := slices.IndexFunc(lines, func(l string) bool { return strings.Trim(strings.TrimSpace(l), "#*: ") == t.Title }); at >= 0 && len(lines) > 1 {
			rest = strings.Join(slices.Delete(lines, at, at+1), "\n")
		}
	}
	return rest, []pasted.Table{all}
}

// headers returns the words of the headers of pasted data, the other text where they have none.
func headers(found []pasted.Table, other string) string {
	text := ""
	for _, t := range found {
		text += " " + strings.Join(t.Header, ". ")
	}
	if text == "" || text == " " {
		return other
	}
	return text
}

// names tells names of rows from those of columns, in points of a list as in a sentence.
func (p *plan) names(found []pasted.Table) []pasted.Table {
	found = slices.DeleteFunc(found, func(t pasted.Table) bool {
		if t.Form != pasted.Names {
			return false
		}
		known := 0
		for _, row := range t.Rows {
			if p.known(row[0]) && !strings.ContainsAny(row[0], "0123456789") {
				known++
			}
		}
		if 2*known < len(t.Rows) && p.sent == "" {
			return false
		}
		for _, row := range t.Rows {
			for _, h := range p.headings(row[0]) {
				p.field(h)
			}
		}
		return true
	})
	return found
}

// headline names the app by its data where nothing else does: by the header of the first column, by all where that is "name".
func (p *plan) headline(found []pasted.Table) {
	if len(found) > 0 && found[0].Form == pasted.Hours && p.to == p.from+1 && p.grammar.heading(p.lang, p.words[p.from]) {
		p.from, p.to, p.noun = 0, 0, "opening hours" // what time are we open?
	}
	if p.to > p.from || len(found) == 0 {
		return
	}
	switch header := found[0].Header; {
	case len(header) > 0 && p.known(header[0]) && len(header) > 1:
		p.title = clip(capital(plain(strings.Join(header[:min(3, len(header))], ", "))), 60)
	case len(header) > 0 && plain(header[0]) != "":
		p.title = clip(capital(plain(header[0])), 60)
	case found[0].Form == pasted.Questions:
		p.title = "FAQ"
	case found[0].Form == pasted.Positions:
		p.title = p.lang.Place
	case found[0].Form == pasted.Hours || found[0].Form == pasted.Sessions:
		p.title = p.lang.Hours
	}
}

// choose decides what people do with the app.
func (p *plan) choose(found []pasted.Table) {
	p.layout, p.named = p.namedLayout()
	if p.sent == "" && strings.Contains(p.roots, " form ") {
		p.sent, p.sure = "request", true
	}
	if p.private && p.sent == "" && len(found) == 0 {
		p.sent, p.sure = "entry", true // what is somebody's own, that person has to send
	}
	if p.sent == "" && len(p.acts) > 0 && !p.duties.any && (p.reachable() || p.naming()) && !slices.Contains(p.acts, "look") && len(found) == 0 {
		p.sent, p.sure = "request", true // who cancels without a table of their own asks for it
	}
	if p.sent == "" && p.mayBeSent() && p.reachable() {
		p.sent, p.sure = singular(p.words[max(p.full, p.to)-1].root), true // whoever sends it says how to answer
	}
	edits := slices.Contains(p.acts, "change") || slices.Contains(p.acts, "remove")
	if edits && p.sent != "" && p.sent != "entry" && p.sent != "report" && p.before == 0 && !slices.Contains(p.acts, "look") && len(found) == 0 {
		p.private = true // what somebody booked, that person changes
	}
	switch {
	case p.layout == "chart":
		p.kind = chart
	case p.layout == "dashboard" || p.layout == "details" || p.layout == "chat" || p.layout == "markdown" && len(found) == 0:
		p.kind = page
	case p.duties.adds && !p.private && p.sent == "":
		p.adds, p.sent = true, "entry"
	case p.sent == "" || p.private && len(found) > 0:
	case p.verb >= 0 && !p.private && p.sure && (len(found) > 0 || p.before > 0 && p.sent != "entry" && !slices.Contains(p.acts, "addition")):
		p.also = true
		p.about(found)
	case p.verb >= 0 && !p.private && p.sure && (p.self || slices.Contains(p.acts, "look") || p.before > 0 || slices.Contains(p.acts, "addition") && p.holder(p.verb) || edits):
		p.adds = true
		if slices.Contains(p.acts, "entry") || slices.Contains(p.acts, "addition") {
			p.sent = "entry"
		}
		p.about(found)
	case len(found) == 0 && (!p.named || p.private || p.sure && p.verb >= 0):
		p.kind, p.layout = intake, "form"
	}
}

// reachable reports whether a column says how to answer somebody.
func (p *plan) reachable() bool {
	return slices.ContainsFunc(p.fields, func(f field) bool { return f.kind == platform.ColumnEmail || f.kind == platform.ColumnPhone })
}

// about looks for what is shown before what people send.
func (p *plan) about(found []pasted.Table) {
	object, noun := *p.reading, p.noun
	if p.object = p.title; p.topic(0) && p.from < p.verb {
		p.lead = -1
		p.describe()
	} else if len(found) > 0 {
		p.from, p.to = 0, 0
		p.headline(found)
	}
	if p.adds && noun != "" { // a to-do list is shown, of tasks
		*p.reading, p.noun = object, noun
	}
}

// namedLayout returns the layout that the description names.
func (p *plan) namedLayout() (layout string, named bool) {
	text := strings.ToLower(p.english(0, len(p.words)))
	for _, not := range p.NotLayouts {
		text = strings.ReplaceAll(text, not, " ")
	}
	for _, phrase := range p.Phrases {
		if words, layout, _ := strings.Cut(phrase, ":"); strings.Contains(" "+text+" ", " "+words+" ") {
			return layout, true
		}
	}
	for _, l := range p.Layouts {
		for w := range strings.FieldsSeq(l[1]) {
			for i, x := range p.words {
				mine := i >= p.from && i < p.to && p.verb >= 0 || x.role == asked || x.role == subject
				if !mine && (x.root == strings.ReplaceAll(w, "_", " ") || x.en == w || x.known && strings.HasSuffix(x.root, " "+w)) && strings.Contains(" "+text+" ", " "+x.en+" ") {
					return l[0], true
				}
			}
		}
	}
	return "", false
}

// layOut chooses the layout where the description names none: by what the data are.
func (p *plan) layOut(found []pasted.Table) {
	if p.kind != catalogue || p.named {
		return
	}
	p.layout = "cards"
	if p.entry == "event" || p.entry == "stop" || p.entry == "step" {
		p.layout = "timeline"
	} else if p.entry != "" && p.entry != "product" && p.entry != "person" {
		p.layout = "list"
	} else if p.entry == "person" || len(p.fields) > 5 {
		p.layout = "table"
	}
	dated := slices.ContainsFunc(p.fields, func(f field) bool { return f.kind == platform.ColumnDate })
	if dated && slices.ContainsFunc(p.words, func(w word) bool { return p.Topics[w.root] == "event" }) {
		p.layout = "timeline"
	}
	if strings.Contains(p.roots, " opening hours ") {
		p.layout = "table"
	}
	if len(found) == 0 {
		if p.words != nil && p.words[0].en == "where" {
			p.layout = "map"
		}
		return
	}
	switch form := found[0].Form; {
	case form == pasted.Positions:
		p.layout = "map"
	case form == pasted.Hours || form == pasted.Sessions || form == pasted.Grid && p.layout != "timeline":
		p.layout = "table"
	case form == pasted.Questions || form == pasted.Pairs || form == pasted.Names:
		p.layout = "list"
	}
}

// ask asks about what is unclear.
func (p *plan) ask(given bool) {
	topic := 0
	for _, w := range p.words[p.from:p.to] {
		if w.known || len(w.folded) > 2 {
			topic++
		}
	}
	vague := slices.ContainsFunc(p.words, func(w word) bool { return w.role == free && p.Vague[w.root] })
	switch {
	case p.colonList[1] > 0 && !given && len(p.fields) == 0 && p.kind == catalogue && p.to > p.from:
		list := p.alternatives(p.colonList[0], p.colonList[1])
		text := strings.Join(list, ", ")
		p.questions = append(p.questions, platform.Question{Text: say(p.lang.Rest, "{rest}", clip(text, 60)), Choices: []string{
			say(p.lang.Find, "{topic}", uncapital(p.title)) + " " + p.lang.With + " " + text, p.title + ":\n- " + strings.Join(list, "\n- ")}})
	case !given && len(strong.FindAllString(p.text, 2)) > 1: // values that nobody understood are not dropped in silence
		_, list, _ := strings.Cut(p.text, ": ")
		if list == "" {
			list = p.text
		}
		sep := ", "
		if strings.Contains(list, ";") {
			sep = ";"
		}
		p.questions = append(p.questions, platform.Question{Text: say(p.lang.Rest, "{rest}", clip(list, 60)),
			Choices: []string{p.title + ":\n- " + clip(strings.Join(strings.Split(list, sep), "\n- "), 1000)}})
	case p.unsure && !given:
		p.questions = append(p.questions, platform.Question{Text: p.lang.Kind, Choices: []string{say(p.lang.Find, "{topic}", p.title), say(p.lang.Ask, "{topic}", p.title)}})
	case given || p.name != "" && topic > 0 && !p.owned || p.sent != "" && p.verb >= 0:
	case topic == 0 && p.sent == "" || p.sent == "" && p.kind == catalogue && len(p.fields) == 0 && (p.owned || vague):
		p.questions = append(p.questions, platform.Question{Text: p.lang.What, Choices: p.lang.WhatChoices})
	case p.kind == catalogue && !p.sure && !p.named && len(p.fields) == 0 && p.mayBeSent():
		p.questions = append(p.questions, platform.Question{Text: p.lang.Kind, Choices: []string{say(p.lang.Find, "{topic}", p.title), say(p.lang.Ask, "{topic}", p.title)}})
	}
}

// mayBeSent reports whether the topic is something that people may look up as well as send: bookings, orders.
func (p *plan) mayBeSent() bool {
	if p.to == p.from {
		return false
	}
	last := p.words[max(p.to, p.full)-1].root
	return slices.Contains(strings.Fields("booking reservation registration signup request complaint order appointment application donation review quote"), last)
}
