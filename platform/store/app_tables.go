package store

import (
	"context"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/rows"
)

// CreateAppWith implements rows.Store.
func (s *Store) CreateAppWith(ctx context.Context, by platform.Actor, app platform.App, first rows.First) (platform.App, error) {
	return s.createApp(ctx, by, app, first.MaxApps, func(t tx, id platform.AppID) error {
		for i, f := range first.Tables {
			at := rows.Scope{TableRef: platform.TableRef{Workspace: by.Workspace, App: id, Name: f.Table.Name}, Limits: first.Limits}
			if err := t.fill(ctx, by, at, f); err != nil {
				return &rows.Unfilled{Index: i, Err: err}
			}
		}
		return nil
	})
}

// fill makes a table of an app that is new, with its rows.
func (t tx) fill(ctx context.Context, by platform.Actor, at rows.Scope, f rows.Filled) error {
	f.Table.App = at.App
	made, err := t.createTable(ctx, f.Table, at.Limits.Tables)
	if err != nil {
		return err
	}
	c := &tableChange{tx: t, at: at, table: made}
	if len(f.Rows) > 0 {
		if _, err := c.insert(ctx, f.Rows); err != nil {
			return err
		}
		if err := c.counted(ctx); err != nil {
			return err
		}
	}
	after, err := tableFields(made)
	if err != nil {
		return err
	}
	after["rows"] = len(f.Rows)
	return t.audit(ctx, by, change{at.Workspace, "table.create", string(at.App), nil, after})
}

// copyTables gives a new app the tables of another one of the workspace, with the rows that belong to nobody: what people have
// told the one app is not the other one's.
func (t tx) copyTables(ctx context.Context, ws platform.WorkspaceID, of publish.Original, to platform.AppID) error {
	list, err := t.LockDataTables(ctx, string(of.App))
	if err != nil || len(list) == 0 {
		return wrap("lock tables", err)
	}
	if err := t.manyRows(ctx); err != nil {
		return err
	}
	for _, copied := range []func(context.Context, string, string) error{t.CopyDataTables, t.CopyDataRows, t.CopyDataKeys} {
		if err := copied(ctx, string(to), string(of.App)); err != nil {
			return wrap("copy tables", err)
		}
	}
	copies, err := t.LockDataTables(ctx, string(to))
	if err != nil {
		return wrap("list tables", err)
	}
	bytes := int64(0)
	for _, table := range copies {
		bytes += table.Bytes
	}
	return t.takeSpace(ctx, ws, bytes, of.MaxBytes)
}
