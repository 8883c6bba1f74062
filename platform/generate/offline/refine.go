package offline

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/cells"
	"berth/platform/generate/dress"
	"berth/platform/generate/pasted"
	"berth/platform/generate/words"
	"berth/platform/mapping"
	"berth/platform/tables"
)

// Refine returns a draft changed as a further sentence asks: its name, colours, layout, columns, their order, its rows. What
// the sentence does not mention stays. Another topic is asked about and not taken. Empty fields are filled.
func (g *Generator) Refine(former platform.Proposal, prompt string) platform.Proposal {
	if topic, anew := g.anew(former, prompt); anew || strings.TrimSpace(former.Name) == "" && former.Tools[0].MockData == nil {
		fresh := g.Draft(topic)
		if fresh.Slug = former.Slug; !g.Says(former.SystemPrompt) {
			fresh.SystemPrompt = former.SystemPrompt
		}
		fresh.Theme = cmp.Or(fresh.Theme, former.Theme)
		return fresh
	}
	r := g.refinement(former, prompt)
	done := dress.Theme(g.Grammar, r.ask.lang, r.ask.text, r.ask.words, &r.out.Theme)
	switch {
	case r.ask.tool != "":
		for i := range r.out.Tools {
			if r.out.Tools[i].Layout == "form" {
				r.out.Tools[i].MockData, _ = calling(r.out.Tools[i].MockData, r.tool.Name, r.ask.tool)
			}
		}
		r.tool.Name, done = r.ask.tool, true
	case r.ask.name != "":
		r.out.Name, done = r.ask.name, true
	}
	done = r.relayout() || done
	can, said, rest := r.ask.Lets(r.ask.lang, r.text)
	r.text = rest
	if done = r.heed(can, said) || done; r.rows && r.reshape() {
		r.dirty, done = true, true
	}
	if !done {
		r.turn()
	}
	return r.extend(r.finish())
}

// heed takes note of what people are to do besides looking: to send something about the rows, to add, change or delete some; and of that only some may see
// any. It reports whether there is anything of that.
func (r *refinement) heed(can words.Acts, said string) bool {
	ask, s := r.ask, r.sheets[0]
	if r.restricts = ask.is["closed"] && !ask.is["staff"]; !r.rows || r.tool.Kind() != "query" || ask.is["staff"] || !can.Any() {
		return r.restricts
	}
	r.is["change"], r.is["delete"], r.is["done"] = can.Change, can.Remove, can.Tick
	if r.adds = can.Add; r.adds {
		r.sent, r.dirty = "entry", true
		s.require()
	}
	if can.Tick && r.at(r.lang.Done) < 0 {
		s.add(r.lang.Done, platform.ColumnBoolean)
		r.dirty = true
	}
	if r.also = can.Send && !can.Add && !can.Tick; r.also {
		told := r.Generator.reading(said, ask.lang, true)
		r.sent, r.object, r.asked = cmp.Or(told.sent, "request"), told.object, append(told.fields, told.asked...)
		if len(r.asked) == 0 && r.sent == "answer" {
			r.asked = []field{{heading: r.lang.Rating, kind: platform.ColumnInteger}, {heading: r.lang.Note, kind: platform.ColumnText}}
		}
		r.sheets = append(r.sheets, r.requested())
	}
	return r.restricts || r.adds || r.also || r.changes() || r.deletes()
}

// extend gives a draft the tools for what people do besides. What has a name that is taken is there already.
func (r *refinement) extend(out platform.Proposal) platform.Proposal {
	var more []platform.ToolDraft
	if r.also {
		t := r.sheets[1].table(r.tableName(1))
		if !slices.ContainsFunc(out.Tables, func(had platform.TableDraft) bool { return had.Name == t.Name }) {
			out.Tables, more = append(out.Tables, t), r.forms(1, t)
		}
	}
	if r.adds && !slices.ContainsFunc(out.Tools, func(t platform.ToolDraft) bool { return t.Kind() == "insert" }) {
		more = append(more, r.forms(0, out.Tables[0])...)
	}
	if r.rows {
		more = append(more, r.edits(out.Tables[0])...)
	}
	for _, t := range more {
		if !slices.ContainsFunc(out.Tools, func(had platform.ToolDraft) bool { return had.Name == t.Name }) {
			out.Tools = append(out.Tools, t)
		}
	}
	if (out.Access == "" || out.Access == platform.AccessPublic) && (r.restricts || r.rows && (r.changes() || r.deletes())) {
		out.Access = platform.AccessPerson
	}
	return out
}

