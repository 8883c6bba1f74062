package offline

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
	"berth/platform/generate/words"
)

// tracks reports whether a column says how far a request has come.
func tracks(c platform.Column) bool {
	return c.Type == platform.ColumnEnum && slices.ContainsFunc(slices.Collect(maps.Values(words.Statuses)), func(values []string) bool { return slices.Equal(c.Values, values) })
}

// inbox returns the table for what people send: the columns that are asked for, else what every request needs, and how far
// each has come.
func (p *plan) inbox(title string, fields []field) *sheet {
	s := &sheet{title: title, inbox: true}
	if p.also && !slices.ContainsFunc(fields, p.points) { // which of them
		heading := cmp.Or(p.oneThing(), p.title)
		if list := p.sheets[0]; list.first(platform.ColumnText) == 0 && !p.lang.Means(list.columns[0].Title, "name", "day", "date", "time", "weekday") {
			heading = list.columns[0].Title
		}
		s.add(heading, platform.ColumnText)
	}
	status, tracked := field{heading: p.lang.Status, kind: platform.ColumnEnum, values: words.Statuses[p.lang.Code]}, p.logs
	first := max(0, slices.IndexFunc(fields, func(f field) bool { return f.kind != platform.ColumnImage }))
	for i, f := range fields {
		if words.Fold(f.heading) == words.Fold(status.heading) {
			if tracked = true; !p.private && len(f.values) == 0 { // nobody sends how far it has come
				f = status
			}
		}
		at := s.add(f.heading, p.sendable(f.kind))
		s.columns[at].Values = slices.Clone(f.values)
		s.columns[at].Required = !f.waived && (i == first || s.columns[at].Type == platform.ColumnEmail)
	}
	if dated := s.first(platform.ColumnDate, platform.ColumnDateTime) >= 0; p.private && p.logs && !dated && s.first(figures...) >= 0 {
		s.add(p.lang.Date, platform.ColumnDate) // figures of which day
	}
	switch {
	case len(fields) > 0:
	case p.private: // who sends it is known
		thing := p.oneThing()
		if thing == "" && p.to > p.from {
			thing = p.words[p.to-1].Raw
		} else if thing == "" {
			thing = p.lang.Request
		}
		f := p.headed(thing)
		if p.charted {
			f = field{kind: platform.ColumnNumber}
		}
		at := s.add(thing, p.sendable(f.kind))
		s.columns[at].Required, s.columns[at].Values = true, f.values
		s.add(p.lang.Date, platform.ColumnDate)
		s.add(p.lang.Note, platform.ColumnText)
	case strings.Contains(p.roots, " anonym"):
		s.columns[s.add(p.lang.Message, platform.ColumnText)].Required = true
	default:
		sent := p.sent
		perDay := func(f field) bool { return words.PerDay(p.EnglishHeading(p.lang, f.heading)) }
		dates := func(i int) bool { return p.roles[i] == free && p.words[i].Root == "date" }
		if p.also && (slices.ContainsFunc(p.fields, perDay) || slices.ContainsFunc(words.Starts(p.words), dates)) {
			sent = "days"
		}
		if p.noun == "appointments" || p.noun == "appointment" {
			sent = "booking"
		}
		for _, f := range p.lang.UsualFields(p.words[p.from:p.to], sent) {
			s.columns[s.add(f.Heading, platform.ColumnType(f.Type))].Required = f.Required
		}
	}
	if !tracked {
		s.columns[s.add(status.heading, status.kind)].Values = slices.Clone(status.values)
	}
	return s
}

// requested returns the table for what people send about the rows.
func (p *plan) requested() *sheet {
	return p.inbox(words.Capital(cmp.Or(p.Unlisted(p.lang, p.object, p.words[p.from:p.to]), p.lang.Sent[p.sent], p.lang.Request)), p.asked)
}

// points reports whether a field says which of the things somebody means: "which boat", "what they want".
func (p *plan) points(f field) bool {
	ws := p.lang.Read(f.heading)
	return len(ws) > 0 && (ws[0].Is("which", "what", "that") || words.Phrase(f.heading) == words.Phrase(p.oneThing()))
}

// sendable returns a type that a form can ask for.
func (p *plan) sendable(t platform.ColumnType) platform.ColumnType {
	if slices.Contains([]platform.ColumnType{platform.ColumnTags, platform.ColumnPlace}, t) {
		return platform.ColumnText
	}
	return t
}

const exampleRows = 3

