package litepgx_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"berth/platform/store/db"
	"berth/platform/store/litepgx"
)

func setup(t *testing.T) *litepgx.Database {
	t.Helper()
	d, err := litepgx.Open(t.Context(), filepath.Join(t.TempDir(), "a b?#%", "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	_, err = d.Exec(t.Context(), `CREATE TABLE things (id bigint NOT NULL PRIMARY KEY, name text NOT NULL UNIQUE CHECK (length(name) < 10),
		at timestamptz, data bytea, yes boolean, parent bigint REFERENCES things (id))`)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What cannot be opened is named: SQLite itself speaks of a database file, whichever. Only where it says no more is the folder suspected.
func TestWhatCannotBeOpenedIsNamed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := litepgx.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), path+", in a folder that must be writable") {
		t.Error(err)
	}
	damaged := filepath.Join(t.TempDir(), "y.db")
	if err := os.WriteFile(damaged, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := litepgx.Open(t.Context(), damaged); err == nil || !strings.Contains(err.Error(), damaged+": ") || strings.Contains(err.Error(), "folder") {
		t.Error(err)
	}
}

func insert(ctx context.Context, x db.DBTX, id int64, name string) error {
	_, err := x.Exec(ctx, "INSERT INTO things (id, name) VALUES ($1, $2)", id, name)
	return err
}

func state(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return fmt.Sprint(err)
}

// What people have stored is for the user of the server alone, also in a folder that everybody may read.
func TestOthersCannotReadTheFiles(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // what an operator may have made
		t.Fatal(err)
	}
	d, err := litepgx.Open(t.Context(), filepath.Join(dir, "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if _, err := d.Exec(t.Context(), "CREATE TABLE things (id bigint)"); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 3 {
		t.Errorf("%v, %v: want at least the database, its log and the lock", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v", f.Name(), info.Mode(), err)
		}
	}
}

func TestValuesComeBack(t *testing.T) {
	t.Parallel()
	d, ctx := setup(t), t.Context()
	at := time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.FixedZone("", 7200))
	text, number := "é\n'\"$1", int64(1<<62)
	if _, err := d.Exec(ctx, "INSERT INTO things (id, name, at, data, yes, parent) VALUES ($2, $1, $3, $4, $5, $6)",
		text, number, &at, []byte{0, 255}, true, (*int64)(nil)); err != nil {
		t.Fatal(err)
	}
	var gotText string
	var gotNumber int64
	var gotAt time.Time
	var gotAtPointer *time.Time
	var gotData []byte
	var gotYes bool
	var gotParent *int64
	err := d.QueryRow(ctx, "SELECT name, id, at, at, data, yes, parent FROM things WHERE id = $1 FOR NO KEY UPDATE", number).
		Scan(&gotText, &gotNumber, &gotAt, &gotAtPointer, &gotData, &gotYes, &gotParent)
	if err != nil || gotText != text || gotNumber != number || !gotAt.Equal(at) || !gotAtPointer.Equal(at) || string(gotData) != "\x00\xff" || !gotYes || gotParent != nil {
		t.Errorf("%q %d %v %v %x %v %v: %v", gotText, gotNumber, gotAt, gotAtPointer, gotData, gotYes, gotParent, err)
	}
	if err := d.QueryRow(ctx, "SELECT parent FROM things").Scan(&gotNumber); err == nil {
		t.Error("NULL was read as a number")
	}
	if err := d.QueryRow(ctx, "SELECT name FROM things WHERE id = 0").Scan(&gotText); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("no row: %v", err)
	}
	if _, err := d.Exec(ctx, "SELECT $1", struct{}{}); err == nil {
		t.Error("a value of an unknown type was bound")
	}
}

func TestFailuresAreThoseOfPostgres(t *testing.T) {
	t.Parallel()
	d, ctx := setup(t), t.Context()
	if err := insert(ctx, d, 1, "one"); err != nil {
		t.Fatal(err)
	}
	for want, run := range map[string]func() error{
		"23505": func() error { return insert(ctx, d, 2, "one") },
		"23514": func() error { return insert(ctx, d, 2, "more than ten") },
		"22021": func() error { return insert(ctx, d, 2, "\x00") },
		"23502": func() error { _, err := d.Exec(ctx, "INSERT INTO things (id) VALUES (2)"); return err },
		"23503": func() error {
			var id int64
			return d.QueryRow(ctx, "INSERT INTO things (id, name, parent) VALUES (2, 'x', 9) RETURNING id").Scan(&id)
		},
	} {
		if err := run(); state(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := insert(ctx, d, 1, "two"); state(err) != "23505" {
		t.Errorf("primary key: %v", err)
	}
	if err := insert(ctx, d, 2, "\xff"); state(err) != "22021" {
		t.Errorf("not UTF-8: %v", err)
	}
}

func TestTransactions(t *testing.T) {
	t.Parallel()
	d, ctx := setup(t), t.Context()
	refused := errors.New("refused")
	if err := d.InTx(ctx, func(tx db.DBTX) error { return errors.Join(insert(ctx, tx, 1, "a"), refused) }); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = d.InTx(ctx, func(tx db.DBTX) error {
			if err := insert(ctx, tx, 1, "a"); err != nil {
				t.Error(err)
			}
			panic("fault")
		})
	}()
	cancelled, cancel := context.WithCancel(ctx)
	if err := d.InTx(cancelled, func(tx db.DBTX) error {
		err := insert(cancelled, tx, 1, "a")
		cancel()
		return err
	}); err == nil {
		t.Error("a cancelled transaction was committed")
	}
	if n := rowCount(t, d); n != 0 {
		t.Errorf("%d rows of transactions that failed", n)
	}
	if err := d.InTx(ctx, func(tx db.DBTX) error { return insert(ctx, tx, 1, "a") }); err != nil || rowCount(t, d) != 1 {
		t.Errorf("commit: %v", err)
	}
}

func rowCount(t *testing.T, d *litepgx.Database) int64 {
	t.Helper()
	var n int64
	if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM things").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	d, ctx := setup(t), t.Context()
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for j := range 20 {
				id := int64(i*100 + j)
				if err := d.InTx(ctx, func(tx db.DBTX) error { return insert(ctx, tx, id, fmt.Sprint(id)) }); err != nil {
					t.Error(err)
				}
				var name string
				if err := d.QueryRow(ctx, "SELECT name FROM things WHERE id = $1", id).Scan(&name); err != nil || name != fmt.Sprint(id) {
					t.Errorf("%q, %v", name, err)
				}
			}
		})
	}
	wg.Wait()
	if n := rowCount(t, d); n != 320 {
		t.Errorf("%d rows", n)
	}
}

func TestCopyFromManyRows(t *testing.T) {
	t.Parallel()
	d, ctx := setup(t), t.Context()
	var rows [][]any
	for i := range 20_000 { // more parameters than one statement takes
		rows = append(rows, []any{int64(i), fmt.Sprint(i)})
	}
	n, err := d.CopyFrom(ctx, pgx.Identifier{"things"}, []string{"id", "name"}, pgx.CopyFromRows(rows))
	if err != nil || n != 20_000 || rowCount(t, d) != 20_000 {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := d.CopyFrom(ctx, pgx.Identifier{"things"}, []string{"id", "name"}, pgx.CopyFromRows(nil)); err != nil || n != 0 {
		t.Errorf("nothing: %d, %v", n, err)
	}
}
