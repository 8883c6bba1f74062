package store_test

import (
	"testing"

	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]func(t *testing.T) store.Options{
		"sqlite":   func(t *testing.T) store.Options { return store.Options{DataDir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Options { return store.Options{DatabaseURL: pgtest.Empty(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.OpenWith(t, o(t))
			if err := s.SchemaCurrent(t.Context()); err == nil {
				t.Error("an empty database has the current schema")
			}
			for range 2 {
				if err := s.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.SchemaCurrent(t.Context()); err != nil {
				t.Error(err)
			}
			storetest.Person(t, s, "ann@example.com")
		})
	}
}

// Replicas that start together on an empty database all come up.
func TestReplicasMigrateAtOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.Empty(t)
	replicas := make([]*store.Store, 4)
	for i := range replicas {
		replicas[i] = storetest.OpenWith(t, store.Options{DatabaseURL: url})
	}
	for i, err := range together(len(replicas), func(i int) error { return replicas[i].Migrate(t.Context()) }) {
		if err != nil {
			t.Errorf("replica %d: %v", i, err)
		}
		if err := replicas[i].SchemaCurrent(t.Context()); err != nil {
			t.Errorf("replica %d: %v", i, err)
		}
	}
}
