package offline

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
	"berth/platform/generate/cells"
	"berth/platform/generate/words"
)

// proposal makes the draft, its tables and its tools of a plan.
func (p *plan) proposal() platform.Proposal {
	out := platform.Proposal{MadeBy: platform.MadeByRules, Questions: p.questions, ExampleData: p.sheets[0].example && p.facts == ""}
	out.Name = cmp.Or(p.name, clip(p.title, 60))
	out.Theme = p.theme
	out.Description, out.SystemPrompt = p.title+".", p.lang.Say
	for i, s := range p.sheets {
		out.Description = clip(strings.TrimSpace(out.Description+" "+s.note), 2000)
		if p.kind == catalogue || p.kind == intake || !s.example {
			out.Tables = append(out.Tables, s.table(p.tableName(i)))
		}
	}
	if p.kind == intake && p.private {
		out.Tables[0].OwnedRows, out.Access = true, platform.AccessPerson
	}
	out.Tools = p.toolDrafts(out.Tables)
	anonymous := p.kind == intake && !p.private && strings.Contains(p.roots, " anonym") // only who reads it has a name
	if p.is["closed"] && !anonymous || p.changes() || p.deletes() {
		out.Access = platform.AccessPerson // nobody changes rows without a name
	}
	return out
}

// tableName returns the name of the i-th table.
func (p *plan) tableName(i int) string {
	name := words.Object(p.noun)
	switch {
	case p.sheets[i].inbox:
		name = words.Object(words.Plural(p.sending()))
	case p.entry != "":
		name = words.Object(words.Plural(p.entry))
	case name == "":
		name = p.nouns()
	}
	if i > 0 && p.sheets[i].title != "" && !p.sheets[i].inbox {
		name = words.Object(p.sheets[i].title)
	}
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		name = "rows" + name
	}
	if i > 0 && (p.sheets[i].title == "" || name == p.tableName(0)) {
		name += "_" + strconv.Itoa(i+1)
	}
	return name
}

// table returns the sheet as a table of an app.
func (s *sheet) table(name string) platform.TableDraft {
	t := platform.TableDraft{Name: name, Title: clip(s.title, 80), Columns: s.columns}
	for _, row := range s.rows {
		values := map[string]json.RawMessage{}
		for i, c := range s.columns {
			if row[i] != nil {
				values[c.Name] = row[i]
			}
		}
		t.Rows = append(t.Rows, asJSON(values))
	}
	return t
}

// toolDrafts returns the tools: one that searches each table, a form and the tool that keeps what it sends, or one that
// shows what does not change.
func (p *plan) toolDrafts(tables []platform.TableDraft) (tools []platform.ToolDraft) {
	switch p.kind {
	case intake:
		if tools = p.forms(0, tables[0]); p.private {
			own := p.search(0, tables[0])
			own.Name, own.Layout, own.MockData = clip("list_own_"+tables[0].Name, platform.MaxToolName), p.drawn(), p.view(0).render(p.drawn())
			sent := words.Plural(p.sending())
			list, use := "List what the person who asks has sent: "+sent, ". Use when somebody asks about their own "+sent+". Needs no further information."
			own.Description = fitting(list+", with "+p.labels(tables[0].Columns)+use, list+use, "List their own "+sent+use)
			tools = append(tools, own)
		}
		return append(tools, p.edits(tables[0])...)
	case chart, page:
		data := p.view(0).render(p.layout)
		if p.layout == "markdown" && len(tables) == 0 {
			data = p.pageText()
		}
		tools = append(tools, platform.ToolDraft{Name: p.named_(p.showing()), Layout: p.layout, Description: p.shown(), MockData: data})
	}
	for i, t := range tables {
		if p.sheets[i].inbox {
			tools = append(tools, p.forms(i, t)...)
			continue
		}
		search, layout := p.search(i, t), p.layout
		if p.kind != catalogue || i > 0 {
			layout = "table"
		}
		search.Layout, search.MockData = layout, p.view(i).render(layout)
		if len(tools) == 0 {
			search.Name = p.named_(search.Name)
		}
		tools = append(tools, search)
	}
	if p.adds {
		tools = append(tools, p.forms(0, tables[0])...)
	}
	if p.kind == catalogue {
		tools = append(tools, p.edits(tables[0])...)
	}
	return tools
}

// drawn returns how people see what they have written down.
func (p *plan) drawn() string {
	if p.charted && p.sheets[0].bears("chart") {
		return "chart"
	}
	return "table"
}

