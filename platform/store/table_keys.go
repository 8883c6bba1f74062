package store

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
)

// keyed is a row as it is to be stored, with its keys.
type keyed struct {
	platform.Row
	keys []rows.Key
}

// place is where the database has room for one cell.
type place struct {
	column, owner string
	hash          [32]byte
}

// places returns where a row has its cells of unique columns. Where rows are owned, those of one person are unique among
// themselves, and those of nobody have no place: an anonymous caller, who sees none of them, would learn what is there from
// what is refused.
func (c *tableChange) places(r keyed) []place {
	owner := ""
	if c.table.OwnedRows {
		if owner = r.Owner; owner == "" {
			return nil
		}
	}
	list := make([]place, len(r.keys))
	for i, k := range r.keys {
		list[i] = place{k.Column, owner, k.Hash}
	}
	return list
}

// unique returns rows.Duplicates where one of the rows has a cell that another row has, among them or stored. Those for which
// gone is true count no longer; nil = all count. Under the lock on the table nobody else adds one meanwhile; if somebody did,
// the primary key of data_keys would refuse it.
func (c *tableChange) unique(ctx context.Context, list []keyed, gone func(platform.RowID) bool) error {
	holder, err := c.holders(ctx, list)
	if err != nil {
		return err
	}
	var found rows.Duplicates
	seen := map[place]bool{}
	for i, r := range list {
		for _, at := range c.places(r) {
			id, err := holder(at)
			if err != nil {
				return err
			}
			one := rows.Duplicate{Index: i, Column: at.column}
			if (seen[at] || id != "" && id != r.ID && (gone == nil || !gone(id))) && !slices.Contains(found[max(0, len(found)-1):], one) {
				found = append(found, one)
			}
			seen[at] = true
		}
	}
	if len(found) > 0 {
		return found
	}
	return nil
}

// rekeyed returns a changed row with the keys that it is to have: those that are new to it, which no other row may have, and those that it had
// unless another row has them, as rows do that were stored when equal cells had keys of their own.
func (c *tableChange) rekeyed(ctx context.Context, r platform.Row, put rows.Put) ([]keyed, error) {
	var fresh, had []rows.Key
	for _, k := range put.Keys {
		if slices.Contains(put.Had, k) {
			had = append(had, k)
		} else {
			fresh = append(fresh, k)
		}
	}
	if err := c.unique(ctx, []keyed{{r, fresh}}, nil); err != nil {
		return nil, err
	}
	kept := []keyed{{r, had}}
	holder, err := c.holders(ctx, kept)
	if err != nil {
		return nil, err
	}
	for i, at := range c.places(kept[0]) {
		id, err := holder(at)
		if err != nil {
			return nil, err
		}
		if id == "" || id == r.ID {
			fresh = append(fresh, had[i])
		}
	}
	return []keyed{{r, fresh}}, nil
}

// holders returns how to find the row that has a cell, "" = none: for many rows by reading all keys of the table at once.
func (c *tableChange) holders(ctx context.Context, list []keyed) (func(place) (platform.RowID, error), error) {
	if len(list) <= few {
		return func(p place) (platform.RowID, error) {
			id, err := c.DataKeyRow(ctx, db.DataKeyRowParams{AppID: string(c.at.App), TableName: c.at.Name, ColumnName: p.column, Owner: p.owner, Hash: p.hash[:]})
			if errors.Is(err, pgx.ErrNoRows) {
				return "", nil
			}
			return platform.RowID(id), wrap("find key", err)
		}, nil
	}
	found, err := c.DataKeys(ctx, string(c.at.App), c.at.Name)
	if err != nil {
		return nil, wrap("list keys", err)
	}
	known := make(map[place]platform.RowID, len(found))
	for _, k := range found {
		known[place{k.ColumnName, k.Owner, [32]byte(k.Hash)}] = platform.RowID(k.RowID)
	}
	return func(p place) (platform.RowID, error) { return known[p], nil }, nil
}

// few is how many rows are written, or looked for, one by one: a statement for many costs more at first.
const few = 3

// write inserts rows that are not there, with their keys.
func (c *tableChange) write(ctx context.Context, list []keyed) error {
	params := make([]db.InsertDataRowsParams, len(list))
	for i, r := range list {
		params[i] = db.InsertDataRowsParams{AppID: string(c.at.App), TableName: c.at.Name, ID: string(r.ID), Data: string(r.Values), Owner: r.Owner,
			Rev: r.Rev, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
	}
	if len(params) > few {
		if _, err := c.InsertDataRows(ctx, params); err != nil {
			return wrap("insert rows", err)
		}
		return c.writeKeys(ctx, list)
	}
	for _, p := range params {
		if err := c.InsertDataRow(ctx, db.InsertDataRowParams(p)); err != nil {
			return wrap("insert row", err)
		}
	}
	return c.writeKeys(ctx, list)
}

// writeKeys inserts the keys of rows that are there.
func (c *tableChange) writeKeys(ctx context.Context, list []keyed) error {
	var params []db.InsertDataKeysParams
	for _, r := range list {
		for _, p := range c.places(r) {
			params = append(params, db.InsertDataKeysParams{AppID: string(c.at.App), TableName: c.at.Name, ColumnName: p.column, Owner: p.owner,
				Hash: p.hash[:], RowID: string(r.ID)})
		}
	}
	if len(params) > few {
		_, err := c.InsertDataKeys(ctx, params)
		return wrap("insert keys", err)
	}
	for _, p := range params {
		if err := c.InsertDataKey(ctx, db.InsertDataKeyParams(p)); err != nil {
			return wrap("insert key", err)
		}
	}
	return nil
}
