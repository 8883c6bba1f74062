// Package storetest opens stores for tests: real databases, one for each test.
package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/pgtest"
)

// Open gives the test a fresh SQLite store of its own.
func Open(t testing.TB) *store.Store {
	t.Helper()
	return OpenAt(t, time.Now)
}

// OpenAt is Open with a clock.
func OpenAt(t testing.TB, now func() time.Time) *store.Store {
	t.Helper()
	file, err := migrated()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "berth.db"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return OpenWith(t, store.Options{DataDir: dir, Now: now})
}

// migrated returns a SQLite database that has all migrations and no rows. To run the migrations for each test would take most
// of the time of many.
var migrated = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "berth-migrated-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{DataDir: dir, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.Migrate(ctx), s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "berth.db"))
})

// OpenPostgres gives the test a fresh PostgreSQL store of its own, or skips the test; see pgtest.URL.
func OpenPostgres(t testing.TB) *store.Store {
	t.Helper()
	return OpenWith(t, store.Options{DatabaseURL: pgtest.URL(t)})
}

// OpenWith opens a store that is closed when the test ends. Log and Now may be left out. It does not migrate.
func OpenWith(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Each runs test on SQLite and on PostgreSQL.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, Open(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, OpenPostgres(t))
	})
}

// Person makes a person with a workspace, and returns them as the actor in it.
func Person(t testing.TB, s *store.Store, email string) platform.Actor {
	t.Helper()
	u := identity.User{ID: platform.UserID(uuid.Must(uuid.NewV7()).String()), Email: email, Name: email, CreatedAt: time.Now().UTC()}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSession, User: u.ID, Email: email, Role: platform.RoleOwner},
		RequestID: "req-" + email, Address: "192.0.2.1", UserAgent: "test"}
	w, err := s.CreateUser(t.Context(), by, u, email+"'s workspace")
	if err != nil {
		t.Fatal(err)
	}
	by.Workspace = w.ID
	return SignIn(t, s, by)
}

// SignIn gives the actor a session of their own.
func SignIn(t testing.TB, s *store.Store, by platform.Actor) platform.Actor {
	t.Helper()
	user, err := s.User(t.Context(), by.User)
	if err != nil {
		t.Fatal(err)
	}
	by.Kind, by.Session, by.Key = platform.KindSession, platform.SessionID(uuid.Must(uuid.NewV7()).String()), ""
	now, hash := time.Now().UTC(), sha256.Sum256([]byte(by.Session))
	err = s.CreateSession(t.Context(), by, identity.Session{ID: by.Session, User: user, Hash: hash[:], CreatedAt: now, LastSeenAt: now, ExpiresAt: now.AddDate(1, 0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	return by
}