// forms returns a form for rows of a table, and the tool that keeps what it sends.
func (p *plan) forms(i int, t platform.TableDraft) []platform.ToolDraft {
	keep := platform.ToolDraft{Name: "submit_" + words.Object(p.sending()), Handler: inserting(t), Description: p.keeping(i)}
	if p.kind == intake {
		keep.Name = p.named_(keep.Name)
	}
	view := screen{reading: p.reading, sheet: p.sheets[i], tool: keep.Name}
	form := platform.ToolDraft{Name: "show_" + words.Object(p.sending()) + "_form", Layout: "form", MockData: view.render("form"), Description: p.offering(keep.Name)}
	return []platform.ToolDraft{form, keep}
}

// edits returns the tools that change and remove rows of a table, where the description speaks of that.
func (p *plan) edits(t platform.TableDraft) (tools []platform.ToolDraft) {
	one := strings.ReplaceAll(words.Singular(t.Name), "_", " ")
	if p.adds {
		one = p.sending()
	}
	if p.changes() {
		values := map[string]string{}
		for _, c := range t.Columns {
			if (p.private || !tracks(c)) && c.Type != platform.ColumnPlace {
				values[c.Name] = "{{args." + c.Name + "}}"
			}
		}
		tools = append(tools, platform.ToolDraft{Name: "change_" + words.Object(one), Handler: asJSON(map[string]any{"kind": "update", "table": t.Name, "values": values}),
			Description: fitting("Change "+words.Article(one)+": "+p.labels(slices.DeleteFunc(slices.Clone(t.Columns), tracks))+
				". Use when somebody wants to change "+words.Article(one)+" and says what is different. Requires its id.",
				"Change "+words.Article(one)+". Use when somebody says what is different. Requires its id.")})
	}
	if p.deletes() {
		tools = append(tools, platform.ToolDraft{Name: "delete_" + words.Object(one), Handler: asJSON(map[string]any{"kind": "delete", "table": t.Name}),
			Description: "Delete " + words.Article(one) + " for good. Use when somebody wants " + words.Article(one) + " removed or cancelled. Requires its id."})
	}
	return tools
}

func (p *plan) view(i int) screen { return screen{reading: p.reading, sheet: p.sheets[i]} }

// named_ returns the name that the description asks for in place of ours.
func (p *plan) named_(name string) string {
	return cmp.Or(p.tool, clip(name, platform.MaxToolName))
}

// sending names what people send, in English: "table booking".
func (p *plan) sending() string {
	topic := strings.TrimSuffix(words.Singular(p.noun), " form")
	if p.also {
		topic = ""
	}
	switch {
	case topic == "":
		return p.sent
	case strings.HasSuffix(topic, p.sent) || p.Sent(topic),
		(p.sent == "request" || p.sent == "answer") && p.Act(p.lang, p.words[p.to-1]) == "answer":
		return topic
	}
	return topic + " " + p.sent
}

// labels lists columns in English.
func (p *plan) labels(columns []platform.Column) string {
	var list []string
	for _, c := range columns {
		list = append(list, p.EnglishHeading(p.lang, cells.Heading(c)))
	}
	return words.Listed(list)
}

// keeping describes the tool that keeps what people send.
func (p *plan) keeping(i int) string {
	with, requires := p.requires(p.sheets[i].columns)
	what := words.Article(p.sending())
	use := ". Use when somebody wants to send " + what + " and has said what is needed."
	needs := " Requires " + requires + "."
	return fitting("Submit "+what+with+use+needs, "Submit "+what+use+needs, "Submit "+what+use)
}

// requires lists the columns that people fill in, and those that they must.
func (p *plan) requires(columns []platform.Column) (with, requires string) {
	asked := slices.DeleteFunc(slices.Clone(columns), tracks)
	needed := slices.DeleteFunc(slices.Clone(asked), func(c platform.Column) bool { return !c.Required })
	if requires = p.labels(needed); requires == "" {
		requires = "no field in particular"
	}
	return " with " + p.labels(asked), requires
}

// offering describes the tool that shows the form.
func (p *plan) offering(tool string) string {
	what := words.Article(p.sending())
	use := " Use when somebody wants to send " + what + " and fill in the form. Needs no further information."
	return fitting("Show a form for "+what+". What people fill in is sent by "+tool+"."+use, "Show a form for "+what+"; "+tool+" sends it."+use,
		"Show a form for "+what+". Use when somebody wants to fill it in. Needs no further information.")
}

// showing names the tool that shows what does not change.
func (p *plan) showing() string {
	noun := p.nouns()
	if p.layout == "chart" {
		return "visualize_" + noun
	}
	return "get_" + noun + "_" + map[string]string{"markdown": "text", "chat": "answers", "details": "details", "dashboard": "overview"}[p.layout]
}

