package main

import (
	"context"
	"encoding/json"
	"time"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/executor/table"
	"berth/platform/rows"
	"berth/platform/tables/hot"
	"berth/platform/view"
)

// wireTables makes what keeps tables and changes them, and the kinds of tools that run on them.
func (p *parts) wireTables(layouts *view.Set) []executor.Kind {
	s := p.settings
	p.tables = hot.NewTables(p.store, s.CacheMiB<<20/4, time.Now, p.log)
	p.rows = rows.New(rows.Options{Store: p.store, Hot: p.tables, Limits: rows.Limits{Rows: s.LimitRows, Bytes: s.LimitWorkspaceMiB << 20}, Uses: tableUses})
	return table.New(table.Options{Reader: p.tables, Writer: toolWriter{p.rows}, Layout: layouts.Layout})
}

// toolWriter has tools change rows as authors do.
type toolWriter struct{ rows *rows.Service }

// Insert implements table.Writer.
func (w toolWriter) Insert(ctx context.Context, at table.Scope, values json.RawMessage) (platform.Row, error) {
	return w.rows.Insert(ctx, rows.Call(at), values)
}

// Update implements table.Writer.
func (w toolWriter) Update(ctx context.Context, at table.Scope, id platform.RowID, values json.RawMessage) (platform.Row, error) {
	return w.rows.Update(ctx, rows.Call(at), id, values)
}

// Delete implements table.Writer.
func (w toolWriter) Delete(ctx context.Context, at table.Scope, id platform.RowID) (platform.Row, error) {
	return w.rows.Delete(ctx, rows.Call(at), id)
}

// tableUses lists what the tools of a draft and of what is live use of the app's tables.
func tableUses(draft platform.Draft, live *platform.Manifest) (uses []rows.Use) {
	for _, t := range draft.Tools {
		if use, ok := table.Used(t); ok {
			uses = append(uses, rows.Use{Tool: t.Name, Table: use.Table, Columns: use.Columns})
		}
	}
	if live == nil {
		return uses
	}
	for _, t := range live.Tools {
		for _, use := range t.Uses {
			uses = append(uses, rows.Use{Tool: t.Name, Table: use.Table, Columns: use.Columns})
		}
	}
	return uses
}
