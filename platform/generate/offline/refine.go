package offline

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
)

// Refine returns a draft changed as a further sentence asks. What the sentence does not mention stays: texts, colours,
// data, names of tools. Another topic is asked about and not taken. Empty fields are filled.
func (g *Generator) Refine(former platform.Proposal, prompt string) platform.Proposal {
	blank := strings.TrimSpace(former.Name) == "" && former.Tools[0].MockData == nil
	if topic, anew := g.anew(former, prompt); blank || anew {
		fresh := g.Draft(topic)
		fresh.Slug, fresh.SystemPrompt = former.Slug, former.SystemPrompt
		if fresh.Theme == (platform.Theme{}) {
			fresh.Theme = former.Theme
		}
		return fresh
	}
	r := g.refinement(former, prompt)
	r.rename()
	r.done = r.ask.dress(&r.out.Theme) || r.done
	r.speak()
	r.relayout()
	r.reshape()
	r.turn()
	return r.finish()
}

// anew reports whether a sentence begins another app: the choice of a question, or an answer to what the app is about.
func (g *Generator) anew(former platform.Proposal, prompt string) (topic string, ok bool) {
	for _, code := range g.order {
		l := g.languages[code]
		for _, choice := range []string{l.Anew, l.Find, l.Ask} {
			before, after, _ := strings.Cut(choice, "{topic}")
			if rest, ok := strings.CutPrefix(prompt, before); ok && strings.HasSuffix(rest, after) {
				if choice == l.Anew {
					return strings.TrimSuffix(rest, after), true
				}
				return prompt, true
			}
		}
		if former.ExampleData && (former.Name == l.Untitled || slices.Contains(l.WhatChoices, prompt)) {
			return prompt, true
		}
	}
	return prompt, false
}

// refinement is a draft while it changes.
type refinement struct {
	*plan                     // what the draft is about, in the language of its texts
	out   platform.Proposal   // the draft
	tool  *platform.ToolDraft // the one that is changed
	ask   *plan               // the sentence as it was understood, without the name in it
	text  string              // the sentence without that name
	rows  bool                // there is a table
	dirty bool                // the data must be written anew
	done  bool                // the sentence was understood
	more  []pasted.Table      // what was pasted with the sentence
}

func (g *Generator) refinement(former platform.Proposal, prompt string) *refinement {
	r := &refinement{out: former, text: prompt}
	r.out.Tools, r.out.Tables, r.out.Questions = slices.Clone(former.Tools), slices.Clone(former.Tables), nil
	r.tool = &r.out.Tools[0]
	name := ""
	if !rowNamed.MatchString(prompt) { // else it is the name of a row or a column
		name, r.text = g.readName(prompt)
	}
	r.text, r.more = pasted.Find(r.text, g.pastedWords())
	r.ask = &plan{reading: g.reading(r.text, g.detect(r.text)), name: name, tool: g.readTool(prompt)}
	r.ask.layout, r.ask.named = r.ask.namedLayout()
	r.plan = &plan{reading: g.reading(former.Name, g.detect(former.Name+". "+former.Description)), layout: r.tool.Layout}
	if r.describe(); former.Name != "" {
		r.title = former.Name
	}
	s := readBack(former)
	if r.rows = s != nil; !r.rows {
		s = r.examples()
	}
	if s.title == "" {
		s.title = r.title
	}
	if r.tool.Layout == "form" {
		r.kind, r.sent = intake, "request"
	}
	r.sheets, r.dirty = []*sheet{s}, r.tool.MockData == nil
	return r
}

func (r *refinement) rename() {
	if r.ask.tool != "" {
		for i := range r.out.Tools {
			if r.out.Tools[i].Layout == "form" {
				r.out.Tools[i].MockData, _ = calling(r.out.Tools[i].MockData, r.tool.Name, r.ask.tool)
			}
		}
		r.tool.Name, r.done = r.ask.tool, true
	} else if r.ask.name != "" {
		r.out.Name, r.done = r.ask.name, true
	}
}

