package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/tables"
)

const (
	mostSearched = 1000     // characters of a message
	mostKnown    = 64 << 10 // bytes of rows
)

// known returns the rows that fit a call best, each as an object of its cells; where none fits, the first ones.
func (e *Executor) known(ctx context.Context, k *knowledge, call appkit.Call) ([]json.RawMessage, error) {
	if k == nil {
		return nil, nil
	}
	ref := platform.TableRef{Workspace: call.Workspace, App: call.App, Name: k.Table}
	s, err := e.Tables.Table(ctx, ref)
	if err != nil {
		return nil, err
	}
	t := s.Table()
	q := tables.Query{Owned: t.OwnedRows, Limit: k.limit()}
	if call.Principal.Person() {
		q.Owner = platform.PersonID(call.App, call.Principal.User)
	}
	for _, c := range t.Columns {
		if tables.Searchable(c.Type) {
			q.Search = append(q.Search, c.Name)
		}
	}
	if len(q.Search) > 0 {
		q.Text = platform.Shorten(message(call.Arguments), mostSearched)
	}
	page, err := e.Tables.Query(ctx, ref, q)
	if err == nil && len(page.Rows) == 0 && q.Text != "" {
		q.Text = ""
		page, err = e.Tables.Query(ctx, ref, q)
	}
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	left := mostKnown
	for _, r := range page.Rows {
		row := ordered(t, r)
		if left -= len(row); left < 0 {
			break
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// message returns the words that say what a call is about: those of the argument message, else those of all arguments, in the order of their names.
func message(arguments json.RawMessage) string {
	var said struct{ Message string }
	if json.Unmarshal(arguments, &said) == nil && strings.TrimSpace(said.Message) != "" {
		return said.Message
	}
	var all map[string]any
	if json.Unmarshal(arguments, &all) != nil {
		return ""
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if text, ok := all[name].(string); ok {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// ordered returns the cells of a row in the order of its table's columns, which is the one in which people read them.
func ordered(t platform.Table, r platform.Row) json.RawMessage {
	var cells map[string]json.RawMessage
	if json.Unmarshal(r.Values, &cells) != nil {
		return r.Values
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for _, c := range t.Columns {
		cell, ok := cells[c.Name]
		if !ok || c.Type == platform.ColumnImage {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.WriteString(`"` + c.Name + `":`)
		out.Write(cell)
	}
	out.WriteByte('}')
	return out.Bytes()
}
