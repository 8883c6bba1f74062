package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/mapping"
	"berth/platform/request"
	"berth/platform/schema"
	"berth/platform/tables"
)

// querier runs tools that show rows.
type querier struct{ *common }

// Kind implements executor.Kind.
func (querier) Kind() string { return Query }

// Form implements executor.Kind.
func (q querier) Form() executor.Form { return q.forms.query }

// Plan implements executor.Kind.
func (q querier) Plan(tool platform.ToolDraft, in executor.Around) (executor.Plan, []platform.Problem) {
	asked, problems := q.forms.query.Read(tool.Handler)
	h := handler{queryHandler: asked}
	p := planning{problems: problems}
	t, ok := p.table(h, in)
	if !ok {
		return executor.Plan{}, p.problems
	}
	used := p.query(h, t)
	p.arguments(h, tool.Input)
	p.text(tool.ResponseText)
	shows := q.plan(&p, tool.Layout, h.Result, t)
	used = append(used, named(h.Result, t)...)
	slices.Sort(used)
	return executor.Plan{
		Config: encode(config{handler: h, Layout: tool.Layout, Text: tool.ResponseText, IDs: takesIDs(in.Draft, t.Name)}),
		Input:  queryInput(h, t), Output: rowsOutput(t),
		Hints:    platform.Hints{ReadOnly: true, Idempotent: true},
		Personal: t.OwnedRows, Uses: uses(t, slices.Compact(used)),
		Shows: shows,
	}, p.problems
}

// planning collects what publishing refuses.
type planning struct{ problems []platform.Problem }

func (p *planning) add(at, format string, args ...any) {
	p.problems = append(p.problems, platform.Problem{Location: at, Message: fmt.Sprintf(format, args...)})
}

// table finds the table of a handler, and looks at who may have rows of their own in it.
func (p *planning) table(h handler, in executor.Around) (platform.Table, bool) {
	t, ok := in.Table(h.Table)
	if !ok {
		names := make([]string, len(in.Tables))
		for i, t := range in.Tables {
			names[i] = t.Name
		}
		if len(names) == 0 {
			p.add("handler.table", "names the table %q, which is not there: make it first", h.Table)
		} else {
			p.add("handler.table", "names the table %q, which is not there; the tables are %s", h.Table, strings.Join(names, ", "))
		}
		return t, false
	}
	if t.OwnedRows && in.Draft.Access != platform.AccessPerson && in.Draft.Access != platform.AccessMixed {
		p.add("handler.table", "names the table %q, whose rows belong to the people who make them: the app's access must be person or mixed", h.Table)
	}
	return t, true
}

// column reports whether the table has a column.
func (p *planning) column(t platform.Table, at, name string) (platform.Column, bool) {
	c, ok := column(t, name)
	if !ok {
		names := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			names[i] = c.Name
		}
		p.add(at, "names the column %q, which the table %s has not; its columns are %s", name, t.Name, strings.Join(names, ", "))
	}
	return c, ok
}

// query checks a handler against the columns, and returns those that it needs.
func (p *planning) query(h handler, t platform.Table) (used []string) {
	for i, name := range h.Search {
		at := fmt.Sprintf("handler.search[%d]", i)
		if c, ok := p.column(t, at, name); ok && !tables.Searchable(c.Type) {
			p.add(at, "names a column of type %s, which has no words to search", c.Type)
		}
		used = append(used, name)
	}
	for i, f := range h.Filters {
		at := fmt.Sprintf("handler.filters[%d].", i)
		if c, ok := p.column(t, at+"column", f.Column); ok && !slices.Contains(tables.OpsOf(c.Type), f.Op) {
			p.add(at+"op", "cannot be %s for a column of type %s", f.Op, c.Type)
		}
		used = append(used, f.Column)
	}
	for i, key := range h.Sort {
		if _, fault := tables.ParseSort(t.Columns, key); fault != "" {
			p.add(fmt.Sprintf("handler.sort[%d]", i), "%s", fault)
		}
		used = append(used, strings.TrimPrefix(key, "-"))
	}
	return used
}

// arguments checks that an input of the author's own has the arguments that the handler needs.
func (p *planning) arguments(h handler, input json.RawMessage) {
	own, ok := executor.Properties(input)
	if !ok {
		return
	}
	for i, f := range h.Filters {
		if _, ok := own[f.Argument]; !ok {
			p.add(fmt.Sprintf("handler.filters[%d].argument", i), "is %s, which is no property of the tool's input", f.Argument)
		}
	}
	if _, ok := own[queryArgument]; !ok && len(h.Search) > 0 {
		p.add("handler.search", "needs the argument query, which is no property of the tool's input")
	}
}

func (p *planning) text(s string) {
	_, found := executor.ParseText(s)
	p.problems = append(p.problems, found...)
}

