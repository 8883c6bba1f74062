package berth

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
)

type tableIn struct {
	in
	App       string          `json:"app"`
	Table     string          `json:"table"`
	Title     *string         `json:"title"`
	Columns   json.RawMessage `json:"columns"`
	OwnedRows *bool           `json:"ownedRows"`
}

type tableOut struct {
	Table   json.RawMessage `json:"table" jsonschema:"type=object" doc:"As it is now."`
	Created bool            `json:"created" doc:"It was not there before."`
	Removed []string        `json:"removed,omitempty" doc:"Columns that are gone, with all that rows held in them."`
	onward
}

// tableView is what is read of a table.
type tableView struct{ Columns []struct{ Name string } }

// without lists the columns that another state of the table no longer has.
func (t tableView) without(now tableView) (names []string) {
	for _, column := range t.Columns {
		if !slices.Contains(now.Columns, column) {
			names = append(names, column.Name)
		}
	}
	return names
}

func (c *caller) putTable(ctx context.Context, in tableIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	body, at := map[string]any{}, path("apps", v.ID, "tables")
	if in.Title != nil {
		body["title"] = *in.Title
	}
	if in.Columns != nil {
		body["columns"] = in.Columns
	}
	out := tableOut{onward: onward{notice, "put_rows fills it; a tool of kind query shows its rows.", c.link(v.ID, "data")}}
	var before, now tableView
	err = c.get(ctx, path("apps", v.ID, "tables", in.Table), &before)
	switch out.Created = platform.IsCode(err, platform.CodeNotFound); {
	case out.Created:
		if body["name"] = in.Table; in.OwnedRows != nil {
			body["ownedRows"] = *in.OwnedRows
		}
		err = c.send(ctx, "POST", at, body, &out.Table)
	case err == nil && in.OwnedRows != nil:
		err = invalid("ownedRows", "is decided when a table is made: leave it out")
	case err == nil:
		err = c.send(ctx, "PATCH", path("apps", v.ID, "tables", in.Table), body, &out.Table)
	}
	if err != nil {
		return appkit.Result{}, err
	}
	sentence := fmt.Sprintf("The table %s of %q is as you asked.", in.Table, v.Name)
	if err := json.Unmarshal(out.Table, &now); err != nil {
		return appkit.Result{}, fmt.Errorf("read a table: %w", err)
	}
	if out.Removed = before.without(now); len(out.Removed) > 0 {
		sentence += " Columns that are gone, with all that rows held in them: " + strings.Join(out.Removed, ", ") + "."
	}
	return said(sentence, out.onward, out)
}

type rowsIn struct {
	in
	App   string          `json:"app"`
	Table string          `json:"table"`
	Rows  json.RawMessage `json:"rows"`
	CSV   string          `json:"csv"`
	Mode  string          `json:"mode"`
	Key   string          `json:"key"`
}

type rowsOut struct {
	Created int `json:"created"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
	onward
}

func (c *caller) putRows(ctx context.Context, in rowsIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	if (in.Rows == nil) == (in.CSV == "") {
		return appkit.Result{}, invalid("rows", "must be there, or csv in its place, and not both")
	}
	query := given(map[string]string{"mode": in.Mode, "key": in.Key})
	call := platform.RESTCall{Method: "POST", Path: path("apps", v.ID, "tables", in.Table, "import") + "?" + query.Encode(), Body: in.Rows}
	if in.CSV != "" {
		call.Body, call.Type = []byte(in.CSV), "text/csv"
	}
	out := rowsOut{onward: onward{"", "The rows count at once, also for what is published. try_app shows them.", c.link(v.ID, "data")}}
	if _, err := c.ask(ctx, call, &out); err != nil {
		return appkit.Result{}, c.noTable(ctx, v, in.atKey(err))
	}
	return said(fmt.Sprintf("%s added, %d changed, %d removed in %s.", platform.Count(out.Created, "row"), out.Changed, out.Removed, in.Table), out.onward, out)
}

// atKey returns the error, in which what is said of the key of an upsert is said of that argument: rows that are no CSV have no first line.
func (in *rowsIn) atKey(err error) error {
	if in.CSV != "" {
		return err
	}
	return platform.Relocated(err, func(problems []platform.Problem) []platform.Problem {
		problems = slices.Clone(problems)
		for i := range problems {
			if problems[i].Location == inColumn(firstLine, in.Key) {
				problems[i].Location = "key"
			}
		}
		return problems
	})
}

// noTable returns the error; where the table that was named is not there, it names those that are.
func (c *caller) noTable(ctx context.Context, v appView, err error) error {
	if !platform.IsCode(err, platform.CodeNotFound) {
		return err
	}
	return c.whichTable(ctx, v, "names no table of the app")
}

// whichTable says what is wrong with the name of a table, and which tables there are.
func (c *caller) whichTable(ctx context.Context, v appView, wrong string) error {
	var tables struct{ Items []struct{ Name string } }
	if err := c.get(ctx, path("apps", v.ID, "tables"), &tables); err != nil {
		return err
	}
	if len(tables.Items) == 0 {
		return invalid("table", wrong+": the app has none yet, and put_table makes one")
	}
	names := make([]string, len(tables.Items))
	for i, t := range tables.Items {
		names[i] = t.Name
	}
	return invalid("table", wrong+"; its tables are "+strings.Join(names, ", "))
}