func (p *plan) shown() string {
	how := map[string]string{"chart": "Visualize %s in a chart", "markdown": "Explain %s in a text with headings", "chat": "Answer questions about %s with suggestions of what to ask",
		"details": "Show the details of %s", "dashboard": "Show the key figures of %s"}[p.layout]
	how = strings.Replace(how, "%s", p.subject(), 1) + ". Use when somebody asks about "
	return fitting(how+p.subject()+". Needs no further information.", how+"that. Needs no further information.")
}

// search returns the tool that searches a table.
func (p *plan) search(i int, t platform.TableDraft) platform.ToolDraft {
	verb := "search_"
	switch {
	case p.openings() || p.layout == "timeline" && len(p.fields) == 0:
		verb = "get_"
	case p.layout == "map":
		verb = "find_"
	}
	noun := p.nouns()
	if p.kind != catalogue || i > 0 {
		noun = t.Name
	}
	var texts []platform.Column
	var names []string
	for _, c := range t.Columns {
		if c.Type == platform.ColumnText || c.Type == platform.ColumnTags {
			texts, names = append(texts, c), append(names, c.Name)
		}
	}
	filters, by := p.filtersOf(t.Columns)
	o := map[string]any{"kind": "query", "table": t.Name, "search": names}
	if len(filters) > 0 {
		o["filters"] = filters
	}
	if at := p.sheets[i].first(platform.ColumnDate, platform.ColumnDateTime); p.layout == "timeline" && at >= 0 {
		o["sort"] = []string{t.Columns[at].Name}
	}
	if p.sorted != "" {
		o["sort"] = []string{p.sorted}
	}
	if p.layout == "carousel" {
		o["limit"] = 8
	}
	subject := p.subject()
	if title := p.sheets[i].title; i > 0 && title != "" {
		subject = "“" + clip(title, 60) + "”"
	}
	means := func(most int) (text string) {
		if n := min(len(texts), 4, most); n > 0 {
			text += " by words in " + p.labels(texts[:n])
		}
		if n := min(len(by), most); n > 0 {
			text += ", and filter by " + words.Listed(by[:n])
		}
		return text
	}
	all := "what there is"
	if strings.HasSuffix(subject, "s") {
		all = "them all"
	}
	use := ". Use when somebody asks about " + subject + ". Needs no further information"
	said := []string{"Search " + subject + means(6) + use + ": without arguments it lists " + all + "."}
	for most := 6; most >= 0; most-- {
		said = append(said, "Search "+subject+means(most)+use+".")
	}
	return platform.ToolDraft{Name: clip(verb+noun, platform.MaxToolName), Handler: asJSON(o), Description: fitting(said...)}
}

const maxFilters = 8

// filtersOf returns the filters that fit the columns, and the English headings of those columns.
func (p *plan) filtersOf(columns []platform.Column) (filters []any, by []string) {
	taken, first, all := map[string]bool{"query": true, "limit": true}, columns[0].Name, 0
	for _, c := range columns {
		all += len(cells.Operators(c.Type))
	}
	if all > maxFilters { // those that the description speaks of come first
		columns = slices.Clone(columns)
		spoken := func(c platform.Column) int { return strings.Count(p.roots, words.Roots(p.lang.Read(c.Title))) }
		slices.SortStableFunc(columns, func(a, b platform.Column) int { return min(1, spoken(b)) - min(1, spoken(a)) })
	}
	for _, c := range columns {
		heading := p.EnglishHeading(p.lang, cells.Heading(c))
		before := len(filters)
		for _, f := range cells.Operators(c.Type) {
			name := f[0] + words.Snake(heading)
			if s := words.Snake(heading); s == "" || f[0] == "" && s[0] <= '9' { // "5k" names no argument
				name = f[0] + c.Name
			}
			if c.Name == first && c.Type == platform.ColumnText || taken[name] || len(filters) >= maxFilters || c.Type == platform.ColumnText && p.lang.Wordy(c.Title) {
				continue
			}
			taken[name] = true
			filters = append(filters, map[string]string{"argument": name, "column": c.Name, "op": f[1]})
		}
		if len(filters) > before {
			by = append(by, heading)
		}
	}
	return filters, by
}

// inserting returns the handler of the tool that keeps what people send: each column is an argument of its name, but for how
// far it has come, which begins as new.
func inserting(t platform.TableDraft) json.RawMessage {
	values := map[string]string{}
	for _, c := range t.Columns {
		if tracks(c) {
			values[c.Name] = c.Values[0]
		} else if c.Type != platform.ColumnPlace {
			values[c.Name] = "{{args." + c.Name + "}}"
		}
	}
	return asJSON(map[string]any{"kind": "insert", "table": t.Name, "values": values})
}
