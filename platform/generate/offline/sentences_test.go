package offline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"berth/platform"
	"berth/platform/generate/words"
	"berth/platform/lint"
	"berth/platform/mapping"
	"berth/platform/tables"
	"berth/test/shipped"
)

// sentence is what somebody says, and the draft that is right.
type sentence struct {
	Prompt, Language, Kind, Layout, Topic string
	Columns                               []string
	Types                                 []string // of the columns; "enum:a|b" with its values
	Tools                                 []string // their kinds; layouts of those that only show
	Rows                                  [][]json.RawMessage
	Questions                             int
	Owned                                 bool   // people see only the rows that are their own
	Accent                                string // on a light background
}

func sentences(t testing.TB, file string) (list []sentence) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// wrong returns what is wrong with the draft for a sentence.
func (s sentence) wrong(g *Generator) (faults []string) {
	p := g.plan(s.Prompt)
	d := p.proposal()
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if s.Language != "" && p.lang.Code != s.Language {
		say("the language is %s", p.lang.Code)
	}
	kinds := map[kind]string{catalogue: "catalogue", intake: "intake", chart: "chart", page: "page"}
	if s.Kind != "" && kinds[p.kind] != s.Kind {
		say("it is of kind %s", kinds[p.kind])
	}
	if s.Layout != "" && d.Tools[0].Layout != s.Layout {
		say("the layout is %s", d.Tools[0].Layout)
	}
	if len(d.Questions) != s.Questions && s.Kind == "" || len(d.Questions) > s.Questions {
		say("it asks %+v", d.Questions)
	}
	if s.Topic != "" && !strings.Contains(words.Fold(d.Name), words.Fold(s.Topic)) {
		say("it is called %q", d.Name)
	}
	if s.Accent != "" && (d.Theme.Light == nil || d.Theme.Light.Accent != s.Accent) {
		say("the colours are %+v", d.Theme.Light)
	}
	if s.Owned && (len(d.Tables) == 0 || !d.Tables[0].OwnedRows || d.Access != platform.AccessPerson) {
		say("people see what is not their own")
	}
	if len(d.Tables) == 0 {
		if s.Rows != nil || s.Columns != nil {
			say("it has no table")
		}
		return faults
	}
	var columns []string
	for _, c := range d.Tables[0].Columns {
		columns = append(columns, words.Fold(c.Title))
	}
	var want []string
	for _, c := range s.Columns {
		want = append(want, words.Fold(c))
	}
	if s.Columns != nil && !slices.Equal(columns, want) {
		say("the columns are %q", columns)
	}
	var types, tools []string
	for _, c := range d.Tables[0].Columns {
		if len(c.Values) > 0 {
			c.Type += platform.ColumnType(":" + strings.Join(c.Values, "|"))
		}
		types = append(types, string(c.Type))
	}
	if s.Types != nil && !slices.Equal(types, s.Types) {
		say("the types are %q", types)
	}
	for _, tool := range d.Tools {
		if tool.Kind() == platform.DefaultKind {
			tools = append(tools, tool.Layout)
		} else {
			tools = append(tools, tool.Kind())
		}
	}
	if s.Tools != nil && !slices.Equal(tools, s.Tools) {
		say("the tools are %q", tools)
	}
	if s.Rows == nil {
		return append(faults, invented(p, d.Tables[0])...)
	}
	if d.ExampleData || len(d.Tables[0].Rows) != len(s.Rows) {
		say("%d rows, example data: %v", len(d.Tables[0].Rows), d.ExampleData)
		return faults
	}
	for i, row := range s.Rows {
		if got := len(p.sheets[0].rows[i]); got != len(row) {
			say("row %d has %d cells", i+1, got)
			continue
		}
		for j, cell := range row {
			var b bytes.Buffer
			if err := json.Compact(&b, cell); err != nil {
				say("%v", err)
			}
			if b.String() == "null" {
				b.Reset()
			}
			if got := string(p.sheets[0].rows[i][j]); got != b.String() {
				say("row %d holds %s, not %s", i+1, got, b.String())
			}
		}
	}
	return faults
}

