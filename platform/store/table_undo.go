package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

// undoFor is how long an import can be taken back (contract §7).
const undoFor = 7 * 24 * time.Hour

// UndoImport implements rows.Store.
func (s *Store) UndoImport(ctx context.Context, by platform.Actor, at rows.Scope, keys func(platform.Table, json.RawMessage) []rows.Key) (rows.Undone, error) {
	var done rows.Undone
	err := s.changeTable(ctx, by, at, func(c *tableChange) error {
		app, name := string(at.App), at.Name
		undo, err := c.DataUndo(ctx, app, name)
		if err == nil && c.now.Sub(undo.At) > undoFor {
			return errNothingToUndo()
		}
		if err != nil {
			return missing("load import", err, platform.CodeConflict, errNothingToUndo().Msg)
		}
		list, touched, left, err := c.back(ctx, keys)
		if err != nil {
			return err
		}
		if err := c.unique(ctx, list, func(id platform.RowID) bool { return touched[id] }); err != nil {
			var twice rows.Duplicates
			if errors.As(err, &twice) {
				return platform.Errorf(platform.CodeConflict,
					"The import cannot be taken back: a row that was made or changed since then has the %s of one that would come back. Change or delete it first.", twice[0].Column)
			}
			return err
		}
		if err := c.manyRows(ctx); err != nil {
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
		done = rows.Undone{Outcome: c.outcome(), Left: left}
		if err := c.counted(ctx); err != nil {
			return err
		}
		return c.auditRows(ctx, by, "table.undo", nil, outcomeFields(done.Outcome))
	})
	if err != nil {
		return rows.Undone{}, wrap("undo import", err)
	}
	return done, nil
}

func errNothingToUndo() *platform.Error {
	return platform.Errorf(platform.CodeConflict,
		"There is no import to take back: imports are kept for 7 days, until the next one, or until the columns change so that rows from before it do not fit them.")
}

// back returns the rows that take the place of all that the last import has touched, the ids of these, and of those that were changed since:
// they stay as they are. It counts the change.
func (c *tableChange) back(ctx context.Context, keys func(platform.Table, json.RawMessage) []rows.Key) (
	list []keyed, touched map[platform.RowID]bool, left []platform.RowID, err error,
) {
	kept, err := c.DataUndoRows(ctx, string(c.at.App), c.at.Name)
	if err != nil {
		return nil, nil, nil, wrap("load import", err)
	}
	all, err := c.allRows(ctx, c.table)
	if err != nil {
		return nil, nil, nil, err
	}
	here := make(map[platform.RowID]platform.Row, len(all))
	for _, r := range all {
		here[r.ID] = r
	}
	touched, again := map[platform.RowID]bool{}, 0
	for _, k := range kept {
		was := toRow(db.DataRow{ID: k.ID, Data: k.Data, Owner: k.Owner, Rev: k.Rev, CreatedAt: k.CreatedAt, UpdatedAt: k.UpdatedAt})
		touched[was.ID] = true
		now, present := here[was.ID]
		switch {
		case present && now.Rev > revAfter(k):
			left = append(left, was.ID)
			list = append(list, keyed{now, keys(c.table, now.Values)})
		case k.Deed == "created" && present:
			c.added--
			c.note(webhooks.RowDeleted, now, -len(now.Values))
		case k.Deed == "changed" && present:
			list = append(list, c.revised(now, rows.Put{Values: was.Values, Keys: keys(c.table, was.Values)}))
		case k.Deed == "removed":
			again++
			was.Rev, was.UpdatedAt = was.Rev+1, c.now
			c.note(webhooks.RowCreated, was, len(was.Values))
			list = append(list, keyed{was, keys(c.table, was.Values)})
		}
	}
	if err := c.mayAdd(again); err != nil {
		return nil, nil, nil, err
	}
	c.added += again
	slices.Sort(left)
	return list, touched, left, nil
}

// revAfter is the revision that the import has left a row at.
func revAfter(k db.DataUndoRowsRow) int64 {
	if k.Deed == "changed" {
		return k.Rev + 1
	}
	return k.Rev
}

// moved are the revisions of a row before and after it was written for other columns.
type moved struct{ from, to int64 }

// refit makes what the last import keeps fit other columns, and forgets the import where something does not. Rows that the import has touched
// have not been changed by anybody because the columns were.
func (c *tableChange) refit(ctx context.Context, as func(json.RawMessage) (json.RawMessage, bool), revs map[platform.RowID]moved) error {
	app, name := string(c.at.App), c.at.Name
	undo, err := c.DataUndo(ctx, app, name)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return wrap("load import", err)
	}
	kept, err := c.DataUndoRows(ctx, app, name)
	if err != nil {
		return wrap("load import", err)
	}
	if _, err := c.DeleteDataUndo(ctx, app, name); err != nil {
		return wrap("forget import", err)
	}
	list := make([]db.InsertDataUndoRowsParams, len(kept))
	for i, k := range kept {
		if k.Deed != "created" {
			if as == nil {
				return nil
			}
			values, fits := as(json.RawMessage(k.Data))
			if !fits {
				return nil
			}
			k.Data = string(values)
		}
		if at, here := revs[platform.RowID(k.ID)]; here && at.from <= revAfter(k) {
			k.Rev += at.to - at.from
		}
		list[i] = db.InsertDataUndoRowsParams{AppID: app, TableName: name, ID: k.ID, Deed: k.Deed, Data: k.Data, Owner: k.Owner,
			Rev: k.Rev, CreatedAt: k.CreatedAt, UpdatedAt: k.UpdatedAt}
	}
	if err := c.InsertDataUndo(ctx, db.InsertDataUndoParams(undo)); err != nil {
		return wrap("keep import", err)
	}
	_, err = c.InsertDataUndoRows(ctx, list)
	return wrap("keep rows", err)
}
