package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"berth/platform"
)

// notes is an app whose tools write rows as long as tasks, and count them.
type notes struct {
	*berth
	app   published
	added int // rows that were answered since the table was emptied
}

var noteTable = platform.Table{Name: "notes", Columns: []platform.Column{
	{Name: "title", Type: platform.ColumnText, Required: true}, {Name: "description", Type: platform.ColumnText}, {Name: "done", Type: platform.ColumnBoolean},
}}

// publishNotes publishes the app, with the callers of the todo app: people with a key.
func (s *berth) publishNotes(ctx context.Context) (*notes, error) {
	tool := func(name, description, kind string) map[string]any {
		return map[string]any{"name": name, "description": description, "layoutTemplate": nil, "handler": map[string]any{"kind": kind, "table": noteTable.Name}}
	}
	app, err := s.publishTable(ctx, noteTable, []json.RawMessage{}, map[string]any{"name": "Notes", "mcpSlug": "notes", "access": platform.AccessMixed, "tools": []any{
		tool("add_note", "Add a note with a title. Use it when somebody wants to keep something.", "insert"),
		tool("list_notes", "List the notes, the oldest first. Use it when somebody asks for their notes.", "query"),
	}})
	return &notes{berth: s, app: app}, err
}

func (n *notes) call(tool, arguments string) ask {
	return ask{method: "tools/call", name: tool, token: adminKey, params: fmt.Sprintf(`"name":%q,"arguments":{%s}`, tool, arguments)}
}

// add is a call that inserts a row of the length of the task that update_task writes.
func (n *notes) add() *shot {
	call := n.call("add_note", fmt.Sprintf(`"title":%q,"description":%q,"done":false`, taskTitles[0], taskDescription))
	whole := answers(nil)
	row := fmt.Appendf(nil, `"description":%q`, taskDescription)
	return call.shot(n.addr, path("notes"), modern, func(body, id []byte, slug string, nth int) error {
		if n.added++; !bytes.Contains(body, row) {
			return fmt.Errorf("not the row: %.300s", body)
		}
		return whole(body, id, slug, nth)
	})
}

// renew looks whether every row that was answered is there, for people and in the database, and empties the table. The
// table is in memory from then on.
func (n *notes) renew(ctx context.Context) error {
	if err := n.holds(ctx, n.added); err != nil {
		return err
	}
	n.added = 0
	return errors.Join(n.replaceRows(ctx, n.app, noteTable.Name, []json.RawMessage{}), n.holds(ctx, 0))
}

// holds returns an error when the table has not that many rows.
func (n *notes) holds(ctx context.Context, want int) error {
	_, raw, err := n.call("list_notes", `"limit":1`).once(ctx, n.mcpURL("notes"), modern)
	if err != nil {
		return err
	}
	var seen struct {
		Structured struct{ Count int } `json:"structuredContent"`
	}
	var kept struct{ Rows int }
	err = errors.Join(json.Unmarshal(raw, &seen), n.rest(ctx, http.MethodGet, "/apps/"+n.app.ID+"/tables/"+noteTable.Name, nil, &kept))
	if err == nil && (seen.Structured.Count != want || kept.Rows != want) {
		err = fmt.Errorf("%d rows were added, %d are found and %d kept", want, seen.Structured.Count, kept.Rows)
	}
	return err
}

// writes compares inserts with updates of a task of the todo app, on one server and by one caller.
func (b *bench) writes(ctx context.Context, s *berth, r *tableCallsReport) error {
	n, err := s.publishNotes(ctx)
	if err != nil {
		return err
	}
	p, err := s.withTasks(ctx)
	if err != nil {
		return err
	}
	update := p.updateTask()
	want, _, err := update.once(ctx, s.mcpURL("todo"), modern)
	if err != nil {
		return err
	}
	loads := []aimed{
		{contender: contender{"insert", s.process}, fire: n.add(), between: n.renew},
		{contender: contender{"update", s.process}, fire: update.shot(s.addr, path("todo"), modern, answers(want))},
	}
	if r.Writes, r.Foreign, err = b.compare(ctx, loads); err == nil && b.profiles != "" {
		err = errors.Join(b.profileOf(ctx, s, "insert", loads[0].fire), n.renew(ctx))
	}
	return err
}