// examples makes those rows that the description names, else some that say what they are. Only texts are filled in: a figure, a day or a yes would look like a fact.
func (p *plan) examples() *sheet {
	s := &sheet{title: p.title, example: true}
	one := p.oneThing()
	named := func(f field) bool { // a team is called by the name of the team
		return p.lang.Means(f.heading, "name", "first name", "full name", "title") || slices.Contains([]string{words.Phrase(one), words.Phrase(one + " name")}, words.Phrase(f.heading))
	}
	personal := func(f field) bool {
		first := p.lang.First(f.heading)
		return named(f) || first.Is("who", "family", "household", "driver") || p.People[first.Root] && words.Fold(f.heading) == first.Folded
	}
	brings := func(f field) bool { return words.Brings(f.heading) }
	switch {
	case p.openings() && !slices.ContainsFunc(p.fields, func(f field) bool { return f.kind == platform.ColumnTime || p.lang.Means(f.heading, "day") }):
		if words.Several(p.words[p.to:]) {
			s.add(p.lang.Name, platform.ColumnText)
		}
		s.add(p.lang.Day, platform.ColumnText)
		s.add(p.lang.Hours, platform.ColumnText)
		for _, w := range p.words[p.from:p.to] {
			if p.Heading(p.lang, w) && w.Root != "opening hours" {
				add(&p.fields, p.headed(w.Raw)) // opening hours and prices
			}
		}
	case p.entry == "question" && len(p.fields) == 0:
		s.add(p.lang.Question, platform.ColumnText)
		s.add(p.lang.Answer, platform.ColumnText)
	case p.adds && (p.Enters(p.lang, p.words) || slices.ContainsFunc(p.fields, brings)) && !slices.ContainsFunc(p.fields, personal):
		s.add(p.lang.Name, platform.ColumnText)
	case len(p.fields) == 0 || (p.is["name"] || p.brings() || p.nameless()) && !slices.ContainsFunc(p.fields, named):
		s.add(p.lang.Name, platform.ColumnText)
	}
	for _, f := range p.fields {
		kind := f.kind
		if p.adds {
			kind = p.sendable(kind)
		}
		if at := s.add(f.heading, kind); kind == platform.ColumnEnum {
			s.columns[at].Values = f.values
		}
	}
	if p.complete(s, p.layout); len(s.columns) == 1 && len(p.fields) == 0 {
		heading := cmp.Or(p.Told(p.lang, p.words[p.from:p.to], p.words), p.lang.Details)
		s.add(heading, p.headed(heading).kind)
	}
	n := exampleRows
	if p.brings() {
		s.example, n = false, len(p.brought)
	}
	for i := range n {
		s.rows = append(s.rows, p.example(s, i+1))
	}
	if p.adds {
		s.require()
	}
	return s
}

// brings reports whether the description names rows itself.
func (r *reading) brings() bool { return len(r.brought) > 1 }

// more are what only tells more of a thing that has a name, and figures.
var more, figures = []platform.ColumnType{platform.ColumnPhone, platform.ColumnEmail, platform.ColumnBoolean, platform.ColumnMoney, platform.ColumnURL, platform.ColumnImage},
	[]platform.ColumnType{platform.ColumnInteger, platform.ColumnNumber}

// nameless reports whether the columns that are asked for only say more of things that need a name besides.
func (p *plan) nameless() bool {
	return slices.Contains(more, p.fields[0].kind) || !slices.ContainsFunc(p.fields, func(f field) bool { return !slices.Contains(slices.Concat(figures, more), f.kind) })
}

// openings reports whether the description is about when something is open, perhaps beside other things.
func (p *plan) openings() bool {
	i := slices.IndexFunc(p.words, func(w words.Word) bool { return w.Root == "opening hours" })
	return i >= 0 && p.roles[i] != asked
}

// complete adds the column that a layout cannot do without, or reads badly without.
func (r *reading) complete(s *sheet, layout string) {
	for _, c := range []struct {
		layout, heading string
		kinds           []platform.ColumnType
	}{
		{"timeline", r.lang.Date, []platform.ColumnType{platform.ColumnDate, platform.ColumnDateTime, platform.ColumnTime}},
		{"map", r.lang.Place, []platform.ColumnType{platform.ColumnPlace}},
		{"gallery", r.lang.Photo, []platform.ColumnType{platform.ColumnImage}},
		{"chart", r.lang.Value, []platform.ColumnType{platform.ColumnNumber, platform.ColumnMoney, platform.ColumnInteger}},
	} {
		if c.layout == layout && s.first(c.kinds...) < 0 {
			s.add(c.heading, c.kinds[0])
		}
	}
}

