package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"berth/platform/store/db"
	"berth/platform/store/litepgx"
)

// The slugs of copied apps are tenantPrefix and seven digits.
const (
	tenantPrefix = "tenant-"
	slugWidth    = len(tenantPrefix) + 7
	maxApps      = 9_999_999
)

func tenant(i int) string { return fmt.Sprintf(tenantPrefix+"%07d", i) }

// fill makes a data folder with n published apps: some made by REST, and copies of those rows made in the database. A copy is a
// whole app: its own draft, slug, release, live pointer and tables. Documents are shared, as they are by real apps of one layout
// and theme.
func (b tenants) fill(ctx context.Context, dir string, n int) error {
	s, err := b.startBerth(ctx, dir)
	if err != nil {
		return err
	}
	bases, err := b.publish(ctx, s)
	if err = errors.Join(err, s.stop()); err != nil {
		return err
	}
	d, err := litepgx.Open(ctx, filepath.Join(dir, "berth.db"))
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // what matters is written by the checkpoint
	err = d.InTx(ctx, func(tx db.DBTX) error {
		for i, base := range bases {
			if err := copyApps(ctx, tx, base, i, len(bases), n); err != nil {
				return fmt.Errorf("copy apps: %w", err)
			}
		}
		const count = "UPDATE data_space SET bytes = (SELECT sum(t.bytes) FROM data_tables AS t JOIN apps AS a ON a.id = t.app_id WHERE a.workspace_id = data_space.workspace_id)"
		_, err := tx.Exec(ctx, count)
		return err
	})
	if err != nil {
		return err
	}
	_, err = d.Exec(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// copyApps makes the apps numbered first, first+step, … below n from the app that is served under base. Where cells of its
// tables name its slug, those of a copy name the copy's.
func copyApps(ctx context.Context, tx db.DBTX, base string, first, step, n int) error {
	numbers := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + %d FROM n WHERE i + %d < %d) ", first, step, step, n)
	const (
		slug = "printf('" + tenantPrefix + "%07d', n.i)"
		id   = "printf('%08x-0000-7000-8000-%012x', n.i, n.i)"
		join = " FROM n JOIN apps AS base ON base.served_slug = $1"
	)
	for _, t := range []struct {
		table, from string
		set         map[string]string
	}{
		{"apps", join + " JOIN apps AS old ON old.id = base.id", map[string]string{"id": id, "draft_slug": slug, "served_slug": slug}},
		{"slugs", join + " JOIN slugs AS old ON old.app_id = base.id", map[string]string{"slug": slug, "app_id": id}},
		{"releases", join + " JOIN releases AS old ON old.app_id = base.id",
			map[string]string{"id": "printf('%08x-0000-7000-9000-%012x', n.i, n.i)", "app_id": id}},
		{"live", join + " JOIN live AS old ON old.app_id = base.id", map[string]string{"app_id": id}},
		{"data_tables", join + " JOIN data_tables AS old ON old.app_id = base.id", map[string]string{"app_id": id}},
		{"data_rows", join + " JOIN data_rows AS old ON old.app_id = base.id", map[string]string{"app_id": id, "data": "replace(old.data, $1, " + slug + ")"}},
	} {
		columns, err := columnsOf(ctx, tx, t.table)
		if err != nil {
			return err
		}
		values := make([]string, len(columns))
		for i, c := range columns {
			values[i] = "old." + c
			if v, ok := t.set[c]; ok {
				values[i] = v
			}
		}
		statement := "INSERT INTO " + t.table + " (" + strings.Join(columns, ", ") + ") " + numbers + "SELECT " + strings.Join(values, ", ") + t.from
		if _, err := tx.Exec(ctx, statement, base); err != nil {
			return fmt.Errorf("%s: %w", t.table, err)
		}
	}
	return nil
}

func columnsOf(ctx context.Context, tx db.DBTX, table string) ([]string, error) {
	rows, err := tx.Query(ctx, "SELECT name FROM pragma_table_info($1)", table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var columns []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		columns = append(columns, name)
	}
	return columns, rows.Err()
}
