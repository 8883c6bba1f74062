package litepgx_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"berth/platform/store/db"
	"berth/platform/store/litepgx"
)

// What has been stored reaches the file while somebody writes and somebody reads.
func TestCheckpointsWaitForNobody(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	d, err := litepgx.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := d.Exec(t.Context(), "CREATE TABLE things (id bigint NOT NULL PRIMARY KEY, name text)"); err != nil {
		t.Fatal(err)
	}
	for id := range int64(500) {
		if err := insert(t.Context(), d, id, strconv.FormatInt(id, 10)); err != nil {
			t.Fatal(err)
		}
	}
	before := size(t, path)
	rows, err := d.Query(t.Context(), "SELECT id FROM things")
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	defer rows.Close()
	err = d.InTx(t.Context(), func(tx db.DBTX) error {
		if err := insert(t.Context(), tx, 500, "late"); err != nil {
			return err
		}
		return d.Checkpoint(t.Context())
	})
	if err != nil {
		t.Fatal(err)
	}
	if after := size(t, path); after <= before {
		t.Errorf("the file had %d bytes and has %d", before, after)
	}
	var n int64
	if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM things").Scan(&n); err != nil || n != 501 {
		t.Errorf("%d rows, %v", n, err)
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
