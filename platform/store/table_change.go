package store

import (
	"context"
	"errors"
	"math"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

// A change of a table is admitted, locks the table and ends with counted. Actors lock their rights before the table, and the
// table comes before the workspace's space.

// tableChange is a transaction that holds one table.
type tableChange struct {
	tx
	at    rows.Scope
	table platform.Table
	bytes int64 // of its rows, before

	invented *platform.App // the app, locked, where an author changes what was made up for it; else nil
	served   string        // the slug under which something else is served now, "" = none

	added   int   // rows
	more    int64 // bytes
	changed []rowChange
}

// rowChange is what happened to one row; a deleted one is as it was.
type rowChange struct {
	kind webhooks.Kind
	row  platform.Row
}

// changeTable runs fn for an actor who may change rows of the table, and counts what has changed. What was written is stored
// when fn returns nil.
func (s *Store) changeTable(ctx context.Context, by platform.Actor, at rows.Scope, fn func(c *tableChange) error) error {
	at = scoped(by, at)
	var served string
	work := func(t tx) error {
		c := &tableChange{tx: t, at: at}
		if !at.Tool {
			if err := c.lockInvented(ctx); err != nil {
				return err
			}
		}
		if err := c.lock(ctx); err != nil {
			return err
		}
		err := fn(c)
		served = c.served
		return err
	}
	if !at.Tool {
		err := s.changeIn(ctx, by, work)
		if err == nil && served != "" && at.Changed != nil {
			at.Changed(served)
		}
		return err
	}
	return s.inTransaction(ctx, func(t tx) error {
		if by.Kind == platform.KindToken && by.App != at.App {
			if by.App != platform.OwnApp {
				return platform.Errorf(platform.CodeUnauthenticated, "The access token is for another app.")
			}
			if _, err := t.admit(ctx, by, at.Workspace, platform.RoleEditor); err != nil { // who tries an app from there
				return err
			}
		}
		if err := t.use(ctx, by); err != nil {
			return err
		}
		return work(t)
	})
}

// scoped keeps authors to their own workspace, where their rows belong to nobody.
func scoped(by platform.Actor, at rows.Scope) rows.Scope {
	if !at.Tool {
		at.Workspace, at.Owner = by.Workspace, ""
	}
	return at
}

// lock finds the table in its workspace and keeps others from changing it.
func (c *tableChange) lock(ctx context.Context) error {
	if err := c.askable(ctx, c.at.TableRef); err != nil {
		return err
	}
	found, err := c.LockDataTable(ctx, string(c.at.App), c.at.Name, string(c.at.Workspace))
	if errors.Is(err, pgx.ErrNoRows) {
		if err := c.authored(ctx, c.at.Workspace, c.at.App); err != nil {
			return err
		}
	}
	if err != nil {
		return c.tableMissing(ctx, c.at.TableRef, "lock table", err)
	}
	c.bytes = found.Bytes
	c.table, err = toTable(found)
	return err
}

// authored refuses an app that is not of the workspace, and one that ships with the server.
func (t tx) authored(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) error {
	if !validID(string(app)) {
		return t.appHere(ctx, ws, app)
	}
	origin, err := t.AppOrigin(ctx, string(app), string(ws))
	if err != nil {
		return appMissing("load app", err)
	}
	if platform.Origin(origin) == platform.OriginSeeded {
		return errNoTables()
	}
	return nil
}

func errNoTables() error {
	return platform.Errorf(platform.CodeForbidden, "This app ships with the server: it has no tables.")
}

// note remembers what has happened to a row, and by how many bytes its values have grown.
func (c *tableChange) note(kind webhooks.Kind, r platform.Row, more int) {
	c.changed = append(c.changed, rowChange{kind, r})
	c.more += int64(more)
}

// mayAdd refuses more rows than the table may have.
func (c *tableChange) mayAdd(n int) error {
	if most := c.at.Limits.Rows; most > 0 && n > 0 && c.table.Rows+c.added+n > most {
		return platform.Errorf(platform.CodeLimitReached, "The table %s would have %d rows; the limit is %d (BERTH_LIMIT_ROWS).",
			c.table.Name, c.table.Rows+c.added+n, most)
	}
	return nil
}

// counted ends the change: it writes the counts of the table and the workspace. It leaves c.table as it is now.
func (c *tableChange) counted(ctx context.Context) error {
	at := c.now
	if at.Before(c.table.CreatedAt) { // one of several that were made at once
		at = c.table.CreatedAt
	}
	found, err := c.CountDataRows(ctx, db.CountDataRowsParams{Rows: int32(c.added), More: c.more, At: at, AppID: string(c.at.App), Name: c.at.Name})
	if err != nil {
		return wrap("count rows", err)
	}
	c.table.Rows, c.table.Revision, c.table.UpdatedAt = int(found.RowCount), found.Revision, at
	if found.HasWebhooks {
		if err := c.tellWebhooks(ctx); err != nil {
			return err
		}
	}
	return c.takeSpace(ctx, c.at.Workspace, c.more, c.at.Limits.Bytes)
}

// takeSpace counts bytes of rows in the workspace; most 0 = no limit. Others who do so wait until the transaction ends.
func (t tx) takeSpace(ctx context.Context, ws platform.WorkspaceID, more, most int64) error {
	if more == 0 {
		return nil
	}
	limit := most
	if limit <= 0 {
		limit = math.MaxInt64 / 2
	}
	n, err := t.TakeDataSpace(ctx, more, string(ws), limit)
	if err == nil && n == 0 { // there is too little, or it is not counted yet
		if err = t.OpenDataSpace(ctx, string(ws)); err == nil {
			n, err = t.TakeDataSpace(ctx, more, string(ws), limit)
		}
	}
	if err != nil {
		return wrap("count space", err)
	}
	if n == 0 {
		return platform.Errorf(platform.CodeLimitReached, "The rows of this workspace would take more than its limit of %d MiB (BERTH_LIMIT_WORKSPACE_MIB).", most>>20)
	}
	return nil
}

// digest returns what the audit trail says of a row: which one, how long, and what proves its contents.
func digest(r platform.Row) fields {
	return fields{"id": r.ID, "bytes": len(r.Values), "sha256": hexSHA256(r.Values)}
}

// auditRows writes the line of the audit trail about a change of rows. What tools do is in the call log alone: the trail of
// a workspace does not name those who use its apps.
func (c *tableChange) auditRows(ctx context.Context, by platform.Actor, action string, before, after fields) error {
	if c.at.Tool {
		return nil
	}
	for _, f := range []fields{before, after} {
		if f != nil {
			f["table"] = c.at.Name
		}
	}
	return c.audit(ctx, by, change{c.at.Workspace, action, string(c.at.App), before, after})
}
