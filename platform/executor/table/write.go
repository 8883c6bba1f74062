package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/request"
	"berth/platform/tables"
)

// writer runs tools that insert, update or delete a row.
type writer struct {
	*common
	kind string
}

// Kind implements executor.Kind.
func (w writer) Kind() string { return w.kind }

// Form implements executor.Kind.
func (w writer) Form() executor.Form { return w.forms.of(w.kind) }

// Plan implements executor.Kind.
func (w writer) Plan(tool platform.ToolDraft, in executor.Around) (executor.Plan, []platform.Problem) {
	h, problems := w.forms.read(w.kind, tool.Handler)
	p := planning{problems: problems}
	t, ok := p.table(h, in)
	if !ok {
		return executor.Plan{}, p.problems
	}
	named, used := p.values(w.kind, h, t)
	p.input(w.kind, named, tool.Input)
	p.text(tool.ResponseText)
	shows := w.plan(&p, tool.Layout, nil, t)
	return executor.Plan{
		Config: encode(config{handler: h, Layout: tool.Layout, Text: tool.ResponseText, IDs: w.kind == Insert && takesIDs(in.Draft, t.Name)}),
		Input:  writeInput(w.kind, t, named), Output: rowOutput(t),
		Hints:    platform.Hints{Destructive: w.kind != Insert, Idempotent: w.kind != Insert},
		Personal: t.OwnedRows, Uses: uses(t, used),
		Shows: shows,
	}, p.problems
}

// argument is an argument of a tool that writes.
type argument struct {
	name     string
	within   []string       // the steps from the argument to the value that is meant
	schema   map[string]any // of that value; nil = it is a part of a text
	required bool           // without it no row can be made
}

// wholeCell is the argument that is all of a cell.
func wholeCell(kind string, c platform.Column, name string) argument {
	s := cellSchema(c)
	switch {
	case c.Required:
	case kind == Update:
		s = emptied(s)
	default:
		s = nullable(s) // as if it were left out
	}
	return argument{name: name, schema: s, required: c.Required && kind == Insert}
}

// inCell is the argument that a placeholder in the value of a cell asks for.
func inCell(kind string, c platform.Column, value json.RawMessage, one request.Placeholder) argument {
	if string(value) == string(encode(one.String())) {
		a := wholeCell(kind, c, one.Path[0])
		a.within = one.Path[1:]
		return a
	}
	a := argument{name: one.Path[0], within: one.Path[1:], required: c.Required && kind == Insert && value[0] == '"'}
	if c.Type == platform.ColumnPlace && (one.Location == "lat" || one.Location == "lon") {
		a.schema, a.required = coordinate(one.Location), c.Required && kind == Insert
	}
	return a
}

// values checks what a tool writes against the columns. It returns the arguments that its values name, nil where every column is
// one, and the columns that it needs.
func (p *planning) values(kind string, h handler, t platform.Table) (named []argument, used []string) {
	if kind == Delete {
		return []argument{}, nil
	}
	if h.Values == nil {
		if _, clash := column(t, idArgument); clash {
			p.add("handler.table", "has a column named id")
		}
		for _, c := range t.Columns {
			used = append(used, c.Name)
		}
		return nil, used
	}
	var values map[string]json.RawMessage
	if json.Unmarshal(h.Values, &values) != nil {
		return nil, nil
	}
	named = []argument{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		c, ok := p.column(t, "handler.values."+name, name)
		if !ok {
			continue
		}
		used = append(used, name)
		found := argumentsIn(values[name])
		for _, one := range found {
			named = append(named, inCell(kind, c, values[name], one))
		}
		if len(found) == 0 && !placed(values[name]) {
			p.constant(c, values[name])
		}
	}
	if kind == Insert {
		for _, c := range t.Columns {
			if _, given := values[c.Name]; c.Required && !given {
				p.add("handler.values", "must have the column %s, which is required", c.Name)
			}
		}
	}
	return named, used
}

// constant checks a value that is always the same.
func (p *planning) constant(c platform.Column, raw json.RawMessage) {
	v, _ := decode(raw)
	if _, fault := tables.Cell(c, v); fault != "" {
		p.add("handler.values."+c.Name, "%s", fault)
	}
}

// argumentsIn lists the placeholders of arguments in a value.
func argumentsIn(raw json.RawMessage) (found []request.Placeholder) {
	template, problems := request.Parse(raw, sources()...)
	if len(problems) > 0 {
		return nil
	}
	for _, one := range template.Placeholders() {
		if one.Source == request.Args && len(one.Path) > 0 {
			found = append(found, one)
		}
	}
	return found
}