// Show returns a draft whose first tool shows its data in another layout, which stays as it is where the layout cannot.
func (g *Generator) Show(p platform.Proposal, layout string) platform.Proposal {
	r := g.refinement(p, "")
	lists := slices.Contains(strings.Fields("cards list table carousel gallery search-results timeline map"), layout)
	if !lists || r.tool.Kind() != "query" || r.tool.Layout == layout || !r.sheets[0].bears(layout) {
		return p
	}
	r.tool.Layout, r.layout, r.dirty = layout, layout, true
	return r.finish()
}

// anew reports whether a sentence begins another app: the choice of a question, or an answer to what the app is about.
func (g *Generator) anew(former platform.Proposal, prompt string) (topic string, ok bool) {
	topic, ok = g.Begins(prompt)
	return topic, ok || former.ExampleData && slices.ContainsFunc(g.Order, func(code string) bool {
		return former.Name == g.Languages[code].Untitled || slices.Contains(g.Languages[code].WhatChoices, prompt)
	})
}

// refinement is a draft while it changes.
type refinement struct {
	*plan                         // what the draft is about, in the language of its texts
	out       platform.Proposal   // the draft
	tool      *platform.ToolDraft // the one that is changed
	ask       *plan               // the sentence as it was understood, without the name in it
	text      string              // the sentence without that name
	rows      bool                // there is a table
	dirty     bool                // the data must be written anew
	restricts bool                // only some may see it
	more      []pasted.Table      // what was pasted with the sentence
}

func (g *Generator) refinement(former platform.Proposal, prompt string) *refinement {
	r := &refinement{out: former}
	r.out.Tools, r.out.Tables, r.out.Questions = slices.Clone(former.Tools), slices.Clone(former.Tables), nil
	r.tool = &r.out.Tools[0]
	r.ask = &plan{tool: g.readTool(prompt)}
	if r.text = prompt; !words.NamesColumn(prompt) { // else it names a column
		r.ask.name, r.text = readName(prompt)
	}
	r.text, r.more = pasted.Find(r.text, g.pastedWords())
	r.ask.reading = g.reading(r.text, g.detect(r.text), true)
	r.ask.layout, r.ask.named = r.ask.NamedLayout(r.ask.lang, r.ask.words, r.ask.field)
	r.plan = &plan{reading: g.reading(former.Name, g.detect(former.Name+". "+former.Description+" "+former.SystemPrompt+" "+r.tool.ResponseText), true), layout: r.tool.Layout}
	r.from, r.to = 0, len(r.words) // a name is a topic
	r.describe()
	r.title = cmp.Or(former.Name, r.title)
	s := readBack(former)
	if r.rows = s != nil; !r.rows {
		s = r.examples()
	}
	s.title = cmp.Or(s.title, r.title)
	if r.tool.Layout == "form" {
		r.kind, r.sent = intake, "request"
	}
	r.sheets, r.dirty = []*sheet{s}, r.tool.MockData == nil
	return r
}

