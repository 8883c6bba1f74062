package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/store/backup"
	"berth/platform/store/db"
)

// Backup writes everything that the database holds at one moment, while others go on writing. The backup can be read into
// both engines, and holds the server's secrets and the hashes of passwords, keys and sessions. With the secrets whoever has it can make the
// refresh tokens of its grants. An error leaves an
// incomplete backup, which no reader takes for a whole one.
func (s *Store) Backup(ctx context.Context, out io.Writer) error {
	return wrap("back up", s.snapshot(ctx, func(q db.DBTX) error {
		schema, err := schemaVersion(ctx, q)
		if err != nil {
			return err
		}
		tables, err := s.tables(ctx, q, schema)
		if err != nil {
			return err
		}
		w, err := backup.NewWriter(out, backup.Header{Schema: schema, MadeAt: s.now()})
		if err != nil {
			return err
		}
		for _, t := range tables {
			if err := copyOut(ctx, q, w, t); err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
		}
		return w.Close()
	}))
}

func schemaVersion(ctx context.Context, q db.DBTX) (version int64, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version").Scan(&version)
	if sqlState(err) == noSuchTable {
		return 0, ErrEmpty
	}
	return version, wrap("read schema version", err)
}

// copyOut writes the rows of one table, one at a time.
func copyOut(ctx context.Context, q db.DBTX, w *backup.Writer, t backup.Table) error {
	if err := w.Begin(t); err != nil {
		return err
	}
	rows, err := q.Query(ctx, "SELECT "+strings.Join(columnNames(t), ", ")+" FROM "+pgx.Identifier{t.Name}.Sanitize())
	if err != nil {
		return err
	}
	defer rows.Close()
	cells, values := make([]cell, len(t.Columns)), make([]any, len(t.Columns))
	into := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		into[i] = cells[i].of(c.Type)
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, c := range t.Columns {
			values[i] = cells[i].value(c.Type)
		}
		if err := w.Row(values); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return w.End()
}

func columnNames(t backup.Table) []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = pgx.Identifier{c.Name}.Sanitize()
	}
	return names
}

// cell scans one value of a row, of the column's type.
type cell struct {
	text    *string
	integer *int64
	boolean *bool
	at      *time.Time
	bytes   []byte
}

func (c *cell) of(t backup.Type) any {
	switch t {
	case backup.Text:
		return &c.text
	case backup.Integer, backup.Bigint:
		return &c.integer
	case backup.Boolean:
		return &c.boolean
	case backup.Timestamp:
		return &c.at
	}
	return &c.bytes
}

func (c *cell) value(t backup.Type) any {
	switch {
	case t == backup.Text && c.text != nil:
		return *c.text
	case (t == backup.Integer || t == backup.Bigint) && c.integer != nil:
		return *c.integer
	case t == backup.Boolean && c.boolean != nil:
		return *c.boolean
	case t == backup.Timestamp && c.at != nil:
		return c.at.UTC()
	case t == backup.Bytes && c.bytes != nil:
		return c.bytes
	}
	return nil
}

// beyond is how much a restore raises the feed's revision: by more than there can have been changes since the backup, so
// that a replica that still runs sees a gap and reads everything anew.
const beyond = 1_000_000

// Restore fills an empty database with a backup and brings its schema up to date: all of it or nothing. It returns CONFLICT
// for a database that already holds a person, that has a later schema than the backup, or that a server uses.
func (s *Store) Restore(ctx context.Context, in io.Reader) error {
	r, err := backup.NewReader(in)
	if err != nil {
		return err
	}
	if err := s.beforeRestore(ctx, r.Schema); err != nil {
		return err
	}
	if err := s.migrateTo(ctx, r.Schema); err != nil {
		return err
	}
	err = s.inTx(ctx, func(raw db.DBTX) error { // not retried: a backup can be read only once
		t := tx{Queries: db.New(raw), raw: raw, now: s.now()}
		if err := s.emptied(ctx, t, r.Schema); err != nil {
			return err
		}
		if err := copyIn(ctx, raw, r); err != nil {
			return err
		}
		if err := t.RaiseFeed(ctx, beyond); err != nil {
			return wrap("raise feed", err)
		}
		return wrap("announce change", s.announce(ctx, raw))
	})
	if err != nil {
		return wrap("restore", err)
	}
	return s.Migrate(ctx)
}

