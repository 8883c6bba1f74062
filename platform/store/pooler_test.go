package store_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// Behind a transaction-mode pooler each statement may run on another connection: none may be prepared by name, unless the URL asks for it.
func TestNothingIsPreparedBehindAPooler(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	for name, o := range map[string]struct {
		store.Options
		prepares bool
	}{
		"without":  {store.Options{DatabaseURL: url}, true},
		"with one": {store.Options{DatabaseURL: url, ListenURL: url}, false},
		"with one that takes it": {store.Options{DatabaseURL: url + "&default_query_exec_mode=cache_statement",
			ListenURL: url}, true},
	} {
		s := storetest.OpenWith(t, o.Options)
		var prepared int
		for range 2 { // the statement itself is counted the second time
			if err := s.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_prepared_statements").Scan(&prepared); err != nil {
				t.Fatal(err)
			}
		}
		if (prepared > 0) != o.prepares {
			t.Errorf("%s: %d prepared statements", name, prepared)
		}
	}
}

// The lock that keeps replicas from migrating at once is held on the direct connection: behind a pooler the one that migrates has no
// session of its own.
func TestMigrationIsLockedOnTheDirectConnection(t *testing.T) {
	t.Parallel()
	url := pgtest.Empty(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	const goose = 4097083626 // its lock
	if _, err := conn.Exec(t.Context(), "SELECT pg_advisory_lock($1)", goose); err != nil {
		t.Fatal(err)
	}
	s := storetest.OpenWith(t, store.Options{DatabaseURL: url, ListenURL: url + "&application_name=direct"})
	done := make(chan error, 1)
	go func() { done <- s.Migrate(t.Context()) }()
	for asking := ""; asking == ""; {
		if len(done) > 0 {
			t.Fatalf("migrated while another replica did: %v", <-done)
		}
		if err := conn.QueryRow(t.Context(), `SELECT COALESCE(MAX('as ' || application_name), '') FROM pg_stat_activity
			WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock%' AND pid <> pg_backend_pid()`).Scan(&asking); err != nil {
			t.Fatal(err)
		}
		if asking != "" && asking != "as direct" {
			t.Errorf("the lock is asked for %q", asking)
		}
	}
	if _, err := conn.Exec(t.Context(), "SELECT pg_advisory_unlock($1)", goose); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	var locks int
	if err := conn.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND database = "+
		"(SELECT oid FROM pg_database WHERE datname = current_database())").Scan(&locks); err != nil || locks != 0 {
		t.Errorf("%d locks have stayed: %v", locks, err)
	}
}

// A replica that does not get the lock in time leaves no connection behind.
func TestNoConnectionStaysWithoutTheMigrationLock(t *testing.T) {
	t.Parallel()
	config, err := pgx.ParseConfig(pgtest.Empty(t))
	if err != nil {
		t.Fatal(err)
	}
	if held, err := store.HeldWithoutLock(t.Context(), *config); err != nil || held != 0 {
		t.Errorf("%d connections are held: %v", held, err)
	}
}
