package rows

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/tables"
)

// TableChange are new values for parts of a table; nil stays as it is.
type TableChange struct {
	Title   *string
	Columns *[]platform.Column // in place of all
}

// ChangeTable changes title and columns. A column of another type takes over the cells that can be read as that type. It is
// CONFLICT where a tool uses a column that would go or get another type, and where rows do not bear what the columns ask.
func (s *Service) ChangeTable(ctx context.Context, by platform.Actor, app platform.AppID, name string, c TableChange) (platform.Table, error) {
	at := s.author(by, app, name)
	table, err := s.Store.ChangeTable(ctx, by, at, func(p Present) (Edited, error) {
		now := p.Table
		if c.Title != nil {
			now.Title = *c.Title
		}
		if c.Columns != nil {
			now.Columns = *c.Columns
		}
		if err := storable(now); err != nil {
			return Edited{}, err
		}
		if c.Columns == nil || sameCells(p.Table.Columns, now.Columns) {
			return Edited{Table: now}, nil
		}
		if err := unused(s.uses(p), retyped(p.Table.Columns, now.Columns)); err != nil {
			return Edited{}, err
		}
		puts, err := reread(p, now)
		return Edited{Table: now, Rows: puts, Refit: func(values json.RawMessage) (json.RawMessage, bool) {
			again, found := tables.CheckValues(now.Columns, values)
			return again, len(found) == 0
		}}, err
	})
	return table, s.told(at, err)
}

// sameCells reports whether columns differ in their titles alone, so that every row is still right.
func sameCells(before, after []platform.Column) bool {
	return slices.EqualFunc(before, after, func(a, b platform.Column) bool {
		a.Title, a.Currency = b.Title, b.Currency
		return reflect.DeepEqual(a, b)
	})
}

// retyped lists the columns that are no longer there or have another type.
func retyped(before, after []platform.Column) []string {
	names := []string{} // nil means the table to unused
	for _, b := range before {
		if !slices.ContainsFunc(after, func(a platform.Column) bool { return a.Name == b.Name && a.Type == b.Type }) {
			names = append(names, b.Name)
		}
	}
	return names
}

// uses lists what tools use of the table.
func (s *Service) uses(p Present) []Use {
	return slices.DeleteFunc(slices.Clone(s.Uses(p.App.Draft, p.Live)), func(u Use) bool { return u.Table != p.Table.Name })
}

// unused refuses to take columns, or the whole table where columns is nil, from tools that use them, and says what to do first.
func unused(uses []Use, columns []string) error {
	var tools, taken []string
	var draft, live bool
	for _, u := range uses {
		lost := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return !slices.Contains(u.Columns, c) })
		if columns == nil || len(lost) > 0 {
			tools, taken = append(tools, u.Tool), append(taken, lost...)
			draft, live = draft || !u.Live, live || u.Live
		}
	}
	if len(tools) == 0 {
		return nil
	}
	what, it, step := "The table is", "it", "Let the %s use another table"
	if columns != nil {
		names, n := listed(taken)
		what, step = "The column "+names+" is", "Take it out of the %s"
		if n > 1 {
			what, it, step = "The columns "+names+" are", "them", "Take them out of the %s"
		}
	}
	users, n := listed(tools)
	them := map[bool]string{true: "tools", false: "tool"}[n > 1]
	step = fmt.Sprintf(step, them)
	where := "in the draft"
	switch {
	case draft && live:
		where, step = "in the draft and in what is live", step+" and publish"
	case live && slices.ContainsFunc(uses, func(u Use) bool { return u.Every && slices.Contains(tools, u.Tool) }):
		where, step = "in what is live", "To publish again changes nothing, since every column is written: name the values that the "+them+
			" should write in the draft, and publish, or unpublish the app until the columns have changed"
	case live:
		where, step = "in what is live", "Publish the draft, which uses "+it+" no more"
	}
	return platform.Errorf(platform.CodeConflict, "%s used by the %s %s, %s. %s; then try again.", what, them, users, where, step)
}

// listed returns names, each once, for people, and how many they are.
func listed(names []string) (list string, n int) {
	names = slices.Clone(names)
	slices.Sort(names)
	names = slices.Compact(names)
	return strings.Join(names, ", "), len(names)
}

// reread returns all rows as they are in other columns.
func reread(p Present, now platform.Table) ([]Put, error) {
	all, err := p.Rows()
	if err != nil {
		return nil, err
	}
	before := map[string]platform.Column{}
	for _, c := range p.Table.Columns {
		before[c.Name] = c
	}
	faults := faults{table: now}
	puts := make([]Put, len(all))
	held := map[string]bool{}
	for i, r := range all {
		values, err := recast(before, now, r, &faults)
		if err != nil {
			return nil, err
		}
		puts[i] = Put{ID: r.ID, Values: values, Keys: keys(now, values)}
		for _, k := range puts[i].Keys {
			place := k.Column + string(k.Hash[:])
			if now.OwnedRows {
				place += r.Owner
			}
			if nobody := now.OwnedRows && r.Owner == ""; held[place] && !nobody {
				faults.add(k.Column, "is the same in several rows, and would be unique")
			}
			held[place] = true
		}
	}
	return puts, faults.err()
}

// recast returns the values of a row in other columns.
func recast(before map[string]platform.Column, now platform.Table, r platform.Row, found *faults) (json.RawMessage, error) {
	var cells map[string]json.RawMessage
	if err := json.Unmarshal(r.Values, &cells); err != nil {
		return nil, fmt.Errorf("decode row %s: %w", r.ID, err)
	}
	kept := map[string]json.RawMessage{}
	for _, c := range now.Columns {
		cell := cells[c.Name]
		if was := before[c.Name]; len(cell) > 0 && !(was.Type == c.Type && slices.Equal(was.Values, c.Values)) {
			var fault string
			if cell, fault = tables.ParseCell(c, tables.FormatCell(was, cell), tables.Style{}); fault != "" {
				found.add(c.Name, "holds something else: it "+fault)
				continue
			}
		}
		if len(cell) > 0 {
			kept[c.Name] = cell
		} else if c.Required {
			found.add(c.Name, "is empty, and would be required")
		}
	}
	if len(found.columns) > 0 {
		return nil, nil
	}
	raw, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("encode row %s: %w", r.ID, err)
	}
	values, problems := tables.CheckValues(now.Columns, raw)
	if len(problems) > 0 {
		return nil, platform.Errorf(platform.CodeConflict, "A row does not fit the columns: %s %s.", problems[0].Location, problems[0].Message)
	}
	return values, tables.CheckSize(values)
}

// faults counts what stands in the way of other columns.
type faults struct {
	table   platform.Table
	columns []string // in order
	message map[string]string
	rows    map[string]int
}

func (f *faults) add(column, message string) {
	if f.rows == nil {
		f.rows, f.message = map[string]int{}, map[string]string{}
	}
	if f.rows[column] == 0 {
		f.columns, f.message[column] = append(f.columns, column), message
	}
	f.rows[column]++
}

// err is CONFLICT with one problem for each column, nil where there is none.
func (f *faults) err() error {
	if len(f.columns) == 0 {
		return nil
	}
	e := platform.Errorf(platform.CodeConflict, "The rows of the table do not fit these columns.")
	for _, name := range f.columns {
		i := slices.IndexFunc(f.table.Columns, func(c platform.Column) bool { return c.Name == name })
		e.Fields = append(e.Fields, platform.Problem{Location: fmt.Sprintf("body.columns[%d]", i),
			Message: fmt.Sprintf("%s %s (%s)", name, f.message[name], platform.Count(f.rows[name], "row"))})
	}
	return e
}