// placed reports whether a value has any placeholder.
func placed(raw json.RawMessage) bool {
	template, problems := request.Parse(raw, sources()...)
	return len(problems) > 0 || len(template.Placeholders()) > 0
}

// input checks that an input of the author's own has the arguments that are needed.
func (p *planning) input(kind string, named []argument, input json.RawMessage) {
	own, ok := executor.Properties(input)
	if !ok {
		return
	}
	if kind != Insert {
		named = append([]argument{{name: idArgument}}, named...)
	}
	var missing []string
	for _, a := range named {
		if _, ok := own[a.name]; !ok && !slices.Contains(missing, a.name) {
			missing = append(missing, a.name)
		}
	}
	if len(missing) > 0 {
		p.add("input", "must have the properties %s, which the handler uses", strings.Join(missing, ", "))
	}
}

// Execute implements executor.Kind.
func (w writer) Execute(ctx context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	c, args, err := w.begun(ref, call)
	if err != nil {
		return appkit.Result{}, err
	}
	at := platform.TableCall{Table: refOf(call, c.Table), By: call.Actor(), Owner: owner(call)}
	id, _ := args[idArgument].(string)
	if w.kind != Insert && id == "" {
		return appkit.Result{}, invalid(platform.Problem{Location: idArgument, Message: "is required: the id of the row"})
	}
	values, err := w.written(c, call, args)
	if err != nil {
		return appkit.Result{}, err
	}
	a := answer{tool: c, args: args, count: 1}
	var row platform.Row
	switch w.kind {
	case Insert:
		a.table, row, err = w.Writer.Insert(ctx, at, values)
		a.done = "Added"
	case Update:
		a.table, row, err = w.Writer.Update(ctx, at, platform.RowID(id), values)
		a.done = "Changed"
	case Delete:
		a.table, row, err = w.Writer.Delete(ctx, at, platform.RowID(id))
		a.done = "Deleted"
	}
	if err != nil {
		return appkit.Result{}, c.corrective(err)
	}
	a.rows = []platform.Row{row}
	return w.answer(ctx, a) // of what the writer has returned: nothing may make the call fail now, and its caller try again
}

// written returns the values that a call writes.
func (w writer) written(c *tool, call appkit.Call, args map[string]any) (json.RawMessage, error) {
	if w.kind == Delete {
		return nil, nil
	}
	if w.kind == Insert { // where null is the same as nothing
		maps.DeleteFunc(args, func(_ string, v any) bool { return v == nil })
	}
	if c.Values == nil {
		cells := maps.Clone(args)
		if w.kind == Update {
			delete(cells, idArgument)
		}
		return encode(cells), nil
	}
	template, problems := request.Parse(c.Values, sources()...)
	if len(problems) > 0 {
		return nil, fmt.Errorf("read values of a tool on table %s: %s", c.Table, problems[0].Message)
	}
	filled, ok, err := template.Fill(request.Values{Args: args, User: request.Person{ID: owner(call), Email: call.Principal.Email}, App: call.Slug, Now: call.Now})
	if err != nil || !ok {
		return json.RawMessage(`{}`), err
	}
	return encode(filled), nil
}

// corrective says of an error what its caller can mend, by the names of arguments, and that nothing was done.
func (c config) corrective(err error) error {
	var e *platform.Error
	if !errors.As(err, &e) {
		return err
	}
	told := *e
	told.Fields = make([]platform.Problem, len(e.Fields))
	for i, p := range e.Fields {
		name, rest, _ := strings.Cut(p.Location, ".")
		p.Location = c.argumentOf(name)
		if rest != "" {
			p.Location += "." + rest
		}
		told.Fields[i] = p
	}
	switch told.Code {
	case platform.CodeInvalidConfig:
		told.Code, told.Msg = platform.CodeInvalidInput, "The arguments are not valid."
	case platform.CodeNotFound, platform.CodeConflict, platform.CodeLimitReached, platform.CodeTooLarge, platform.CodeSuspended, platform.CodeUnauthenticated:
	default:
		return err
	}
	if !strings.Contains(told.Msg, "Nothing was") {
		told.Msg += " Nothing was done."
	}
	return &told
}

// argumentOf returns the argument that fills a column.
func (c config) argumentOf(name string) string {
	var values map[string]json.RawMessage
	if c.Values == nil || json.Unmarshal(c.Values, &values) != nil {
		return name
	}
	if found := argumentsIn(values[name]); len(found) == 1 {
		return strings.Join(found[0].Path, ".")
	}
	return name
}
