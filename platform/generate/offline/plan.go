package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/dress"
	"berth/platform/generate/pasted"
	"berth/platform/generate/tagger"
	"berth/platform/generate/words"
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
	kind    kind
	layout  string
	named   bool // the description names the layout
	private bool // people see only what is their own
	adds    bool // people add to what they look up
	logs    bool // nobody waits for what they write down
	charted bool // what they write down is drawn as a chart
	also    bool // people send something about what they look up, which is kept for itself
	sheets  []*sheet
	theme   platform.Theme
	name    string // asked for, "" for one made from the topic
	tool    string
	noun    string // the topic in English, in the plural; "" when it is not known in English
	one     bool   // the topic is in the singular and means many: "employee directory"
	sorted  string // the column that orders the rows, "" for none
	title   string // the topic in the author's words
	facts   string // what the description says that stands on its page
}

// plan finds out what a description asks for. It always finds something to show.
func (g *Generator) plan(prompt string) *plan {
	rest, found := pasted.Find(prompt, g.pastedWords())
	rest = yesNo.ReplaceAllString(rest, " $1")
	lang := g.detect(rest)
	if len(words.Split(rest)) < 6 {
		said := lang
		if lang = g.Tongue(rest); lang == nil && len(found) == 0 {
			lang = g.Spoken(rest)
		}
		if lang == nil || (lang.Code != "en" || len(found) == 0) && said.Knows(rest) > lang.Knows(rest) {
			lang = g.brief(rest, pasted.Headers(found, clip(prompt, 600)))
		}
	}
	lang = cmp.Or(g.ChoiceIn(rest), lang)
	p := &plan{tool: g.readTool(rest)}
	p.name, rest = readName(rest)
	p.reading = g.reading(tools.ReplaceAllString(rest, " "), lang, len(found) > 0)
	p.chosen()
	p.name = cmp.Or(p.name, p.reading.name)
	dress.Theme(g.Grammar, p.lang, p.text, p.words, &p.theme)
	if found = p.names(found); len(found) > 0 {
		p.lead()
	}
	p.describe()
	p.headline(found)
	p.choose(found)
	for _, t := range found {
		p.sheets = append(p.sheets, p.sheetOf(t))
	}
	if p.adds && len(p.sheets) > 0 {
		p.sheets[0].require()
	}
	if p.is["done"] && len(p.sheets) > 0 && p.sheets[0].first(platform.ColumnBoolean) < 0 {
		p.sheets[0].add(p.lang.Done, platform.ColumnBoolean)
	}
	p.layOut(found)
	p.findFacts()
	switch {
	case p.kind == intake:
		p.sheets = []*sheet{p.inbox(p.title, p.fields)}
	case len(p.sheets) == 0:
		p.sheets = []*sheet{p.examples()}
	case p.kind == catalogue && !p.sheets[0].bears(p.layout):
		p.layout = "table"
	}
	if p.also {
		p.sheets = append(p.sheets, p.requested())
	}
	p.ask(len(found) > 0)
	return p
}

// chosen reads the choice of a question: what is behind its first words is the topic.
func (p *plan) chosen() {
	kind, lead := p.lang.Choice(p.text)
	if kind == "" || p.to > p.from {
		return
	}
	p.about = [2]int{len(lead), len(p.text)}
	p.from, p.to = p.within(len(lead), len(p.text), subject)
	p.kinds = append([]tagger.Guess{{Value: kind, Share: 1}}, p.kinds...)
}

// strong matches values that people paste: prices, addresses of mail, coordinates.
var strong = regexp.MustCompile(`\d+[.,]\d\d+\b|\d\s?[€$£]|[€$£]\s?\d|[^\s@]+@[^\s@]+\.\w`)

// yesNo matches the question that a column is: "paid? yes/no".
var yesNo = regexp.MustCompile(`\?\s+((?i:yes|ja|oui|sí|si|sì|sim)\s?/)`)

