package store

import (
	"bytes"
	"context"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

// InsertRows implements rows.Store.
func (s *Store) InsertRows(ctx context.Context, by platform.Actor, at rows.Scope, build func(platform.Table) ([]rows.Put, error)) (platform.Table, []platform.Row, error) {
	var table platform.Table
	var made []platform.Row
	err := s.changeTable(ctx, by, at, func(c *tableChange) error {
		puts, err := build(c.table)
		if err != nil {
			return err
		}
		if made, err = c.insert(ctx, puts); err != nil {
			return err
		}
		if err := c.counted(ctx); err != nil {
			return err
		}
		table = c.table
		after := fields{"rows": len(made)}
		if len(made) == 1 {
			after = digest(made[0])
		}
		if err := c.auditRows(ctx, by, "row.create", nil, after); err != nil {
			return err
		}
		return s.sent(ctx, by, c)
	})
	if err != nil {
		return platform.Table{}, nil, wrap("insert rows", err)
	}
	return table, made, nil
}

// insert stores new rows, which belong to the scope's owner.
func (c *tableChange) insert(ctx context.Context, puts []rows.Put) ([]platform.Row, error) {
	if err := c.mayAdd(len(puts)); err != nil {
		return nil, err
	}
	list := c.fresh(puts)
	if err := c.unique(ctx, list, nil); err != nil {
		return nil, err
	}
	made := make([]platform.Row, len(list))
	for i, r := range list {
		made[i] = r.Row
	}
	return made, c.write(ctx, list)
}

// fresh returns new rows, and counts them.
func (c *tableChange) fresh(puts []rows.Put) []keyed {
	list := make([]keyed, len(puts))
	for i, p := range puts {
		list[i] = keyed{platform.Row{ID: platform.RowID(newID()), Values: p.Values, Owner: c.at.Owner, Rev: 1, CreatedAt: c.now, UpdatedAt: c.now}, p.Keys}
		c.note(webhooks.RowCreated, list[i].Row, len(p.Values))
	}
	c.added += len(puts)
	return list
}

// UpdateRow implements rows.Store.
func (s *Store) UpdateRow(ctx context.Context, by platform.Actor, at rows.Target, edit func(platform.Table, platform.Row) (rows.Put, error)) (platform.Table, platform.Row, error) {
	var table platform.Table
	var now platform.Row
	err := s.changeTable(ctx, by, at.Scope, func(c *tableChange) error {
		before, err := c.find(ctx, at)
		if err != nil {
			return err
		}
		table = c.table
		put, err := edit(c.table, before)
		if err != nil {
			return err
		}
		if now = before; bytes.Equal(put.Values, before.Values) {
			return nil
		}
		now.Values, now.Rev, now.UpdatedAt = put.Values, before.Rev+1, c.now
		list, err := c.rekeyed(ctx, now, put)
		if err != nil {
			return err
		}
		if err := c.DeleteDataKeysOfRow(ctx, string(at.App), at.Name, string(now.ID)); err != nil {
			return wrap("delete keys", err)
		}
		if err := c.writeKeys(ctx, list); err != nil {
			return err
		}
		err = c.UpdateDataRow(ctx, db.UpdateDataRowParams{
			AppID: string(at.App), TableName: at.Name, ID: string(now.ID), Data: string(now.Values), Rev: now.Rev, UpdatedAt: now.UpdatedAt,
		})
		if err != nil {
			return wrap("update row", err)
		}
		c.note(webhooks.RowUpdated, now, len(now.Values)-len(before.Values))
		if err := c.counted(ctx); err != nil {
			return err
		}
		table = c.table
		if err := c.auditRows(ctx, by, "row.update", digest(before), digest(now)); err != nil {
			return err
		}
		return s.sent(ctx, by, c)
	})
	if err != nil {
		return platform.Table{}, platform.Row{}, wrap("update row", err)
	}
	return table, now, nil
}

// DeleteRow implements rows.Store.
func (s *Store) DeleteRow(ctx context.Context, by platform.Actor, at rows.Target) (platform.Table, platform.Row, error) {
	var table platform.Table
	var was platform.Row
	err := s.changeTable(ctx, by, at.Scope, func(c *tableChange) (err error) {
		if was, err = c.find(ctx, at); err != nil {
			return err
		}
		if err := c.DeleteDataRow(ctx, string(at.App), at.Name, string(was.ID)); err != nil {
			return wrap("delete row", err)
		}
		c.added--
		c.note(webhooks.RowDeleted, was, -len(was.Values))
		if err := c.counted(ctx); err != nil {
			return err
		}
		table = c.table
		return c.auditRows(ctx, by, "row.delete", digest(was), nil)
	})
	if err != nil {
		return platform.Table{}, platform.Row{}, wrap("delete row", err)
	}
	return table, was, nil
}

// find loads the row of a change. One that is not the actor's is not there.
func (c *tableChange) find(ctx context.Context, at rows.Target) (platform.Row, error) {
	row, err := c.row(ctx, at.TableRef, at.ID)
	if err != nil {
		return platform.Row{}, err
	}
	if c.table.OwnedRows && at.Tool && (at.Owner == "" || row.Owner != at.Owner) {
		return platform.Row{}, platform.Errorf(platform.CodeNotFound, noRow)
	}
	if at.Rev != 0 && at.Rev != row.Rev {
		return platform.Row{}, platform.Errorf(platform.CodePreconditionFailed, "The row has changed since it was read.")
	}
	return row, nil
}