// bears reports whether a layout can show the rows as they are.
func (s *sheet) bears(layout string) bool {
	switch layout {
	case "map":
		return s.first(platform.ColumnPlace) >= 0
	case "gallery":
		return s.first(platform.ColumnImage) >= 0
	case "timeline":
		return s.example || s.first(platform.ColumnDate, platform.ColumnDateTime, platform.ColumnTime) >= 0
	case "chart":
		return s.first(platform.ColumnNumber, platform.ColumnMoney, platform.ColumnInteger) >= 0
	}
	return true
}

// example makes the n-th row.
func (r *reading) example(s *sheet, n int) []json.RawMessage {
	row := make([]json.RawMessage, len(s.columns))
	first := slices.IndexFunc(s.columns, func(c platform.Column) bool { return c.Title == r.lang.Name })
	if first < 0 {
		first = slices.IndexFunc(s.columns, func(c platform.Column) bool {
			return c.Type == platform.ColumnText && (r.entry == "day" || !r.lang.Means(c.Title, "day"))
		})
	}
	for i, c := range s.columns {
		switch {
		case i == first && c.Type == platform.ColumnText && r.brings():
			row[i] = asJSON(r.brought[n-1])
		case i == first && c.Type == platform.ColumnText:
			row[i] = asJSON(r.exampleName(n))
		case c.Type == platform.ColumnText && s.example:
			row[i] = asJSON(r.filler(c))
		}
	}
	return row
}

// exampleName returns "Example bread 1"; "Example 1" where the word for one of the things is not known.
func (r *reading) exampleName(n int) string {
	thing := r.oneThing()
	text := words.Say(r.lang.Example, "{thing}", thing, "{n}", strconv.Itoa(n))
	if thing == "" {
		text = words.Say(r.lang.Example, " {thing}", "", ": {thing}", "", " : {thing}", "", "{n}", strconv.Itoa(n))
	}
	return clip(text, 120)
}

// filler stands where a text of the column will be: "Example allergens".
func (r *reading) filler(c platform.Column) string {
	heading := c.Title
	if r.lang.Code == "en" {
		heading = words.Uncapital(heading)
	}
	return words.Say(r.lang.Filler, "{heading}", heading)
}

// names tells names of rows from those of columns, in points of a list as in a sentence.
func (p *plan) names(found []pasted.Table) []pasted.Table {
	return slices.DeleteFunc(found, func(t pasted.Table) bool {
		if t.Form != pasted.Names || len(t.Rows) > maxChoices {
			return false
		}
		form, figures := p.kinds[0].Value == "form", !slices.ContainsFunc(t.Rows, func(row []string) bool { return !strings.ContainsAny(row[0], "0123456789") })
		if heading, ok := p.Offered(p.lang, t.Lead); ok && p.kinds[0].Value != "list" && p.kinds[0].Value != "show" || form && figures && strings.HasSuffix(t.Lead, ":") {
			return p.offer(cmp.Or(heading, t.Title), t)
		}
		known, long := 0, 0
		for _, row := range t.Rows {
			long += len(strings.Fields(row[0]))
			if len(strings.Fields(row[0])) < 5 && p.Known(p.lang, row[0]) && !strings.ContainsAny(row[0], "0123456789") {
				known++
			}
		}
		if fields := form && (known > 0 || long < 3*len(t.Rows)); 2*known < len(t.Rows) && !fields {
			return false
		}
		for _, row := range t.Rows {
			for _, f := range p.headings(row[0]) {
				add(&p.fields, f)
			}
		}
		return true
	})
}

// offer makes a field of a heading and of the points that can be chosen from, in the place of what was read for it in the line above these.
func (p *plan) offer(heading string, t pasted.Table) bool {
	f, list := field{heading: cmp.Or(heading, p.lang.Type), kind: platform.ColumnEnum}, &p.fields
	for _, row := range t.Rows {
		f.offer(row[0])
	}
	from := strings.Index(p.text, t.Lead)
	about := func(had field) bool {
		_, chosen := p.Offered(p.lang, had.heading)
		at := strings.Index(p.text, had.heading) - from
		return at >= 0 && at < len(t.Lead) && (at >= strings.LastIndex(t.Lead, heading) && strings.Contains(heading, had.heading) || chosen)
	}
	p.fields, p.asked = slices.DeleteFunc(p.fields, about), slices.DeleteFunc(p.asked, about)
	if len(p.fields) == 0 {
		list = &p.asked
	}
	behind := func(had field) bool { return strings.Index(p.text, had.heading) > from+len(t.Lead) }
	at := slices.IndexFunc(*list, behind)
	if at < 0 {
		at = len(*list)
	}
	*list = slices.Insert(*list, at, f)
	return true
}
