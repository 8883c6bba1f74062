package store_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"berth/platform/store"
	"berth/platform/store/backup"
	"berth/platform/store/storetest"
)

// Another program's table in the same database is in no backup, whatever types it has, and a restore leaves its rows alone.
func TestTablesOfAnotherProgram(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fill(t, s)
		ours, err := s.TableNames(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		orders(t, s)
		file := backupOf(t, s)
		whole, err := backup.Check(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, table := range whole.Tables {
			names = append(names, table.Table)
		}
		slices.Sort(names)
		slices.Sort(ours)
		if !slices.Equal(names, ours) {
			t.Errorf("the backup has %v, want %v", names, ours)
		}
		for engine, restored := range empties(t) {
			orders(t, restored)
			if err := restored.Restore(t.Context(), bytes.NewReader(withOrders(t, file))); err != nil {
				t.Fatalf("%s: %v", engine, err)
			}
			var left int64
			if err := restored.QueryRow(t.Context(), "SELECT COUNT(*) FROM orders").Scan(&left); err != nil || left != 1 {
				t.Errorf("%s: %d orders are left, %v", engine, left, err)
			}
		}
	})
}

// orders makes another program's table, which has a row.
func orders(t *testing.T, s *store.Store) {
	t.Helper()
	for _, statement := range []string{"CREATE TABLE orders (number smallint)", "INSERT INTO orders VALUES (1)"} {
		if _, err := s.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// withOrders returns a backup as it was once made, with that table.
func withOrders(t *testing.T, file []byte) []byte {
	t.Helper()
	r, err := backup.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := backup.NewWriter(&out, r.Header)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(w.Begin(backup.Table{Name: "orders", Columns: []backup.Column{{Name: "number", Type: backup.Integer}}}), w.Row([]any{int64(2)}), w.End())
	for err == nil {
		var table backup.Table
		if table, err = r.Next(); err != nil {
			break
		}
		err = w.Begin(table)
		for err == nil {
			var row []any
			if row, err = r.Row(); err == nil {
				err = w.Row(row)
			}
		}
		if errors.Is(err, io.EOF) {
			err = w.End()
		}
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
