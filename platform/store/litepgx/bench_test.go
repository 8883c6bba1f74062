package litepgx_test

import (
	"path/filepath"
	"sync/atomic"
	"testing"

	"berth/platform/store/db"
	"berth/platform/store/litepgx"
)

// BenchmarkInTx measures a small transaction, of one caller after the other and of sixteen at once.
func BenchmarkInTx(b *testing.B) {
	d, err := litepgx.Open(b.Context(), filepath.Join(b.TempDir(), "x.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = d.Close() })
	if _, err := d.Exec(b.Context(), "CREATE TABLE counters (id bigint NOT NULL PRIMARY KEY, n bigint NOT NULL)"); err != nil {
		b.Fatal(err)
	}
	for id := range 1000 {
		if _, err := d.Exec(b.Context(), "INSERT INTO counters (id, n) VALUES ($1, 0)", int64(id)); err != nil {
			b.Fatal(err)
		}
	}
	var next atomic.Int64
	change := func() error {
		id := next.Add(1) % 1000
		return d.InTx(b.Context(), func(tx db.DBTX) error {
			_, err := tx.Exec(b.Context(), "UPDATE counters SET n = n + 1 WHERE id = $1", id)
			return err
		})
	}
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			if err := change(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sixteen", func(b *testing.B) {
		b.SetParallelism(16)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if err := change(); err != nil {
					b.Error(err)
				}
			}
		})
	})
}