// readBack reads the first table of a draft into a sheet; nil where it has none.
func readBack(former platform.Proposal) *sheet {
	if len(former.Tables) == 0 {
		return nil
	}
	t := former.Tables[0]
	s := &sheet{example: former.ExampleData, columns: slices.Clone(t.Columns)}
	if root, ok := cells.Value(former.Tools[0].MockData).(map[string]any); ok {
		s.title, _ = root["title"].(string)
		s.actions, _ = root["actions"].([]any)
	}
	for _, raw := range t.Rows {
		var values map[string]json.RawMessage
		if json.Unmarshal(raw, &values) != nil {
			continue
		}
		row := make([]json.RawMessage, len(s.columns))
		for i, c := range s.columns {
			row[i] = values[c.Name]
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// calling returns the data of a form that calls another tool than before, and what it called; former "" = whatever that was.
func calling(data json.RawMessage, former, now string) (json.RawMessage, string) {
	root, _ := cells.Value(data).(map[string]any)
	tool, _ := root["tool"].(string)
	if tool == "" || tool != former && former != "" {
		return data, tool
	}
	root["tool"] = now
	return asJSON(root), tool
}

// relayout changes the layout, or the kind of chart, when the sentence names one, where that can show the data. It reports
// whether one was named.
func (r *refinement) relayout() bool {
	layout, s := r.ask.layout, r.sheets[0]
	if strings.Contains(r.ask.roots, " form ") {
		layout = "form"
	}
	from, to := r.Layouts[r.tool.Layout], r.Layouts[layout]
	switch {
	case layout == "" || len(r.ask.words) > 12:
		return false
	case layout == r.tool.Layout && layout != "chart" || layout == "form" && r.rows || r.rows && !s.example && !s.bears(layout):
		return true
	case !r.rows && r.tool.MockData != nil: // the author's own data
		if from != nil && to != nil {
			if shown, _, fault := mapping.Remap(from, to, r.tool.MockData); fault == "" {
				r.tool.MockData, r.tool.Layout = shown, layout
			}
		}
		return true
	case s.example:
		r.complete(s, layout)
	}
	r.dirty, r.tool.Layout, r.layout = true, layout, layout
	return true
}

// reshape takes pasted rows, and renames, drops, adds and sorts by the columns that the sentence names. It reports whether anything changed.
func (r *refinement) reshape() (changed bool) {
	s := r.sheets[0]
	if len(r.more) > 0 && r.kind != intake {
		more := r.sheetOf(r.more[0])
		if changed = r.take(more); changed {
			r.out.Questions = append(r.out.Questions, r.questions...)
		}
		if changed && more.note != "" {
			r.out.Description = clip(strings.TrimSpace(r.out.Description+" "+more.note), 300)
		}
		return changed
	}
	if column, heading := words.Retitled(r.text); r.at(column) >= 0 {
		s.columns[r.at(column)].Title = clip(words.Capital(plain(heading)), 80)
		return true
	}
	if at := r.at(words.SortedBy(r.text)); at >= 0 {
		r.sorted, changed = s.columns[at].Name, true
	}
	for _, f := range r.headings(words.Dropped(r.text)) {
		if at := r.at(f.heading); at > 0 || at == 0 && r.kind == intake && len(s.columns) > 2 {
			s.columns, changed = slices.Delete(slices.Clone(s.columns), at, at+1), true
			for i, row := range s.rows {
				s.rows[i] = slices.Delete(slices.Clone(row), at, at+1)
			}
		}
	}
	list, explicit := words.Added(r.text)
	if list == "" {
		return changed
	}
	more := r.ask.headings(list)
	if heading, values := words.Choices(r.text); len(values) > 1 {
		more, explicit = []field{{heading: words.Capital(heading), kind: platform.ColumnEnum}}, true
		more[0].offer(values...)
	}
	for _, f := range more {
		if !explicit && !r.ask.Known(r.ask.lang, f.heading) || r.at(f.heading) >= 0 || len(s.columns) >= tables.MaxColumns {
			continue
		}
		at := s.add(f.heading, f.kind)
		s.columns[at].Values = f.values
		if r.kind == intake && tracks(s.columns[at-1]) {
			s.columns[at].Type = r.sendable(s.columns[at].Type)
			s.columns[at-1], s.columns[at] = s.columns[at], s.columns[at-1]
		}
		for i := range s.rows {
			if s.example && s.columns[at].Type == platform.ColumnText {
				s.rows[i][at] = asJSON(r.filler(s.columns[at]))
			}
		}
		changed = true
	}
	return changed
}

// take puts what was pasted in the place of rows that were made up, or after those that were not, where it fits their columns.
func (r *refinement) take(more *sheet) bool {
	s := r.sheets[0]
	if s.example || len(s.rows) == 0 {
		more.title, more.actions = s.title, s.actions
		*s = *more
		return true
	}
	var rows [][]json.RawMessage
	for _, row := range more.rows {
		next := make([]json.RawMessage, len(s.columns))
		for i, c := range more.columns {
			at := slices.IndexFunc(s.columns, func(own platform.Column) bool { return own.Name == c.Name })
			if at < 0 && len(more.columns) == len(s.columns) && r.more[0].Header == nil {
				at = i
			}
			if at < 0 {
				return false
			}
			cell, fault := tables.ParseCell(s.columns[at], tables.FormatCell(c, row[i]), tables.Style{})
			if fault != "" {
				return false
			}
			next[at] = cell
		}
		rows = append(rows, next)
	}
	s.rows = append(s.rows, rows...)
	return true
}

// at returns the index of the column that a heading means, -1 for none.
func (r *refinement) at(heading string) int {
	h := strings.ReplaceAll(words.Snake(heading), "_", "")
	return slices.IndexFunc(r.sheets[0].columns, func(c platform.Column) bool {
		title := strings.ReplaceAll(words.Snake(c.Title), "_", "")
		return h != "" && (title == h || words.Singular(title) == words.Singular(h) || strings.Contains(words.Phrase(c.Title), words.Phrase(heading)))
	})
}

// turn asks whether a sentence that is understood as nothing else is about another app.
func (r *refinement) turn() {
	ask := r.ask
	if ask.to == ask.from || len(ask.words) > 12 {
		return
	}
	ask.describe()
	if ask.noun == "" || words.Phrase(ask.noun) == words.Phrase(r.noun) || !ask.words[ask.to-1].Known && ask.words[ask.to-1].English == ask.words[ask.to-1].Root {
		return
	}
	r.out.Questions = []platform.Question{{Text: ask.lang.Other, Choices: []string{words.Say(ask.lang.Anew, "{topic}", ask.title)}}}
}

// means returns by what a tool finds rows, as its description says it; "" for nothing.
func (r *refinement) means(search platform.ToolDraft) string {
	_, by, _ := strings.Cut(search.Description, "Search "+r.subject())
	by, _, _ = strings.Cut(by, ". Use when ")
	return by
}

// finish fills empty fields, and writes the data, the table and the tools that use it again when they have changed.
func (r *refinement) finish() platform.Proposal {
	s, t := r.sheets[0], r.tool
	if t.Layout == "" {
		t.Layout, r.layout = "cards", "cards"
	}
	if strings.TrimSpace(r.out.Name) == "" {
		r.out.Name = r.title
	}
	fresh := r.search(0, s.table(r.tableName(0)))
	t.Name = cmp.Or(t.Name, fresh.Name)
	if strings.TrimSpace(t.Description) == "" {
		t.Description = fresh.Description
	}
	if !r.dirty {
		return r.out
	}
	view := screen{reading: r.ask.reading, sheet: s, tool: t.Name}
	view.lang = r.lang
	if _, tool := calling(t.MockData, "", ""); tool != "" && r.rows {
		view.tool = tool
	}
	if t.MockData = view.render(t.Layout); !r.rows {
		return r.out
	}
	old := r.out.Tables[0]
	now := s.table(old.Name)
	now.Title, now.OwnedRows = old.Title, old.OwnedRows
	r.out.Tables[0], r.out.ExampleData = now, s.example
	for i := range r.out.Tools {
		t := &r.out.Tools[i]
		switch uses := strings.Contains(string(t.Handler), `"table":"`+old.Name+`"`); {
		case uses && t.Kind() == "insert":
			with, requires := r.requires(old.Columns)
			nowWith, nowRequires := r.requires(now.Columns)
			t.Description = strings.Replace(strings.Replace(t.Description, with+".", nowWith+".", 1), "Requires "+requires+".", "Requires "+nowRequires+".", 1)
			t.Handler = inserting(now)
		case uses && t.Kind() == "query":
			var was struct{ Sort []string }
			if json.Unmarshal(t.Handler, &was) == nil && r.sorted == "" && len(was.Sort) > 0 {
				r.sorted = was.Sort[0]
			}
			then, is := r.search(0, old), r.search(0, now)
			if did := r.means(then); did != "" { // whatever the app was called when that was written
				t.Description = strings.Replace(t.Description, did, r.means(is), 1)
			} else if t.Description == then.Description {
				t.Description = is.Description
			}
			t.Handler = is.Handler
		}
	}
	return r.out
}
