package store_test

import (
	"strings"
	"testing"
	"time"

	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// What is kept in a database that people had used before there were defaults for it is their operator's to say.
func TestUpgraded(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]func(t *testing.T) store.Options{
		"sqlite":   func(t *testing.T) store.Options { return store.Options{DataDir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Options { return store.Options{DatabaseURL: pgtest.Empty(t)} },
	} {
		for _, used := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := storetest.OpenWith(t, o(t))
				if err := s.MigrateTo(t.Context(), 10); err != nil {
					t.Fatal(err)
				}
				if used {
					if _, err := s.Exec(t.Context(), "INSERT INTO users (id, email, email_key, name, password_hash, created_at) VALUES ($1, $2, $2, $2, '', $3)",
						strings.Repeat("a", 36), "ann@example.com", time.Now().UTC()); err != nil { // as the program of that time did
						t.Fatal(err)
					}
				}
				if err := s.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				storetest.Person(t, s, "bob@example.com") // who comes later changes nothing
				if err := s.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				if upgraded, err := s.Upgraded(t.Context()); err != nil || upgraded != used {
					t.Errorf("upgraded %v, %v; used %v", upgraded, err, used)
				}
			})
		}
	}
}