// headline names the app by its data where nothing else does: by the header of the first column, by all where that is "name".
func (p *plan) headline(found []pasted.Table) {
	if len(found) > 0 && found[0].Form == pasted.Hours && p.to == p.from+1 && p.words[p.from].Root != "opening hours" && p.Heading(p.lang, p.words[p.from]) {
		p.from, p.to, p.noun = 0, 0, "opening hours" // what time are we open?
	}
	if len(found) > 0 && found[0].Form == pasted.Questions && p.entry != "question" {
		p.noun = "questions and answers"
	}
	if p.to > p.from || len(found) == 0 {
		return
	}
	if from, end := p.Lead(p.words); end > from {
		p.from, p.to = from, p.Head(p.lang, p.words, from, end)
		p.entry = p.Topics[p.words[p.to-1].Root]
		p.describe()
		p.title = clip(words.Capital(plain(p.text[p.words[from].From:p.words[end-1].To])), 60)
		return
	}
	switch header := found[0].Header; {
	case len(header) > 0 && p.Known(p.lang, header[0]) && len(header) > 1:
		p.title = clip(words.Capital(plain(strings.Join(header[:min(3, len(header))], ", "))), 60)
	case len(header) > 0 && plain(header[0]) != "":
		p.title = clip(words.Capital(plain(header[0])), 60)
	case found[0].Form == pasted.Questions:
		p.title, p.noun = "FAQ", "questions"
	case found[0].Form == pasted.Positions:
		p.title = p.lang.Place
	case slices.Contains(found[0].Kinds(), pasted.Money):
		p.title, p.noun = p.lang.Price, "prices"
	case found[0].Form == pasted.Hours:
		p.title = p.lang.Hours
	}
}

