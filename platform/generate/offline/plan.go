package offline

import (
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
	sheets    []*sheet
	theme     platform.Theme
	name      string // asked for, "" for one made from the topic
	tool      string
	noun      string // the topic in English, in the plural; "" when it is not known in English
	sorted    string // the column that orders the rows, "" for none
	title     string // the topic in the author's words
	questions []platform.Question
}

// plan finds out what a description asks for. It always finds something to show.
func (g *Generator) plan(prompt string) *plan {
	rest, found := pasted.Find(prompt, g.pastedWords())
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
	p.reading = g.reading(tools.ReplaceAllString(rest, " "), lang)
	p.dress(&p.theme)
	found = p.names(found)
	p.describe()
	p.headline(found)
	p.choose(found)
	for _, t := range found {
		p.sheets = append(p.sheets, p.sheetOf(t))
	}
	p.layOut(found)
	switch {
	case p.kind == intake:
		p.sheets = []*sheet{p.inbox()}
	case len(p.sheets) == 0:
		p.sheets = []*sheet{p.examples()}
	case p.kind == catalogue && !p.sheets[0].bears(p.layout):
		p.layout = "table"
	}
	if p.ask(len(found) > 0); len(found) == 0 && p.kind < chart {
		p.askRest()
	}
	return p
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
				p.field(h, false)
			}
		}
		return true
	})
	return found
}

// headline names the app by its data where nothing else does: by the header of the first column, by all where that is "name".
func (p *plan) headline(found []pasted.Table) {
	if p.to > p.from || len(found) == 0 {
		return
	}
	switch header := found[0].Header; {
	case len(header) > 0 && p.known(header[0]) && len(header) > 1:
		p.title = clip(capital(plain(strings.Join(header[:min(3, len(header))], ", "))), 60)
	case len(header) > 0 && plain(header[0]) != "":
		p.title = clip(capital(plain(header[0])), 60)
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
	if p.sent == "" && p.mayBeSent() && slices.ContainsFunc(p.fields, func(f string) bool { return p.kindOf(f) == platform.ColumnEmail || p.kindOf(f) == platform.ColumnPhone }) {
		p.sent, p.sure = singular(p.words[max(p.full, p.to)-1].root), true // whoever sends it says how to answer
	}
	switch {
	case p.layout == "chart":
		p.kind = chart
	case p.layout == "dashboard" || p.layout == "details" || p.layout == "chat" || p.layout == "markdown" && len(found) == 0:
		p.kind = page
	case p.sent != "" && len(found) == 0 && (!p.named || p.private || p.sure && p.verb >= 0):
		p.kind, p.layout = intake, "form"
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
				mine := i >= p.from && i < p.to && p.verb >= 0 || x.role == field || x.role == subject
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
	case p.unsure && !given:
		p.questions = append(p.questions, platform.Question{Text: p.lang.Kind, Choices: []string{say(p.lang.Find, "{topic}", p.title), say(p.lang.Ask, "{topic}", p.title)}})
	case given || p.name != "" && topic > 0 && !p.owned || p.sent != "" && p.verb >= 0:
	case topic == 0 && p.sent == "" || p.sent == "" && p.kind == catalogue && len(p.fields) == 0 && (p.owned || vague):
		p.questions = append(p.questions, platform.Question{Text: p.lang.What, Choices: p.lang.WhatChoices})
	case p.kind == catalogue && !p.sure && !p.named && len(p.fields) == 0 && p.mayBeSent():
		p.questions = append(p.questions, platform.Question{Text: p.lang.Kind, Choices: []string{say(p.lang.Find, "{topic}", p.title), say(p.lang.Ask, "{topic}", p.title)}})
	}
}

// askRest asks about words that no rule understood: whether they are something to show for each.
func (p *plan) askRest() {
	rest := p.left()
	if len(rest) == 0 || len(p.questions) > 0 || p.to == p.from {
		return
	}
	form := p.lang.Find
	if p.kind == intake {
		form = p.lang.Ask
	}
	without := say(form, "{topic}", uncapital(p.title))
	if len(p.fields) > 0 {
		without += " " + p.lang.With + " " + strings.Join(p.fields, ", ")
	}
	with := say(form, "{topic}", uncapital(p.title)) + " " + p.lang.With + " " + strings.Join(append(slices.Clone(p.fields), rest...), ", ")
	p.questions = append(p.questions, platform.Question{Text: say(p.lang.Rest, "{rest}", clip(strings.Join(rest, ", "), 60)), Choices: []string{with, without}})
}

// left returns the words that may name something and that nothing has understood, those that stand together as one. Where, when
// and for whom something is, and what is done with it in a clause, tell of the topic and are no part of the app.
func (p *plan) left() (rest []string) {
	topic := [2]int{p.from, max(p.full, p.to)}
	if p.to > p.from {
		topic[1] = max(topic[1], p.ending())
	}
	for topic[0] > 0 && p.words[topic[0]-1].stop == 0 && p.content(topic[0]-1) {
		topic[0]--
	}
	context, does := false, false
	for i, w := range p.words {
		before := word{stop: '.'}
		if i > 0 {
			before = p.words[i-1]
		}
		if before.stop != 0 || before.en == "and" {
			context, does = false, false
		}
		inside := i >= topic[0] && i < topic[1] || i == p.lead || i == p.verb
		switch {
		case w.role != free || inside:
			does = false
			context = w.role == verb && slices.Contains([]string{"is", "are", "be", "have", "has", "can"}, w.en)
		case p.Relations[w.en] || strings.HasPrefix(w.en, "in ") || strings.HasPrefix(w.en, "on "):
			context = true
		case p.Clauses[w.en] || p.Pronouns[w.en] && before.role != verb || modal(w) || slices.Contains([]string{"please", "be", "is", "are"}, w.en):
			does = true // what is done in a clause
		case does && p.content(i) || p.lang.code == "de" && !w.capitalised() && strings.HasSuffix(w.folded, "en"):
			does = false
		case context || !p.content(i) || p.Vessels[w.root] || p.drawn(i) || p.layoutWord(w) || w.figure() || w.root == "opening hours":
		case before.en == "this" || i < p.verb && p.end(i, ".,:") > p.verb: // this month; who does it
		case len(rest) > 0 && i > 0 && before.stop == 0 && strings.HasSuffix(rest[len(rest)-1], before.raw):
			rest[len(rest)-1] += " " + w.raw
		default:
			rest = append(rest, w.raw)
		}
	}
	return rest
}

// mayBeSent reports whether the topic is something that people may look up as well as send: bookings, orders.
func (p *plan) mayBeSent() bool {
	if p.to == p.from {
		return false
	}
	last := p.words[max(p.to, p.full)-1].root
	return slices.Contains(strings.Fields("booking reservation registration signup request complaint order appointment application donation review quote"), last)
}