// Tools fit their tables, and promise what they do: each filter is one of a column, each word is searched in a column, a
// form calls the tool that keeps what it sends, whose status is nobody's to send.
func TestToolsFitTheirTables(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for _, s := range sentences(t, "../testdata/sentences.json") {
		p := g.plan(s.Prompt)
		d := p.proposal()
		for _, tool := range d.Tools {
			if r := lint.Tool(tool.Name, tool.Description); r.Score < 90 {
				t.Errorf("%s: %s: %q scores %d: %+v", s.Prompt, tool.Name, tool.Description, r.Score, r.Findings)
			}
			var h struct {
				Kind, Table  string
				Search, Sort []string
				Filters      []struct{ Argument, Column, Op string }
			}
			if tool.Handler == nil {
				continue
			}
			err := json.Unmarshal(tool.Handler, &h)
			at := slices.IndexFunc(d.Tables, func(t platform.TableDraft) bool { return t.Name == h.Table })
			if err != nil || at < 0 {
				t.Fatalf("%s: %s, %v", s.Prompt, tool.Handler, err)
			}
			if edits := h.Kind == "update" || h.Kind == "delete"; edits && d.Access != platform.AccessPerson {
				t.Errorf("%s: anybody may change rows", s.Prompt)
			}
			has := func(name string) bool {
				return slices.ContainsFunc(d.Tables[at].Columns, func(c platform.Column) bool { return c.Name == name })
			}
			if problems := tables.CheckColumns(d.Tables[0].Columns); len(problems) > 0 {
				t.Errorf("%s: %+v", s.Prompt, problems)
			}
			for _, row := range d.Tables[0].Rows {
				if _, problems := tables.CheckValues(d.Tables[0].Columns, row); len(problems) > 0 {
					t.Errorf("%s: %s: %+v", s.Prompt, row, problems)
				}
			}
			for _, f := range h.Filters {
				if !has(f.Column) || f.Argument == "" || !ascii(f.Argument) {
					t.Errorf("%s: filter %+v", s.Prompt, f)
				}
			}
			for _, name := range append(h.Search, h.Sort...) {
				if !has(name) {
					t.Errorf("%s: searches in %s", s.Prompt, name)
				}
			}
		}
		if p.kind != intake {
			continue
		}
		if owned := d.Tables[0].OwnedRows; (len(d.Tools) != 2 || owned) && (len(d.Tools) < 3 || !owned || d.Tools[2].Kind() != "query") || !strings.Contains(string(d.Tools[0].MockData), `"tool":"`+d.Tools[1].Name+`"`) || strings.Contains(string(d.Tools[0].MockData), `"status"`) ||
			!p.logs && !strings.Contains(string(d.Tools[1].Handler), `":"`+words.Statuses[cmp.Or(s.Language, "en")][0]+`"`) {
			t.Errorf("%s: %+v", s.Prompt, d.Tools)
		}
		last := d.Tables[0].Columns[len(d.Tables[0].Columns)-1]
		if !p.logs && (last.Type != platform.ColumnEnum || !slices.Equal(last.Values, words.Statuses[cmp.Or(s.Language, "en")])) || len(d.Tables[0].Rows) > 0 || d.ExampleData {
			t.Errorf("%s: %+v", s.Prompt, d.Tables[0])
		}
	}
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII || r == ' ' })
}

// invented returns the cells of a made-up table that do not say that they are.
func invented(p *plan, t platform.TableDraft) (faults []string) {
	for _, row := range p.sheets[0].rows {
		for i, cell := range row {
			c := t.Columns[i]
			text := tables.FormatCell(c, cell)
			if text != "" && text != p.filler(c) && !strings.HasPrefix(text, strings.SplitN(p.lang.Example, " ", 2)[0]) {
				faults = append(faults, fmt.Sprintf("it makes up %s: %s", c.Title, text))
			}
		}
	}
	if len(t.Rows) > 0 && !p.sheets[0].example {
		faults = append(faults, "it does not say that its rows are examples")
	}
	return faults
}

