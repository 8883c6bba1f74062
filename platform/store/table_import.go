package store

import (
	"context"
	"errors"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

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
		if err == nil {
			err = c.unique(ctx, list, func(id platform.RowID) bool { _, touched := before[id]; return touched })
		}
		if in.Refused != nil && (err == nil || platform.IsCode(err, platform.CodeLimitReached)) {
			return in.Refused
		}
		if err != nil {
			return err
		}
		done = rows.Outcome{Created: len(in.New), Changed: len(in.Changed)}
		if done.Removed = len(in.Removed); in.Replace {
			done.Removed = c.table.Rows
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
	if in.Replace || len(in.Changed)+len(in.Removed) > 0 {
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
			c.note(webhooks.RowDeleted, r, -len(r.Values))
		}
	}
	touched := map[platform.RowID]platform.Row{}
	for _, id := range in.Removed {
		r, ok := before[id]
		if !ok || in.Replace {
			return nil, nil, errors.New("import removes a row that is not there")
		}
		touched[id] = r
		c.added--
		c.note(webhooks.RowDeleted, r, -len(r.Values))
	}
	if err := c.mayAdd(len(in.New)); err != nil {
		return nil, nil, err
	}
	list = c.fresh(in.New)
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
	if err := c.manyRows(ctx); err != nil {
		return err
	}
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
	kept := make([]db.InsertDataUndoRowsParams, 0, len(list)+len(in.Removed))
	for _, r := range list {
		if was, changed := before[r.ID]; changed {
			kept = append(kept, c.former(was, "changed"))
			continue
		}
		kept = append(kept, db.InsertDataUndoRowsParams{AppID: app, TableName: name, ID: string(r.ID), Deed: "created", Rev: 1, CreatedAt: c.now, UpdatedAt: c.now})
	}
	for _, id := range in.Removed {
		kept = append(kept, c.former(before[id], "removed"))
	}
	if _, err := c.InsertDataUndoRows(ctx, kept); err != nil {
		return wrap("keep rows", err)
	}
	return c.forget(ctx)
}

// former is a row as it was before an import that has done so to it.
func (c *tableChange) former(r platform.Row, deed string) db.InsertDataUndoRowsParams {
	return db.InsertDataUndoRowsParams{AppID: string(c.at.App), TableName: c.at.Name, ID: string(r.ID), Deed: deed, Data: string(r.Values), Owner: r.Owner,
		Rev: r.Rev, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
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

// outcome counts what has happened to rows.
func (c *tableChange) outcome() rows.Outcome {
	var o rows.Outcome
	for _, r := range c.changed {
		switch r.kind {
		case webhooks.RowCreated:
			o.Created++
		case webhooks.RowUpdated:
			o.Changed++
		case webhooks.RowDeleted:
			o.Removed++
		}
	}
	return o
}