// Execute implements executor.Kind.
func (q querier) Execute(ctx context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	c, args, err := q.begun(ref, call)
	if err != nil {
		return appkit.Result{}, err
	}
	s, err := q.Reader.Table(ctx, refOf(call, c.Table))
	if err != nil {
		return appkit.Result{}, err
	}
	t := s.Table()
	ask, err := c.ask(t, args)
	if err != nil {
		return appkit.Result{}, err
	}
	ask.Owned, ask.Owner = t.OwnedRows, owner(call)
	page, err := q.Reader.Query(ctx, refOf(call, c.Table), ask)
	if err != nil {
		return appkit.Result{}, err
	}
	return q.answer(ctx, answer{tool: c, table: t, args: args, rows: page.Rows, count: page.Count})
}

// ask makes the query of a call.
func (c config) ask(t platform.Table, args map[string]any) (tables.Query, error) {
	q := tables.Query{Search: c.Search, Limit: c.limit()}
	var problems []platform.Problem
	for _, f := range c.Filters {
		value, given := args[f.Argument]
		col, ok := column(t, f.Column)
		if !given || value == nil {
			continue
		}
		if !ok { // to leave it out would answer what was not asked
			problems = append(problems, platform.Problem{Location: f.Argument, Message: fmt.Sprintf("cannot be asked for: the column %s is no longer there; leave it out", f.Column)})
			continue
		}
		one, fault := tables.NewFilter(col, f.Op, value)
		if fault != "" {
			problems = append(problems, platform.Problem{Location: f.Argument, Message: fault})
			continue
		}
		q.Filters = append(q.Filters, one)
	}
	if len(c.Search) > 0 {
		switch text := args[queryArgument].(type) {
		case nil:
		case string:
			q.Text = text
		default:
			problems = append(problems, platform.Problem{Location: queryArgument, Message: "must be a text"})
		}
	}
	if value, given := args[limitArgument]; given && value != nil {
		n, ok := value.(json.Number)
		most, err := n.Int64()
		if f, floats := n.Float64(); err != nil && floats == nil && f == float64(int64(f)) { // 5.0 is whole too
			most, err = int64(f), nil
		}
		if !ok || err != nil || most < 1 || most > maxLimit {
			problems = append(problems, platform.Problem{Location: limitArgument, Message: fmt.Sprintf("must be a whole number from 1 to %d", maxLimit)})
		}
		q.Limit = int(most)
	}
	if len(problems) > 0 {
		return tables.Query{}, invalid(problems...)
	}
	var fault string
	if q.Sort, fault = tables.ParseSort(t.Columns, strings.Join(c.Sort, ",")); fault != "" {
		return tables.Query{}, fmt.Errorf("sort table %s: it %s", t.Name, fault)
	}
	return q, nil
}

// asked says what was looked for, by the names that the caller knows.
func (c config) asked(args map[string]any) string {
	var parts []string
	if text, ok := args[queryArgument].(string); ok && len(c.Search) > 0 && strings.TrimSpace(text) != "" {
		parts = append(parts, fmt.Sprintf("“%s”", platform.Shorten(strings.TrimSpace(text), 100)))
	}
	for _, f := range c.Filters {
		if value, given := args[f.Argument]; given && value != nil {
			text := request.Plain(value)
			if at, is := value.(map[string]any); is { // a circle, the only object that a filter takes
				text = fmt.Sprintf("%v, %v within %v km", at["lat"], at["lon"], at["km"])
			}
			parts = append(parts, f.Argument+" "+platform.Shorten(text, 60))
		}
	}
	return strings.Join(parts, ", ")
}

// encode returns v, which is of strings and JSON, as JSON.
func encode(v any) json.RawMessage {
	raw, err := platform.AppendJSON(nil, v)
	if err != nil {
		panic("table: a value that cannot be encoded: " + err.Error())
	}
	return raw
}

// plan checks what a layout shows of the rows, and says what; nil = nothing.
func (c *common) plan(p *planning, layout string, result json.RawMessage, t platform.Table) *executor.Shows {
	if layout == "" {
		if result != nil {
			p.add("handler.result", "says what a widget shows, and the tool has none")
		}
		return nil
	}
	plan, found := c.compile(layout, result, t)
	at := "layoutTemplate"
	if result != nil {
		at = "handler.result"
	}
	p.problems = append(p.problems, schema.Under(at, found)...)
	if written, _ := mapping.Parse(result); written != nil {
		p.problems = append(p.problems, schema.Under(at, written.Unfilled())...)
	}
	m, isMap := plan.(fields)
	switch {
	case plan == nil:
		return nil
	case !isMap:
		return &executor.Shows{} // a program, which no field map can say
	case result == nil:
		result = m.Written()
	}
	return &executor.Shows{Hidden: m.Hidden(), Map: result}
}
