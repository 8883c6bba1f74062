package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
)

// undoFor is how long an import can be taken back (contract §7).
const undoFor = 7 * 24 * time.Hour

// errDry ends a transaction that was only to be tried.
var errDry = errors.New("dry run")

// ImportRows implements rows.Store.
func (s *Store) ImportRows(ctx context.Context, by platform.Actor, at rows.Scope, dry bool, plan func(rows.Present) (rows.Import, error)) (rows.Outcome, error) {
	var done rows.Outcome
	err := s.changeTable(ctx, by, at, func(c *tableChange) error {
		present := c.present(ctx)
		in, err := plan(present)
		if err != nil {
			return err
		}
		before, list, err := c.merge(present, in)
		if err != nil {
			return err
		}
		done = rows.Outcome{Created: len(in.New), Changed: len(in.Changed)}
		if in.Replace {
			done.Removed = c.table.Rows
		}
		if err := c.unique(ctx, list, func(id platform.RowID) bool { _, touched := before[id]; return touched }); err != nil {
			return err
		}
		if len(c.changed) == 0 { // what can be taken back stays
			return nil
		}
		if !dry {
			if err := c.exchange(ctx, in, before, list); err != nil {
				return err
			}
		}
		if err := c.counted(ctx); err != nil {
			return err
		}
		if dry {
			return errDry
		}
		if err := c.auditRows(ctx, by, "table.import", nil, outcomeFields(done)); err != nil || len(list) == 0 {
			return err
		}
		return s.sent(ctx, by, c)
	})
	if err != nil && !errors.Is(err, errDry) {
		return rows.Outcome{}, wrap("import rows", err)
	}
	return done, nil
}

func outcomeFields(o rows.Outcome) fields {
	return fields{"created": o.Created, "changed": o.Changed, "removed": o.Removed}
}

// merge counts what an import changes. It returns the rows that it touches, as they were, and all that it writes.
func (c *tableChange) merge(present rows.Present, in rows.Import) (before map[platform.RowID]platform.Row, list []keyed, err error) {
	before = map[platform.RowID]platform.Row{}
	if in.Replace || len(in.Changed) > 0 {
		all, err := present.Rows()
		if err != nil {
			return nil, nil, err
		}
		for _, r := range all {
			before[r.ID] = r
		}
	}
	if in.Replace {
		c.added -= len(before)
		for _, r := range before {
			c.note(rowDeleted, r, -len(r.Values))
		}
	}
	if err := c.mayAdd(len(in.New)); err != nil {
		return nil, nil, err
	}
	list = c.fresh(in.New)
	touched := map[platform.RowID]platform.Row{}
	for _, p := range in.Changed {
		r, ok := before[p.ID]
		if !ok || in.Replace {
			return nil, nil, errors.New("import changes a row that is not there")
		}
		touched[r.ID] = r
		list = append(list, c.revised(r, p))
	}
	if !in.Replace {
		before = touched
	}
	return before, list, nil
}

// exchange writes the rows of an import in place of those that it touches, and keeps these.
func (c *tableChange) exchange(ctx context.Context, in rows.Import, before map[platform.RowID]platform.Row, list []keyed) error {
	if err := c.keep(ctx, in, before, list); err != nil {
		return err
	}
	app, name := string(c.at.App), c.at.Name
	if in.Replace {
		if err := c.DeleteDataRows(ctx, app, name); err != nil {
			return wrap("delete rows", err)
		}
	} else if len(before) > 0 {
		if err := c.DeleteTouchedDataRows(ctx, app, name); err != nil {
			return wrap("delete rows", err)
		}
	}
	return c.write(ctx, list)
}

// keep stores what it takes to take the import back, in place of what was kept of the last one.
func (c *tableChange) keep(ctx context.Context, in rows.Import, before map[platform.RowID]platform.Row, list []keyed) error {
	app, name := string(c.at.App), c.at.Name
	if _, err := c.DeleteDataUndo(ctx, app, name); err != nil {
		return wrap("forget last import", err)
	}
	size := int64(0)
	for _, r := range before {
		size += int64(len(r.Values))
	}
	if err := c.InsertDataUndo(ctx, db.InsertDataUndoParams{AppID: app, TableName: name, WorkspaceID: string(c.at.Workspace), Bytes: size, At: c.now}); err != nil {
		return wrap("keep import", err)
	}
	if in.Replace {
		if err := c.KeepDataRows(ctx, app, name); err != nil {
			return wrap("keep rows", err)
		}
	}
	kept := make([]db.InsertDataUndoRowsParams, len(list))
	for i, r := range list {
		was, changed := before[r.ID]
		kept[i] = db.InsertDataUndoRowsParams{AppID: app, TableName: name, ID: string(r.ID), Deed: "created", Rev: 1, CreatedAt: c.now, UpdatedAt: c.now}
		if changed {
			kept[i] = db.InsertDataUndoRowsParams{AppID: app, TableName: name, ID: string(r.ID), Deed: "changed", Data: string(was.Values), Owner: was.Owner,
				Rev: was.Rev, CreatedAt: was.CreatedAt, UpdatedAt: was.UpdatedAt}
		}
	}
	if _, err := c.InsertDataUndoRows(ctx, kept); err != nil {
		return wrap("keep rows", err)
	}
	return c.forget(ctx)
}