// speak makes the model answer in another language.
func (r *refinement) speak() {
	text := " " + fold(r.text) + " "
	for _, code := range r.order {
		l := r.languages[code]
		for asked := range strings.SplitSeq(l.Asked, "|") {
			if strings.Contains(text, asked) {
				r.tool.ResponseText, r.done = say(l.Say, "{topic}", r.title), true
			}
		}
	}
}

// relayout changes the layout, or the kind of chart, when the sentence names one that can show the data.
func (r *refinement) relayout() {
	layout, s := r.ask.layout, r.sheets[0]
	if strings.Contains(r.ask.roots, " form ") {
		layout = "form"
	}
	if layout == "" || len(r.ask.words) > 12 {
		return
	}
	r.done = true
	switch {
	case layout == r.tool.Layout && layout != "chart":
		return
	case !r.rows && r.tool.MockData != nil:
		if data := r.remapped(r.tool.MockData, r.tool.Layout, layout); data != nil {
			r.tool.MockData, r.tool.Layout = data, layout
		}
		return
	case layout == "form" && r.rows || !s.example && !s.bears(layout):
		return
	case s.example:
		r.complete(s, layout)
	}
	r.dirty, r.tool.Layout, r.layout = true, layout, layout
}

// turn asks whether a sentence that is understood as nothing else is about another app.
func (r *refinement) turn() {
	ask := r.ask
	if r.done || ask.to == ask.from || len(ask.words) > 12 {
		return
	}
	ask.describe()
	if ask.noun == "" || phrase(ask.noun) == phrase(r.noun) || !ask.words[ask.to-1].known && ask.words[ask.to-1].en == ask.words[ask.to-1].root {
		return
	}
	r.out.Questions = []platform.Question{{Text: ask.lang.Other, Choices: []string{say(ask.lang.Anew, "{topic}", ask.title)}}}
}

// finish writes the data again when it has changed, and fills empty fields.
func (r *refinement) finish() platform.Proposal {
	s, t := r.sheets[0], r.tool
	if t.Layout == "" {
		if t.Layout, _ = r.namedLayout(); t.Layout == "" {
			t.Layout = "cards"
		}
		r.layout = t.Layout
	}
	if strings.TrimSpace(r.out.Name) == "" {
		r.out.Name = r.title
	}
	fresh := r.search(0, s.table(r.tableName(0)))
	if t.Name == "" {
		t.Name = fresh.Name
	}
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
	if t.MockData = view.render(t.Layout); r.rows {
		r.rewrite()
	}
	return r.out
}

// rewrite brings the table and the tools that use it up to date with the columns.
func (r *refinement) rewrite() {
	old := r.out.Tables[0]
	now := r.sheets[0].table(old.Name)
	now.Title, now.OwnedRows = old.Title, old.OwnedRows
	r.out.Tables[0], r.out.ExampleData = now, r.sheets[0].example
	for i := range r.out.Tools {
		t := &r.out.Tools[i]
		if !strings.Contains(string(t.Handler), `"table":"`+old.Name+`"`) {
			continue
		}
		switch t.Kind() {
		case "insert":
			with, requires := r.asks(old.Columns)
			nowWith, nowRequires := r.asks(now.Columns)
			t.Description = strings.Replace(strings.Replace(t.Description, with+".", nowWith+".", 1), "Requires "+requires+".", "Requires "+nowRequires+".", 1)
			t.Handler = inserting(now)
		case "query":
			var was struct{ Sort []string }
			if json.Unmarshal(t.Handler, &was) == nil && r.sorted == "" && len(was.Sort) > 0 {
				r.sorted = was.Sort[0]
			}
			is := r.search(0, now)
			if t.Description == r.search(0, old).Description {
				t.Description = is.Description
			}
			t.Handler = is.Handler
		}
	}
}

var rowNamed = regexp.MustCompile(`(?i)\badd (?:a|an|another|one more) (?:new )?(?:(?:row|item|entry|line|card|place|person|product|dish|option|task)(?: for| called| named|:)+|((?:\p{L}+ )?\p{L}+) (?:called|named))\s+(.{1,80})`)

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