// beforeRestore refuses a backup that this program or this database cannot take.
func (s *Store) beforeRestore(ctx context.Context, schema int64) error {
	newest, err := newestSchema()
	if err != nil {
		return err
	}
	if schema > newest {
		return fmt.Errorf("the backup has schema %d, this program knows %d: use the version of Berth that made it, or a later one", schema, newest)
	}
	have, err := schemaVersion(ctx, s.queries())
	if err != nil || have == 0 { // nothing there yet, or no database: migrating will tell
		return nil //nolint:nilerr // as above
	}
	if used, err := inUse(ctx, s.queries()); err != nil {
		return err
	} else if used {
		return platform.Errorf(platform.CodeConflict, "There is an installation in this database already: restore into an empty one.")
	}
	if have > schema {
		return platform.Errorf(platform.CodeConflict, "The database has schema %d already and the backup %d: restore into a new one.", have, schema)
	}
	return nil
}

// inUse reports whether there is a person, or a server has started: a server makes a secret before anything else.
func inUse(ctx context.Context, q db.DBTX) (bool, error) {
	var rows int64
	err := q.QueryRow(ctx, "SELECT (SELECT COUNT(*) FROM users) + (SELECT COUNT(*) FROM secrets)").Scan(&rows)
	return rows > 0, wrap("look for people", err)
}

// emptied locks all others out for this transaction and deletes what migrations have put into the database.
func (s *Store) emptied(ctx context.Context, t tx, schema int64) error {
	tables, err := s.tables(ctx, t.raw, schema)
	if err != nil {
		return err
	}
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = table.Name
	}
	if err := s.exclude(ctx, t.raw, names); err != nil {
		return wrap("lock tables", err)
	}
	have, err := schemaVersion(ctx, t.raw)
	if err != nil {
		return err
	}
	used, err := inUse(ctx, t.raw)
	if err != nil {
		return err
	}
	if used || have != schema {
		return servedElsewhere()
	}
	for _, name := range slices.Backward(names) {
		if _, err := t.raw.Exec(ctx, "DELETE FROM "+pgx.Identifier{name}.Sanitize()); err != nil {
			return wrap("empty "+name, err)
		}
	}
	return nil
}

func servedElsewhere() error {
	return platform.Errorf(platform.CodeConflict, "Somebody else is using the database: stop the servers first.")
}

// copyIn inserts the rows of all tables. It returns nil when the backup is whole. Tables of another program, which backups once had, are
// left out.
func copyIn(ctx context.Context, q db.DBTX, r *backup.Reader) error {
	own, err := ownTables()
	if err != nil {
		return err
	}
	for {
		t, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !own[t.Name] {
			if err := pass(r); err != nil {
				return err
			}
			continue
		}
		names := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			names[i] = c.Name
		}
		source := &copying{reader: r, keep: t.Name != "feed_entries"} // entries tell running replicas of changes before
		if _, err := q.CopyFrom(ctx, pgx.Identifier{t.Name}, names, source); err != nil {
			if damage := r.Rest(); damage != nil { // which may be why a row does not fit
				return damage
			}
			return fmt.Errorf("table %s: %w", t.Name, errors.Join(source.err, err))
		}
	}
}

// pass reads the rows of a table for nobody.
func pass(r *backup.Reader) error {
	source := &copying{reader: r} // which keeps no row
	source.Next()
	return source.Err()
}

// copying reads the rows of one table of a backup for CopyFrom.
type copying struct {
	reader *backup.Reader
	keep   bool
	row    []any
	err    error
}

// Next implements pgx.CopyFromSource.
func (c *copying) Next() bool {
	for {
		c.row, c.err = c.reader.Row()
		if errors.Is(c.err, io.EOF) {
			c.err = nil
			return false
		}
		if c.err != nil || c.keep {
			return c.err == nil
		}
	}
}

// Values implements pgx.CopyFromSource.
func (c *copying) Values() ([]any, error) { return c.row, nil }

// Err implements pgx.CopyFromSource.
func (c *copying) Err() error { return c.err }
