package store

import (
	"context"
	"fmt"
	"time"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

// CreateTable implements rows.Store.
func (s *Store) CreateTable(ctx context.Context, by platform.Actor, at rows.Scope, table platform.Table) (platform.Table, error) {
	var made platform.Table
	at.Workspace = by.Workspace
	err := s.changeIn(ctx, by, func(t tx) error {
		if _, err := t.lockAuthored(ctx, at.Workspace, at.App); err != nil {
			return err
		}
		table.App = at.App
		var err error
		if made, err = t.createTable(ctx, table, at.Limits.Tables); err != nil {
			return err
		}
		after, err := tableFields(made)
		if err != nil {
			return err
		}
		return t.audit(ctx, by, change{at.Workspace, "table.create", string(at.App), nil, after})
	})
	if err != nil {
		return platform.Table{}, wrap("create table", err)
	}
	return made, nil
}

// lockAuthored locks an app that may have tables.
func (t tx) lockAuthored(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.App, error) {
	app, err := t.lockApp(ctx, ws, id)
	if err == nil && app.Origin == platform.OriginSeeded {
		err = errNoTables()
	}
	return app, err
}

// createTable makes a table of an app that is locked, the last of its tables: those that are made at once stay in their order. limit 0 = none.
func (t tx) createTable(ctx context.Context, table platform.Table, limit int) (platform.Table, error) {
	have, err := t.LockDataTables(ctx, string(table.App))
	if err != nil {
		return platform.Table{}, wrap("list tables", err)
	}
	at := t.now
	for _, other := range have {
		if other.Name == table.Name {
			return platform.Table{}, platform.Errorf(platform.CodeConflict, "The app has a table %s already.", table.Name)
		}
		if !at.After(other.CreatedAt) {
			at = other.CreatedAt.Add(time.Microsecond)
		}
	}
	if limit > 0 && len(have) >= limit {
		return platform.Table{}, platform.Errorf(platform.CodeLimitReached, "This app has reached its limit of %d tables.", limit)
	}
	columns, err := columnsText(table.Columns)
	if err != nil {
		return platform.Table{}, err
	}
	err = t.InsertDataTable(ctx, db.InsertDataTableParams{AppID: string(table.App), Name: table.Name, Title: table.Title, Columns: columns,
		OwnedRows: table.OwnedRows, Revision: t.now.UnixMicro(), CreatedAt: at})
	if err != nil {
		return platform.Table{}, wrap("insert table", err)
	}
	table.Rows, table.Revision, table.CreatedAt, table.UpdatedAt = 0, t.now.UnixMicro(), at, at
	return table, nil
}

func columnsText(columns []platform.Column) (string, error) {
	text, err := platform.PlainJSON(append([]platform.Column{}, columns...))
	if err != nil {
		return "", fmt.Errorf("encode columns: %w", err)
	}
	return text, nil
}

// tableFields returns the fields of a table for the audit trail.
func tableFields(table platform.Table) (fields, error) {
	columns, err := columnsText(table.Columns)
	return fields{"table": table.Name, "title": table.Title, "columns": columns, "ownedRows": table.OwnedRows}, err
}

// ChangeTable implements rows.Store.
func (s *Store) ChangeTable(ctx context.Context, by platform.Actor, at rows.Scope, edit func(rows.Present) (rows.Edited, error)) (platform.Table, error) {
	var now platform.Table
	err := s.editTable(ctx, by, at, func(c *tableChange, present rows.Present) error {
		edited, err := edit(present)
		if err != nil {
			return err
		}
		before, err := tableFields(c.table)
		if err != nil {
			return err
		}
		columns, err := columnsText(edited.Table.Columns)
		if err != nil {
			return err
		}
		if err := c.UpdateDataTable(ctx, db.UpdateDataTableParams{AppID: string(at.App), Name: at.Name, Title: edited.Table.Title, Columns: columns}); err != nil {
			return wrap("update table", err)
		}
		if edited.Rows != nil {
			if err := c.rewrite(ctx, present, edited); err != nil {
				return err
			}
		}
		c.table.Title, c.table.Columns = edited.Table.Title, edited.Table.Columns
		if err := c.counted(ctx); err != nil {
			return err
		}
		now = c.table
		after, err := tableFields(now)
		if err != nil {
			return err
		}
		was, is, err := differing(before, after)
		if err != nil {
			return err
		}
		return c.auditRows(ctx, by, "table.update", was, is)
	})
	if err != nil {
		return platform.Table{}, wrap("change table", err)
	}
	return now, nil
}

// editTable runs fn on a table of an app that is locked too: what uses the table does not change meanwhile.
func (s *Store) editTable(ctx context.Context, by platform.Actor, at rows.Scope, fn func(*tableChange, rows.Present) error) error {
	at = rows.Scope{TableRef: at.TableRef, Limits: at.Limits} // no tool changes a table
	at.Workspace = by.Workspace
	return s.changeIn(ctx, by, func(t tx) error {
		app, err := t.lockAuthored(ctx, at.Workspace, at.App)
		if err != nil {
			return err
		}
		c := &tableChange{tx: t, at: at}
		if err := c.lock(ctx); err != nil {
			return err
		}
		present := c.present(ctx)
		present.App = app
		if app.LiveVersion > 0 {
			row, err := t.Release(ctx, string(app.ID), int32(app.LiveVersion))
			if err != nil {
				return wrap("load live release", err)
			}
			live, err := toRelease(row)
			if err != nil {
				return err
			}
			present.Live = &live.Manifest
		}
		return fn(c, present)
	})
}

// present returns the table as the change finds it. Its rows are read when they are first asked for.
func (c *tableChange) present(ctx context.Context) rows.Present {
	var all []platform.Row
	return rows.Present{Table: c.table, Rows: func() (_ []platform.Row, err error) {
		if all == nil {
			all, err = c.allRows(ctx, c.table)
		}
		return all, err
	}}
}

// rewrite stores all rows of the table anew, with the same ids.
func (c *tableChange) rewrite(ctx context.Context, present rows.Present, edited rows.Edited) error {
	all, err := present.Rows()
	if err != nil {
		return err
	}
	puts := edited.Rows
	if len(puts) != len(all) {
		return fmt.Errorf("rewrite table %s: %d rows for %d", c.table.Name, len(puts), len(all))
	}
	list := make([]keyed, len(all))
	revs := make(map[platform.RowID]moved, len(all))
	for i, r := range all {
		if puts[i].ID != r.ID {
			return fmt.Errorf("rewrite table %s: row %s stands for %s", c.table.Name, puts[i].ID, r.ID)
		}
		list[i] = c.revised(r, puts[i])
		revs[r.ID] = moved{r.Rev, list[i].Rev}
	}
	if err := c.refit(ctx, edited.Refit, revs); err != nil {
		return err
	}
	if err := c.manyRows(ctx); err != nil {
		return err
	}
	if err := c.DeleteDataRows(ctx, string(c.at.App), c.at.Name); err != nil {
		return wrap("rewrite table", err)
	}
	if err := c.unique(ctx, list, nil); err != nil {
		return err
	}
	return c.write(ctx, list)
}

// revised returns the row with other values, and counts it if they differ.
func (c *tableChange) revised(r platform.Row, p rows.Put) keyed {
	if string(p.Values) == string(r.Values) {
		return keyed{r, p.Keys}
	}
	more := len(p.Values) - len(r.Values)
	r.Values, r.Rev, r.UpdatedAt = p.Values, r.Rev+1, c.now
	c.note(webhooks.RowUpdated, r, more)
	return keyed{r, p.Keys}
}

// DeleteTable implements rows.Store.
func (s *Store) DeleteTable(ctx context.Context, by platform.Actor, at rows.Scope, allowed func(rows.Present) error) error {
	return wrap("delete table", s.editTable(ctx, by, at, func(c *tableChange, present rows.Present) error {
		if err := allowed(present); err != nil {
			return err
		}
		if err := c.tellAllGone(ctx, present); err != nil {
			return err
		}
		if err := c.manyRows(ctx); err != nil {
			return err
		}
		if err := c.DeleteDataTable(ctx, string(at.App), at.Name); err != nil {
			return wrap("delete table", err)
		}
		if err := c.takeSpace(ctx, c.at.Workspace, -c.bytes, 0); err != nil {
			return err
		}
		before, err := tableFields(c.table)
		if err != nil {
			return err
		}
		before["rows"] = c.table.Rows
		return c.auditRows(ctx, by, "table.delete", before, nil)
	}))
}

// tellAllGone tells webhooks of every row that goes with the table.
func (c *tableChange) tellAllGone(ctx context.Context, present rows.Present) error {
	held, err := c.Webhooks(ctx, string(c.at.App))
	if err != nil || len(held) == 0 {
		return wrap("list webhooks", err)
	}
	all, err := present.Rows()
	if err != nil {
		return err
	}
	for _, r := range all {
		c.note(webhooks.RowDeleted, r, 0)
	}
	c.table.Revision++ // what is told of a row comes behind what was told of it before
	return c.tellWebhooks(ctx)
}

// deleteTables deletes the tables of an app that is locked.
func (t tx) deleteTables(ctx context.Context, app platform.App) error {
	list, err := t.LockDataTables(ctx, string(app.ID))
	if err != nil {
		return wrap("lock tables", err)
	}
	if len(list) > 0 {
		if err := t.manyRows(ctx); err != nil {
			return err
		}
	}
	bytes := int64(0)
	for _, table := range list {
		bytes += table.Bytes
		if err := t.DeleteDataTable(ctx, table.AppID, table.Name); err != nil {
			return wrap("delete table", err)
		}
	}
	return t.takeSpace(ctx, app.Workspace, -bytes, 0)
}