// newGenerator returns a generator that knows the layouts of authors.
func newGenerator(t testing.TB) *Generator {
	t.Helper()
	set := shipped.Layouts(t)
	shapes := map[string]*mapping.Shape{}
	for _, l := range set.Layouts() {
		if !l.Authored {
			continue
		}
		shape, err := mapping.NewShape(l.Name, l.List, l.DataSchema)
		if err != nil {
			t.Fatal(err)
		}
		shapes[l.Name] = shape
	}
	g, err := New(Options{Layouts: shapes})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Most sentences that people tried are read right, and what was pasted is always kept: the reader learned from other words for the same.
func TestSentencesFromLife(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	all := sentences(t, "../testdata/sentences.json")
	right := 0
	for _, s := range all {
		faults := s.wrong(g)
		if len(faults) == 0 {
			right++
			continue
		}
		t.Logf("%s\n  %s", s.Prompt, strings.Join(faults, "\n  "))
		for _, f := range faults {
			if strings.HasPrefix(f, "row ") || strings.Contains(f, " rows, example data") || strings.HasPrefix(f, "it makes up") || strings.HasPrefix(f, "it has no table") {
				t.Errorf("%s: %s", s.Prompt, f)
			}
		}
	}
	if least := 85 * len(all) / 100; right < least {
		t.Errorf("%d of %d sentences are read right, not %d", right, len(all), least)
	}
}

// What the builder suggests is what the generator does well.
func TestTheBuildersSuggestionsAreRight(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	raw, err := os.ReadFile("../../../web/src/create/ideas.json")
	if err != nil {
		t.Fatal(err)
	}
	var web struct {
		Ideas          []string
		First, Further string
	}
	if err := json.Unmarshal(raw, &web); err != nil || len(web.Ideas) < 4 {
		t.Fatalf("%d ideas, %v", len(web.Ideas), err)
	}
	for prompt, want := range map[string]sentence{
		"A menu of our café with prices and allergens": {Kind: "catalogue", Layout: "list", Topic: "menu", Columns: []string{"Name", "Price", "Allergens"}},
		"Open positions at our company, by city":       {Kind: "catalogue", Layout: "cards", Topic: "open positions", Columns: []string{"Name", "City"}},
		"Let guests book a table at our restaurant":    {Kind: "intake", Layout: "form", Topic: "table"},
		"A timeline of our product’s releases":         {Kind: "catalogue", Layout: "timeline", Topic: "releases", Columns: []string{"Name", "Date"}},
		"Hiking trails near Porto on a map":            {Kind: "catalogue", Layout: "map", Topic: "trails", Columns: []string{"Name", "Place"}},
		web.First:                                      {Kind: "catalogue", Layout: "cards", Topic: "boats", Columns: []string{"Name", "Price", "Size"}},
	} {
		want.Prompt, want.Language = prompt, "en"
		if faults := want.wrong(g); len(faults) > 0 {
			t.Errorf("%s\n  %s", prompt, strings.Join(faults, "\n  "))
		}
		web.Ideas = slices.DeleteFunc(web.Ideas, func(idea string) bool { return idea == prompt })
	}
	if len(web.Ideas) > 0 {
		t.Errorf("nobody says what is right for %q", web.Ideas)
	}
	if d := g.Refine(g.Draft(web.First), web.Further); d.Name != "Sailing in Lisbon" || d.Theme.Light == nil || len(d.Tables[0].Rows) != exampleRows {
		t.Errorf("%s: %q, %+v", web.Further, d.Name, d.Theme)
	}
}

// The choices of a question are descriptions that leave nothing open.
func TestChoicesAnswerTheirQuestion(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for _, code := range g.Order {
		l := g.Languages[code]
		for i, choice := range append(slices.Clone(l.WhatChoices), words.Say(l.Find, "{topic}", "Zorblax"), words.Say(l.Ask, "{topic}", "Zorblax")) {
			p := g.plan(choice)
			if p.lang != l || len(p.questions) > 0 || (p.kind == intake) != (i == 3 || i == 5) {
				t.Errorf("%s: %s, kind %d, %+v", choice, p.lang.Code, p.kind, p.questions)
			}
		}
	}
}

// A further sentence about a form changes the table and the tool that keeps what the form sends.
func TestAFormChangesWithItsTable(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	d := g.Refine(g.Draft("a contact form with name, email and message"), "add a phone field")
	if len(d.Tools) != 2 || !strings.Contains(string(d.Tools[1].Handler), `"phone":"{{args.phone}}"`) || !strings.Contains(d.Tools[1].Description, "message and phone.") ||
		!strings.Contains(string(d.Tools[0].MockData), `"name":"phone"`) || !strings.Contains(string(d.Tools[0].MockData), `"tool":"`+d.Tools[1].Name+`"`) {
		t.Errorf("%s\n%s\n%s", d.Tools[0].MockData, d.Tools[1].Handler, d.Tools[1].Description)
	}
	if columns := d.Tables[0].Columns; columns[len(columns)-2].Type != platform.ColumnPhone || !tracks(columns[len(columns)-1]) {
		t.Errorf("%+v", columns)
	}
}

// A word that stands in two lists would make another draft each time that the program starts.
func TestAWordSaysOneThing(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for _, lists := range []map[string]map[string]string{g.Acts, g.Cues} {
		for code, by := range lists {
			said := map[string]string{}
			for name, words := range by {
				for w := range strings.FieldsSeq(words) {
					if said[w] != "" && said[w] != name {
						t.Errorf("%s: %s is %s and %s", code, w, said[w], name)
					}
					said[w] = name
				}
			}
		}
	}
}