// choose decides what people do with the app. Where data were pasted, they are looked up.
func (p *plan) choose(found []pasted.Table) {
	p.layout, p.named = p.NamedLayout(p.lang, p.words, p.field)
	if priced := func(f field) bool { return f.kind == platform.ColumnMoney }; p.layout == "map" && p.lang.Code == "fr" && slices.ContainsFunc(p.fields, priced) &&
		!strings.Contains(p.roots, " on ") {
		p.layout, p.named = "", false // la carte d'un restaurant
	}
	kind := p.kinds[0].Value
	given := len(found) > 0
	if kind == "form" && !given && !p.is["own"] && (p.SeesAll(p.words) || p.share("both") > both || p.share("form") < p.share("both")+p.share("list")+p.share("ask")) {
		kind = "both" // who sends something sees it in the list
	}
	sends := slices.ContainsFunc(p.words[max(0, p.from-3):p.from], p.sends) // a walk that clients request
	asks := func(i int) bool { return p.sends(p.words[i]) && (i == 0 || !p.words[i-1].Is("for")) }
	if kind == "ask" && !given && len(p.asked) == 0 && p.object == "" && p.share("ask") < sure && !slices.ContainsFunc(words.Starts(p.words), asks) {
		kind = "list" // homes for rent
	}
	if kind == "ask" && !given && len(p.fields) == 0 && len(p.asked) > 0 && p.object == "" && !p.Does(p.lang, p.words, "look") && (sends || p.share("ask") < sure) {
		kind = "form" // about nothing that is looked at
	}
	if (kind == "form" || kind == "list") && !given && !p.is["own"] && p.share(kind) < sure && p.Shared(p.lang, p.words) {
		kind = "both"
	}
	unasked := words.Where(p.words, func(i int) bool { return p.roles[i] != asked })
	all := p.AnybodyAdds(p.lang, p.words) || p.Enters(p.lang, unasked)
	if kind == "list" && !given && (p.share("list") < unsure && p.share("both") > both || p.share("list") < sure && all) {
		kind = "both" // who only looks things up does without its form
	}
	brings := func(f field) bool { return p.lang.First(f.heading).Is("who") && words.Brings(f.heading) }
	if kind == "list" && !given && !p.is["staff"] && (p.entry == "task" || slices.ContainsFunc(p.fields, brings)) {
		kind, p.is["change"] = "both", true // who brings it writes so
	}
	if given { // "browse by day and level and sign up" asks for neither
		header := func(f field) bool {
			return slices.ContainsFunc(found[0].Header, func(h string) bool { return words.Phrase(h) == words.Phrase(f.heading) })
		}
		if !slices.ContainsFunc(p.asked, func(f field) bool { return !header(f) }) { // a booking has a name besides
			p.asked, p.fields = nil, slices.DeleteFunc(p.fields, header)
		}
	}
	switch share := p.share; {
	case !given:
	case share("form")+share("ask") > 0.5 && (kind == "form" && len(p.fields)+len(p.asked) == 0 || len(p.fields)+len(p.asked) > 0 && p.others(found[0])): // a list, and a form
		kind = "ask"
		p.fields = slices.DeleteFunc(p.fields, func(f field) bool { // nobody is asked what it costs
			return f.kind == platform.ColumnMoney && slices.Contains(found[0].Kinds(), pasted.Money)
		})
		p.asked, p.fields = append(p.fields, p.asked...), nil
	case kind == "list" && p.Asks(p.lang, p.words):
		kind = "ask"
	case p.is["staff"]: // who may write does not do it here
		kind = "list"
	case kind != "ask" && p.AnybodyAdds(p.lang, p.words):
		kind = "both"
	case (kind == "both" || kind == "ask") && (share(kind) < 0.8 || !slices.ContainsFunc(p.words, p.sends)):
		kind = "list" // people look things up, and do not write
	}
	if p.layout == "details" && (kind == "ask" || kind == "both") || p.layout == "markdown" && kind != "show" && len(p.fields) > 1 {
		p.layout, p.named = "", false // a page of details takes nothing, and a text has no columns: the word was said of rows
	}
	if (kind == "list" || kind == "show") && strings.Contains(p.roots, " form ") || strings.Contains(p.roots, " in a form ") {
		if kind = "form"; given {
			kind, p.asked, p.fields = "ask", append(p.fields, p.asked...), nil // a form about what was pasted
		} else if len(p.fields) > 2 && p.Does(p.lang, p.words, "look") && !strings.Contains(p.roots, " in a form ") {
			kind = "ask" // show them, and a form
		}
	}
	keeps, mine := p.Keeps(p.lang, unasked)
	if keeps = keeps && !given && kind != "ask" && (kind != "show" || p.layout == "chart" && mine); keeps { // what one writes down, one reads again
		p.is["own"] = p.is["own"] || mine && kind != "both"
		if kind = "both"; p.is["own"] {
			kind = "form"
		}
	}
	if kind == "both" && p.SeesOwn(p.lang, p.words) {
		kind = "form"
	}
	p.private = p.is["own"] && kind != "both" && !given
	if p.charted = p.layout == "chart" && !given && (len(p.fields) > 1 || keeps) && (p.private || kind == "form" || kind == "both"); p.charted {
		p.layout, p.named = "", false
	}
	p.logs = p.private && (keeps || p.sent == "") || p.sent == "entry" && kind != "ask"
	switch {
	case p.layout == "chart":
		p.kind = chart
	case p.layout == "dashboard" || p.layout == "details" || p.layout == "chat" || p.layout == "markdown" && !given:
		p.kind = page
	case kind == "show" && !given && !p.named:
		p.kind, p.layout = page, "markdown"
	case p.private, kind == "form" && !given:
		p.kind, p.layout = intake, "form"
	case kind == "both":
		p.adds = true
		p.is["done"] = p.is["done"] || slices.ContainsFunc(p.fields, func(f field) bool { // who adds rows ticks them off
			return f.kind == platform.ColumnBoolean && (words.Fold(f.heading) == words.Fold(p.lang.Done) || p.lang.Means(f.heading, "finished", "completed", "bought", "packed"))
		})
	case kind == "ask":
		p.also = true
	}
	p.ranges(p.fields)
	p.ranges(p.asked)
	for i, f := range p.fields { // a day of a timetable is one of the week, and a number behind no name that of a thing
		switch {
		case p.kind == catalogue && !p.adds && f.kind == platform.ColumnDate && p.lang.Means(f.heading, "day"),
			f.kind == platform.ColumnPhone && p.lang.Means(f.heading, "contact"), // or an address of mail
			f.kind == platform.ColumnPhone && p.lang.Means(f.heading, "number") && (i == 0 || !p.lang.Means(p.fields[i-1].heading, "name")):
			p.fields[i].kind = platform.ColumnText
		case p.kind == catalogue && f.kind == platform.ColumnDate && p.lang.Means(f.heading, "departure", "arrival") && strings.Contains(p.roots, " timetable "):
			p.fields[i].kind = platform.ColumnTime
		case (f.kind == platform.ColumnPhone || f.kind == platform.ColumnEmail) && p.lang.First(f.heading).Is("how"): // to reach them
			p.fields[i].kind = platform.ColumnText
		case f.kind == platform.ColumnPlace && p.layout != "map" && !strings.Contains(p.roots, " map ") && !strings.Contains(words.Fold(f.heading), "oord"): // of coordinates
			p.fields[i].kind = platform.ColumnText
		case f.kind == platform.ColumnMoney && (p.kind == catalogue && !p.adds && p.lang.Means(f.heading, "amount") || p.private && words.Fold(f.heading) == "value"): // of what is there
			p.fields[i].kind = platform.ColumnNumber
		}
	}
	if !p.also { // nothing else is sent that could have them
		for _, f := range p.asked {
			add(&p.fields, f)
		}
		p.asked = nil
	}
	if p.sent == "" || p.adds {
		p.sent = "entry"
		if p.kind == intake && !p.private || p.also {
			p.sent = "request"
		}
	}
	if object := words.Bare(p.lang.Read(p.object)); p.also && len(object) > 0 && !slices.ContainsFunc(object, func(w words.Word) bool { return !p.lang.Translates(w) }) {
		p.sent = words.Singular(p.lang.English(object))
		if last := object[len(object)-1]; p.Act(p.lang, last) == "" && p.Sends[last.Root] == "" && !words.Asking(p.sent) {
			p.sent += " request"
		}
	}
	if p.is["done"] && p.kind == catalogue && !given && !slices.ContainsFunc(p.fields, func(f field) bool { return f.kind == platform.ColumnBoolean }) {
		add(&p.fields, field{heading: p.lang.Done, kind: platform.ColumnBoolean})
	}
}

