package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// TableNames lists the tables that the database says it has, but for the one with the schema's version.
func (s *Store) TableNames(ctx context.Context) ([]string, error) {
	query := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'"
	if _, ok := s.engine.(postgres); ok {
		query = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'goose_db_version'"
	}
	return list(ctx, s.queries(), query, func(name *string) []any { return []any{name} })
}

// RowsAsText lists the rows of a table, in any order and the same on both engines.
func (s *Store) RowsAsText(ctx context.Context, table string) ([]string, error) {
	if p, ok := s.engine.(postgres); ok {
		rows, err := p.pool.Query(ctx, "SELECT * FROM "+table)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, func(r pgx.CollectableRow) (string, error) {
			values, err := r.Values()
			return asText(values, r.FieldDescriptions(), func(f pgconn.FieldDescription) string { return f.Name }), err
		})
	}
	rows, err := s.engine.(lite).SQL().QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var all []string
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		all = append(all, asText(values, names, func(name string) string { return name }))
	}
	return all, rows.Err()
}

func asText[N any](values []any, columns []N, name func(N) string) string {
	var b strings.Builder
	for i, v := range values {
		switch typed := v.(type) {
		case time.Time:
			v = typed.UTC().Format("2006-01-02T15:04:05.000000Z")
		case bool: // SQLite keeps a number
			v = map[bool]int{true: 1}[typed]
		}
		_, _ = fmt.Fprintf(&b, "%s=%v ", name(columns[i]), v)
	}
	return b.String()
}

// Swap exchanges what is sealed under two names of an app's secrets.
func (s *Store) Swap(ctx context.Context, one, other string) error {
	_, err := s.queries().Exec(ctx, "UPDATE app_secrets SET value = (SELECT b.value FROM app_secrets AS b WHERE b.app_id = app_secrets.app_id AND b.name <> app_secrets.name "+
		"AND b.name IN ($1, $2)) WHERE name IN ($1, $2)", one, other)
	return err
}
