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
	title     string // the topic in the author's words
	questions []platform.Question
}

// plan finds out what a description asks for. It always finds something to show.
func (g *Generator) plan(prompt string) *plan {
	lang := g.detect(split(clip(prompt, 600)))
	rest, found := pasted.Find(prompt, g.pastedWords(lang))
	if more := split(rest); len(more) > 3 {
		lang = g.detect(more)
	}
	p := &plan{tool: g.readTool(rest)}
	p.name, rest = g.readName(rest)
	p.theme = g.readTheme(lang.read(rest), rest)
	rest = tools.ReplaceAllString(rest, " ")
	p.reading = g.reading(looksAside(rest), lang)
	found = p.names(found)
	p.describe()
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
	p.ask(len(found) > 0)
	return p
}

// names tells names of rows from those of columns: "employees: name, salary" has none.
func (p *plan) names(found []pasted.Table) []pasted.Table {
	return slices.DeleteFunc(found, func(t pasted.Table) bool {
		if t.Form != pasted.Names {
			return false
		}
		known := 0
		for _, row := range t.Rows {
			if p.known(row[0]) {
				known++
			}
		}
		if 2*known < len(t.Rows) && p.sent == "" {
			return false
		}
		for _, row := range t.Rows {
			p.field(row[0])
		}
		return true
	})
}

// choose decides what people do with the app.
func (p *plan) choose(found []pasted.Table) {
	p.layout, p.named = p.namedLayout()
	if p.sent == "" && strings.Contains(p.roots, " form ") {
		p.sent, p.sure = "request", true
	}
	switch {
	case p.layout == "chart":
		p.kind = chart
	case p.layout == "dashboard" || p.layout == "details" || p.layout == "chat" || p.layout == "markdown" && len(found) == 0:
		p.kind = page
	case p.sent != "" && len(found) == 0 && (!p.named || p.sure && p.verb >= 0):
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
				mine := i >= p.from && i < p.to && p.verb >= 0
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
		return
	}
	switch form := found[0].Form; {
	case form == pasted.Positions:
		p.layout = "map"
	case form == pasted.Hours || form == pasted.Grid && p.layout != "timeline":
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
	switch {
	case given || p.name != "" && topic > 0 && !p.owned:
	case topic == 0 && p.sent == "" || p.owned && len(p.fields) == 0 && p.sent == "" && p.kind == catalogue:
		p.questions = append(p.questions, platform.Question{Text: p.lang.What, Choices: p.lang.WhatChoices})
	case p.kind == catalogue && !p.sure && !p.named && len(p.fields) == 0 && p.mayBeSent():
		p.questions = append(p.questions, platform.Question{Text: p.lang.Kind, Choices: []string{say(p.lang.Find, "{topic}", p.title), say(p.lang.Ask, "{topic}", p.title)}})
	}
}

// mayBeSent reports whether the topic is something that people may look up as well as send: bookings, orders.
func (p *plan) mayBeSent() bool {
	last := p.words[p.to-1].root
	for i := range p.from {
		if p.Commands[p.words[i].root] && p.words[i].en != "app" && p.words[i].en != "my" {
			return false
		}
	}
	return slices.Contains(strings.Fields("booking reservation registration signup request complaint order appointment application donation review quote"), last)
}