// field reports whether a word is of a column, or of a topic that is no list.
func (p *plan) field(i int) bool {
	return p.roles[i] == asked || p.roles[i] == subject && p.kinds[0].Value != "list" && p.kinds[0].Value != "show"
}

// sends reports whether a word says that people do more than to look.
func (p *plan) sends(w words.Word) bool {
	act := p.Act(p.lang, w)
	return act != "" && act != "look" || p.Sends[w.Root] != ""
}

// share returns how likely a kind is.
func (p *plan) share(kind string) float64 {
	return p.kinds[slices.IndexFunc(p.kinds, func(g tagger.Guess) bool { return g.Value == kind })].Share
}

// others reports whether most of the columns that are asked for are none of a pasted table.
func (p *plan) others(t pasted.Table) bool {
	known := 0
	for _, f := range p.fields {
		if slices.ContainsFunc(t.Header, func(h string) bool { return words.Phrase(h) == words.Phrase(f.heading) }) {
			known++
		}
	}
	return len(p.asked) > 0 || 2*known < len(p.fields) && (t.Header != nil || len(p.fields) != len(t.Rows[0]))
}

// changes and deletes report whether people change and delete rows: never those that only some may.
func (p *plan) changes() bool { return (p.is["change"] || p.is["done"]) && p.editable() }
func (p *plan) deletes() bool { return p.is["delete"] && p.editable() }

func (p *plan) editable() bool {
	return !p.is["staff"] && (p.kind == intake && p.private || p.kind == catalogue && !(p.is["own"] && p.adds))
}

// Shares of the likeliest kind below which people are asked whether there is anything to show, and whether it is looked up or sent; and of one all add to. Above
// that of what is sure no word needs to say it.
const vague, unsure, both, sure = 0.5, 0.55, 0.3, 0.85

// ask asks about what is unclear.
func (p *plan) ask(given bool) {
	first, second := p.kinds[0], p.kinds[1]
	question := func(text string, choices ...string) {
		if len(p.questions) < 2 {
			p.questions = append(p.questions, platform.Question{Text: text, Choices: choices})
		}
	}
	switch {
	case !given && len(strong.FindAllString(p.text, 2)) > 1: // values that nobody understood are not dropped in silence
		_, list, _ := strings.Cut(p.text, ": ")
		if list == "" {
			list = p.text
		}
		sep := ", "
		if strings.Contains(list, ";") {
			sep = ";"
		}
		question(words.Say(p.lang.Rest, "{rest}", clip(list, 60)), p.title+":\n- "+clip(strings.Join(strings.Split(list, sep), "\n- "), 1000))
	case given:
	case p.to == p.from && len(p.fields) == 0 || first.Value == "none" && first.Share > vague && len(p.fields) == 0:
		question(p.lang.What, p.lang.WhatChoices...)
	case p.is["staff"] && p.kind == catalogue: // tools are for everyone who uses the app
		var headings []string
		for _, f := range p.fields {
			headings = append(headings, f.heading)
		}
		list := words.Say(p.lang.Find, "{topic}", p.title)
		if len(headings) > 0 {
			list += " " + p.lang.With + " " + strings.Join(headings, ", ")
		}
		question(p.lang.Who, list, list+". "+p.lang.Everyone)
	case first.Share < unsure && !p.named && !p.private && (!p.adds || len(p.fields) == 0) && pair(first.Value, second.Value):
		question(p.lang.Kind, words.Say(p.lang.Find, "{topic}", p.title), words.Say(p.lang.Ask, "{topic}", p.title))
	}
}

// pair reports whether one of two kinds is looked up and the other only sent.
func pair(a, b string) bool {
	looked := func(s string) bool { return s == "list" || s == "both" || s == "ask" }
	return looked(a) && b == "form" || a == "form" && looked(b)
}
