package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"berth/platform/store/backup"
	"berth/platform/store/db"
)

// archive is what an engine does for backups. It takes the tables that the database has and the migrations have made, so that a
// migration may add one without any other change.
type archive interface {
	// snapshot runs fn on the database as it is at one moment.
	snapshot(ctx context.Context, fn func(db.DBTX) error) error
	// columns lists the columns of all tables but those that keep the schema's version, in the order of their tables.
	columns(ctx context.Context, q db.DBTX) ([]column, error)
	// references lists which table refers to which.
	references(ctx context.Context, q db.DBTX) ([]reference, error)
	// exclude keeps others from the tables until the transaction ends, and defers to its end checks of references that the
	// engine would otherwise make earlier.
	exclude(ctx context.Context, tx db.DBTX, tables []string) error
}

type column struct{ table, name, kind string }

type reference struct{ from, to string }

// tables lists the tables of a database of that schema which are ours, those that others refer to first. Where a later version has
// brought the schema up to date, that is all of them: what it has made is not known here.
func (s *Store) tables(ctx context.Context, q db.DBTX, schema int64) ([]backup.Table, error) {
	columns, err := s.columns(ctx, q)
	if err != nil {
		return nil, wrap("list columns", err)
	}
	newest, err := newestSchema()
	if err != nil {
		return nil, err
	}
	own, err := ownTables()
	if err != nil {
		return nil, err
	}
	if schema <= newest {
		columns = slices.DeleteFunc(columns, func(c column) bool { return !own[c.table] })
	}
	references, err := s.references(ctx, q)
	if err != nil {
		return nil, wrap("list references", err)
	}
	var tables []backup.Table
	for _, c := range columns {
		t := backup.Type(c.kind)
		if !t.Known() {
			return nil, fmt.Errorf("column %s of table %s has the type %q, which no backup has", c.name, c.table, c.kind)
		}
		if len(tables) == 0 || tables[len(tables)-1].Name != c.table {
			tables = append(tables, backup.Table{Name: c.table})
		}
		last := &tables[len(tables)-1]
		last.Columns = append(last.Columns, backup.Column{Name: c.name, Type: t})
	}
	return sorted(tables, references)
}

// sorted puts each table behind those that it refers to.
func sorted(tables []backup.Table, references []reference) ([]backup.Table, error) {
	var done []backup.Table
	for len(tables) > 0 {
		next := slices.IndexFunc(tables, func(t backup.Table) bool { // that refers to none of those left but itself
			return !slices.ContainsFunc(references, func(r reference) bool {
				return r.from == t.Name && r.to != t.Name && slices.ContainsFunc(tables, func(o backup.Table) bool { return o.Name == r.to })
			})
		})
		if next < 0 {
			return nil, errors.New("tables refer to each other in a circle")
		}
		done, tables = append(done, tables[next]), slices.Delete(tables, next, next+1)
	}
	return done, nil
}

// list runs a query and scans each row into the fields that into returns.
func list[T any](ctx context.Context, q db.DBTX, query string, into func(*T) []any) ([]T, error) {
	rows, err := q.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var v T
		if err := rows.Scan(into(&v)...); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

func columnParts(c *column) []any { return []any{&c.table, &c.name, &c.kind} }

func referenceParts(r *reference) []any { return []any{&r.from, &r.to} }

func (l lite) snapshot(ctx context.Context, fn func(db.DBTX) error) error { return l.Snapshot(ctx, fn) }

func (l lite) columns(ctx context.Context, q db.DBTX) ([]column, error) {
	return list(ctx, q, `SELECT t.name, c.name, lower(c.type) FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'goose_db_version' ORDER BY t.name, c.cid`, columnParts)
}

func (l lite) references(ctx context.Context, q db.DBTX) ([]reference, error) {
	return list(ctx, q, `SELECT DISTINCT t.name, r."table" FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS r
		WHERE t.type = 'table'`, referenceParts)
}

func (l lite) exclude(ctx context.Context, tx db.DBTX, _ []string) error {
	_, err := tx.Exec(ctx, "PRAGMA defer_foreign_keys = ON") // a writer has the file for itself
	return err
}

func (p postgres) snapshot(ctx context.Context, fn func(db.DBTX) error) error {
	return pgx.BeginTxFunc(ctx, p.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error { return fn(tx) })
}

func (p postgres) columns(ctx context.Context, q db.DBTX) ([]column, error) {
	return list(ctx, q, `SELECT c.table_name::text, c.column_name::text,
			CASE c.data_type WHEN 'timestamp with time zone' THEN 'timestamptz' ELSE c.data_type::text END
		FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
		WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name <> 'goose_db_version'
		ORDER BY c.table_name, c.ordinal_position`, columnParts)
}

func (p postgres) references(ctx context.Context, q db.DBTX) ([]reference, error) {
	return list(ctx, q, `SELECT DISTINCT f.relname::text, t.relname::text FROM pg_constraint AS c
		JOIN pg_class AS f ON f.oid = c.conrelid JOIN pg_class AS t ON t.oid = c.confrelid
		WHERE c.contype = 'f' AND f.relnamespace = current_schema()::regnamespace`, referenceParts)
}

func (p postgres) exclude(ctx context.Context, tx db.DBTX, tables []string) error {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = pgx.Identifier{t}.Sanitize()
	}
	var alone bool
	if err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock($1)", servingLock).Scan(&alone); err != nil {
		return err
	}
	if !alone {
		return servedElsewhere()
	}
	_, err := tx.Exec(ctx, "LOCK TABLE "+strings.Join(names, ", ")+" IN ACCESS EXCLUSIVE MODE")
	return err
}