// forget deletes the oldest of what the imports of the workspace keep where all takes more than its rows may.
func (c *tableChange) forget(ctx context.Context) error {
	if c.at.Limits.Bytes <= 0 {
		return nil
	}
	kept, err := c.DataUndos(ctx, string(c.at.Workspace))
	if err != nil {
		return wrap("list imports", err)
	}
	total := int64(0)
	for _, u := range kept {
		if total += u.Bytes; total > c.at.Limits.Bytes {
			if _, err := c.DeleteDataUndo(ctx, u.AppID, u.TableName); err != nil {
				return wrap("forget import", err)
			}
		}
	}
	return nil
}

// UndoImport implements rows.Store.
func (s *Store) UndoImport(ctx context.Context, by platform.Actor, at rows.Scope, keys func(platform.Table, json.RawMessage) []rows.Key) (rows.Outcome, error) {
	var done rows.Outcome
	err := s.changeTable(ctx, by, at, func(c *tableChange) error {
		app, name := string(at.App), at.Name
		undo, err := c.DataUndo(ctx, app, name)
		if err == nil && c.now.Sub(undo.At) > undoFor {
			return errNothingToUndo()
		}
		if err != nil {
			return missing("load import", err, platform.CodeConflict, errNothingToUndo().Msg)
		}
		list, touched, err := c.former(ctx, keys)
		if err != nil {
			return err
		}
		if err := c.unique(ctx, list, func(id platform.RowID) bool { return touched[id] }); err != nil {
			var twice rows.Duplicates
			if errors.As(err, &twice) {
				return platform.Errorf(platform.CodeConflict, "The import cannot be taken back: since then another row has got the %s of one that would come back.", twice[0].Column)
			}
			return err
		}
		if err := c.DeleteTouchedDataRows(ctx, app, name); err != nil {
			return wrap("delete rows", err)
		}
		if err := c.write(ctx, list); err != nil {
			return err
		}
		if _, err := c.DeleteDataUndo(ctx, app, name); err != nil {
			return wrap("forget import", err)
		}
		done = c.outcome()
		if err := c.counted(ctx); err != nil {
			return err
		}
		return c.auditRows(ctx, by, "table.undo", nil, outcomeFields(done))
	})
	if err != nil {
		return rows.Outcome{}, wrap("undo import", err)
	}
	return done, nil
}

func errNothingToUndo() *platform.Error {
	return platform.Errorf(platform.CodeConflict, "There is no import to take back: imports are kept for 7 days, until the next one or until the columns change.")
}

// former returns the rows as they were before the last import, and the ids of all that it has touched. It counts the change.
func (c *tableChange) former(ctx context.Context, keys func(platform.Table, json.RawMessage) []rows.Key) ([]keyed, map[platform.RowID]bool, error) {
	kept, err := c.DataUndoRows(ctx, string(c.at.App), c.at.Name)
	if err != nil {
		return nil, nil, wrap("load import", err)
	}
	all, err := c.allRows(ctx, c.table)
	if err != nil {
		return nil, nil, err
	}
	here := make(map[platform.RowID]platform.Row, len(all))
	for _, r := range all {
		here[r.ID] = r
	}
	var list []keyed
	touched, back := map[platform.RowID]bool{}, 0
	for _, k := range kept {
		was := toRow(db.DataRow{ID: k.ID, Data: k.Data, Owner: k.Owner, Rev: k.Rev, CreatedAt: k.CreatedAt, UpdatedAt: k.UpdatedAt})
		touched[was.ID] = true
		now, present := here[was.ID]
		switch {
		case k.Deed == "created" && present:
			c.added--
			c.note(rowDeleted, now, -len(now.Values))
		case k.Deed == "changed" && present:
			list = append(list, c.revised(now, rows.Put{Values: was.Values, Keys: keys(c.table, was.Values)}))
		case k.Deed == "removed":
			back++
			was.Rev, was.UpdatedAt = was.Rev+1, c.now
			c.note(rowCreated, was, len(was.Values))
			list = append(list, keyed{was, keys(c.table, was.Values)})
		}
	}
	if err := c.mayAdd(back); err != nil {
		return nil, nil, err
	}
	c.added += back
	return list, touched, nil
}

// outcome counts what has happened to rows.
func (c *tableChange) outcome() rows.Outcome {
	var o rows.Outcome
	for _, r := range c.changed {
		switch r.kind {
		case rowCreated:
			o.Created++
		case rowUpdated:
			o.Changed++
		case rowDeleted:
			o.Removed++
		}
	}
	return o
}
