package store

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3/lock"

	"berth/platform"
	"berth/platform/store/db"
)

// refusing is a lock that nobody gets.
type refusing struct{ lock.SessionLocker }

func (refusing) SessionLock(context.Context, *sql.Conn) error { return errors.New("refused") }

// HeldWithoutLock is how many connections stay taken once the migration lock was not got.
func HeldWithoutLock(ctx context.Context, config pgx.ConnConfig) (_ int, err error) {
	d := stdlib.OpenDB(config)
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := (&directLock{SessionLocker: refusing{}, db: d}).SessionLock(ctx, nil); err == nil {
		return 0, errors.New("the lock was got")
	}
	return d.Stats().InUse, nil
}

// FillTasks gives somebody n tasks, numbered from 1, without the audit trail.
func (s *Store) FillTasks(ctx context.Context, user platform.UserID, n int) error {
	return s.inTransaction(ctx, func(t tx) error {
		for range n {
			id, err := t.NextTaskID(ctx)
			if err != nil {
				return err
			}
			if _, err := t.InsertTask(ctx, db.InsertTaskParams{ID: id, UserID: string(user), Title: "a", CreatedAt: t.now}); err != nil {
				return err
			}
		}
		return nil
	})
}

// AuditRows is the whole audit table, oldest first.
func (s *Store) AuditRows(ctx context.Context) ([]db.Audit, error) {
	rows, err := s.queries().Query(ctx, `SELECT id, at, workspace_id, actor_kind, actor_user, actor_key, actor, action, target, before, after,
		address, user_agent, request_id FROM audit ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []db.Audit
	for rows.Next() {
		var a db.Audit
		if err := rows.Scan(&a.ID, &a.At, &a.WorkspaceID, &a.ActorKind, &a.ActorUser, &a.ActorKey, &a.Actor, &a.Action, &a.Target,
			&a.Before, &a.After, &a.Address, &a.UserAgent, &a.RequestID); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, rows.Err()
}

// CountSamples counts what is stored for an app, shown or not.
func (s *Store) CountSamples(ctx context.Context, app platform.AppID) (n int64, err error) {
	err = s.queries().QueryRow(ctx, "SELECT COUNT(*) FROM samples WHERE app_id = $1", string(app)).Scan(&n)
	return n, err
}

// SharedKey is the group that an app shares rows of the call log with.
func SharedKey(app platform.AppID) string { return sharedKey(app) }

// CountCallRows counts the rows of the call log under a key: an app's id, or that of a group.
func (s *Store) CountCallRows(ctx context.Context, key string) (n int64, err error) {
	err = s.queries().QueryRow(ctx, "SELECT COUNT(*) FROM call_batches WHERE app_id = $1", key).Scan(&n)
	return n, err
}

// ReadShared bounds the bytes of shared rows of the call log that one request reads.
func (s *Store) ReadShared(bytes int) { s.maxShared = bytes }

// StoredRelease is a row of a release: where its content is, and what stands for its manifest.
type StoredRelease struct {
	Version           int
	Content, Manifest string
}

// StoredReleases are an app's releases as they are stored, oldest first.
func (s *Store) StoredReleases(ctx context.Context, app platform.AppID) (all []StoredRelease, err error) {
	rows, err := s.queries().Query(ctx, "SELECT version, content, manifest FROM releases WHERE app_id = $1 ORDER BY version", string(app))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r StoredRelease
		var version int32
		if err := rows.Scan(&version, &r.Content, &r.Manifest); err != nil {
			return nil, err
		}
		r.Version = int(version)
		all = append(all, r)
	}
	return all, rows.Err()
}

// Exec runs a statement, as an older version of this program may, and says how many rows it changed.
func (s *Store) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	tag, err := s.queries().Exec(ctx, statement, args...)
	return tag.RowsAffected(), err
}

// InTransaction runs what an older version of this program may do in one transaction.
func (s *Store) InTransaction(ctx context.Context, fn func(exec func(statement string, args ...any) error) error) error {
	return s.inTransaction(ctx, func(t tx) error {
		return fn(func(statement string, args ...any) error {
			_, err := t.raw.Exec(ctx, statement, args...)
			return err
		})
	})
}

// QueryRow asks the database itself.
func (s *Store) QueryRow(ctx context.Context, query string, args ...any) pgx.Row {
	return s.queries().QueryRow(ctx, query, args...)
}

// MigrateTo brings the schema to an earlier version of this program.
func (s *Store) MigrateTo(ctx context.Context, version int64) error { return s.migrateTo(ctx, version) }

// Listen is what Follow does on its own connection to PostgreSQL; it calls notified as soon as others can see it.
func (s *Store) Listen(ctx context.Context, notified func()) error {
	return s.engine.(postgres).listener(ctx, notified)
}

// AwaitNoServer waits until no server follows.
func (s *Store) AwaitNoServer(ctx context.Context) error {
	return s.inTx(ctx, func(raw db.DBTX) error {
		_, err := raw.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", servingLock)
		return err
	})
}

// Fill stores rows of a table as they are. PostgreSQL counts them, as it does by itself after a while.
func (s *Store) Fill(ctx context.Context, table string, columns []string, rows [][]any) error {
	return s.inTx(ctx, func(raw db.DBTX) error {
		_, err := raw.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		if _, onPostgres := s.engine.(postgres); err == nil && onPostgres {
			_, err = raw.Exec(ctx, "ANALYZE "+table)
		}
		return err
	})
}

// Plan returns how the database would run a query, whatever its parameters are.
func (s *Store) Plan(ctx context.Context, query string) (plan string, err error) {
	parameters := 0
	for strings.Contains(query, "$"+strconv.Itoa(parameters+1)) {
		parameters++
	}
	_, onPostgres := s.engine.(postgres)
	return plan, s.inTx(ctx, func(raw db.DBTX) error {
		var line string
		explain, args, row := "EXPLAIN QUERY PLAN "+query, make([]any, parameters), []any{new(int64), new(int64), new(int64), &line}
		if onPostgres {
			explain, args, row = "EXPLAIN EXECUTE planned", nil, []any{&line}
			if parameters > 0 {
				explain += "(" + strings.TrimSuffix(strings.Repeat("NULL,", parameters), ",") + ")"
			}
			for _, statement := range []string{"SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE planned AS " + query} {
				if _, err := raw.Exec(ctx, statement); err != nil {
					return err
				}
			}
			defer func() { _, _ = raw.Exec(ctx, "DEALLOCATE planned") }() // it ends with the connection anyway
		}
		rows, err := raw.Query(ctx, explain, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(row...); err != nil {
				return err
			}
			plan += line + "\n"
		}
		return rows.Err()
	})
}

// WholeReads deletes a row of a table, finds how often PostgreSQL reads all keys of unique columns for that, and lets the row be.
func (s *Store) WholeReads(ctx context.Context, ref platform.TableRef, id platform.RowID) (reads int64, err error) {
	undone := errors.New("nothing is deleted")
	err = s.inTx(ctx, func(raw db.DBTX) error {
		read := func() (n int64, err error) { // by this connection, lately
			err = raw.QueryRow(ctx, "SELECT COALESCE(SUM(seq_scan), 0) FROM pg_stat_xact_user_tables WHERE relname = 'data_keys'").Scan(&n)
			return n, err
		}
		before, err := read()
		if err != nil {
			return err
		}
		if err := db.New(raw).DeleteDataRow(ctx, string(ref.App), ref.Name, string(id)); err != nil {
			return err
		}
		after, err := read()
		if err != nil {
			return err
		}
		reads = after - before
		return undone
	})
	if errors.Is(err, undone) {
		err = nil
	}
	return reads, err
}

// DeliveriesRead lists what is due of a webhook, looking at all that waits, and says how often PostgreSQL reads a delivery for that.
func (s *Store) DeliveriesRead(ctx context.Context, id platform.WebhookID) (due int, reads int64, err error) {
	return due, reads, s.inTx(ctx, func(raw db.DBTX) error {
		read := func() (n int64, err error) { // by this connection, lately
			err = raw.QueryRow(ctx, "SELECT COALESCE(SUM(seq_tup_read + idx_tup_fetch), 0) FROM pg_stat_xact_user_tables WHERE relname = 'webhook_deliveries'").Scan(&n)
			return n, err
		}
		before, err := read()
		if err != nil {
			return err
		}
		found, err := db.New(raw).WebhookDeliveriesDue(ctx, db.WebhookDeliveriesDueParams{WebhookID: string(id), Foremost: math.MaxInt32, Now: s.now(), MaxRows: 4})
		if err != nil {
			return err
		}
		after, err := read()
		due, reads = len(found), after-before
		return err
	})
}
