package store_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// TestFullDatabase refuses writes as a full disk does: reads go on, and everything once there is room again.
func TestFullDatabase(t *testing.T) {
	t.Parallel()
	fill := map[string]string{
		"sqlite": "PRAGMA max_page_count = 1", // never less than there are
		"postgres": `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$;
			CREATE TRIGGER full_disk BEFORE INSERT ON apps EXECUTE FUNCTION full_disk()`,
	}
	empty := map[string]string{"sqlite": "PRAGMA max_page_count = 1073741823", "postgres": "DROP TRIGGER full_disk ON apps"}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		_, engine, _ := strings.Cut(t.Name(), "/")
		by := storetest.Person(t, s, "ann@example.com")
		storetest.Person(t, s, "bob@example.com")
		kept := publishApp(t, s, by, createApp(t, s, by, draft("kept")))
		if err := s.Room(); err != nil {
			t.Error(err)
		}
		run := func(statement string) {
			t.Helper()
			for part := range strings.SplitSeq(statement, ";\n") {
				if _, err := s.Exec(t.Context(), part); err != nil {
					t.Fatal(err)
				}
			}
		}
		large := draft("large")
		large.Tools[0].MockData = json.RawMessage(`["` + strings.Repeat("x", 250_000) + `"]`)
		create := func() error {
			_, err := s.CreateApp(t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: large}, 1000)
			return err
		}
		run(fill[engine])
		for range 3 {
			wantCode(t, create(), platform.CodeUnavailable)
		}
		if s.Room() == nil {
			t.Error("the store does not know that it is full")
		}
		if served, err := s.Live(t.Context(), kept.ServedSlug); err != nil || served.Version != 1 {
			t.Errorf("%v %v", served, err)
		}
		if err := s.Migrate(t.Context()); err != nil {
			t.Errorf("with nothing to migrate: %v", err)
		}
		run(empty[engine])
		if err := create(); err != nil {
			t.Error(err)
		}
		if err := s.Room(); err != nil {
			t.Error(err)
		}
	})
}

// TestMigrateNeedsRoom: without room, Migrate returns an error that says what to do.
func TestMigrateNeedsRoom(t *testing.T) {
	t.Parallel()
	s := storetest.OpenWith(t, store.Options{DataDir: t.TempDir()})
	if _, err := s.Exec(t.Context(), "PRAGMA max_page_count = 1"); err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "make some and start again") {
		t.Error(err)
	}
}
