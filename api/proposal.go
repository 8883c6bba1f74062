package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/schema/form"
	"berth/platform/tables"
)

// proposalFields are what POST /apps/generate answers besides the fields of a draft.
type proposalFields struct {
	Tables    []platform.TableDraft `json:"tables" doc:"The tables that the app is to have, with their first rows: what was pasted, to the digit, or examples that say so."`
	Questions []platform.Question   `json:"questions" doc:"What the description leaves open, at most two. A choice is a prompt that settles it."`
	MadeBy    platform.Maker        `json:"madeBy" enum:"rules,model" jsonschema:"enum=rules,enum=model" doc:"Whether rules or the configured model made the draft."`
}

// withProposal adds those fields to the form of a draft, which takes them back.
func withProposal(draft form.Schema) form.Schema {
	more := form.Sent(proposalFields{})
	for _, name := range more.Fields() {
		draft = draft.With(name, more.Field(name))
	}
	return draft
}

// unproposed returns the fields of a draft in the body, and the tables that stand beside them. Questions and the maker are
// for people. A proposal, which names its maker, says of its first tool in two ways what it says of all: where both say the
// same, one is left out.
func (a *API) unproposed(body json.RawMessage) (draft json.RawMessage, tables []platform.TableDraft, problems []platform.Problem) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil || fields == nil {
		return body, nil, nil // whoever reads the draft says what it should be
	}
	tables, problems = a.Apps.ReadTables(fields["tables"])
	_, proposed := fields["madeBy"]
	for name := range reflect.TypeFor[proposalFields]().Fields() {
		delete(fields, name.Tag.Get("json"))
	}
	var tools []map[string]json.RawMessage
	if proposed && json.Unmarshal(fields["tools"], &tools) == nil && len(tools) > 0 {
		for name, field := range flatFields() {
			if own, ok := fields[name]; ok && sameJSON(own, tools[0][field]) {
				delete(fields, name)
			}
		}
	}
	return encoded(fields), tables, problems
}

func sameJSON(a, b json.RawMessage) bool {
	decode := func(raw json.RawMessage) (v any) {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if d.Decode(&v) != nil {
			return raw
		}
		return v
	}
	return reflect.DeepEqual(decode(a), decode(b))
}

// checkTables returns everything that is wrong with the tables that a new app is to have.
func checkTables(drafts []platform.TableDraft) (found []platform.Problem) {
	if n := len(drafts); n > rows.MaxTables {
		return []platform.Problem{{Location: "body.tables", Message: fmt.Sprintf("must have at most %d tables, not %d", rows.MaxTables, n)}}
	}
	seen := map[string]int{}
	for i, t := range drafts {
		at := fmt.Sprintf("body.tables[%d]", i)
		problems := rows.CheckTable(t.Table())
		for _, p := range problems {
			found = append(found, platform.Problem{Location: at + strings.TrimPrefix(p.Location, "body"), Message: p.Message})
		}
		if first, twice := seen[t.Name]; twice {
			found = append(found, platform.Problem{Location: at + ".name", Message: fmt.Sprintf("is the name of table %d already", first+1)})
		}
		seen[t.Name] = i
		if n := len(t.Rows); n > maxFirstRows {
			found = append(found, platform.Problem{Location: at + ".rows", Message: fmt.Sprintf("must have at most %d rows, not %d", maxFirstRows, n)})
			continue
		}
		for j, row := range t.Rows {
			if len(problems) > 0 {
				break // what does not fit wrong columns says nothing
			}
			_, faults := tables.CheckValues(t.Columns, row)
			for _, p := range faults {
				where := strings.TrimSuffix(fmt.Sprintf("%s.rows[%d].%s", at, j, p.Location), ".")
				found = append(found, platform.Problem{Location: where, Message: p.Message})
			}
		}
	}
	return found
}

// maxFirstRows is how many rows a table may have in the request that makes its app.
const maxFirstRows = 1000

// fill makes the tables of a new app, which have been checked, with their rows.
func (a *API) fill(ctx context.Context, by platform.Actor, app platform.AppID, drafts []platform.TableDraft) error {
	for i, t := range drafts {
		if _, err := a.Tables.CreateTable(ctx, by, app, t.Table()); err != nil {
			return err
		}
		if len(t.Rows) == 0 {
			continue
		}
		if _, err := a.Tables.InsertRows(ctx, by, app, t.Name, t.Rows); err != nil {
			return under(err, func(location string) string { return fmt.Sprintf("body.tables[%d].rows%s", i, location) })
		}
	}
	return nil
}
