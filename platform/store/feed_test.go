package store_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// follow returns what each call of changed said; nil says that anything may have changed.
func follow(t *testing.T, s *store.Store) <-chan []string {
	t.Helper()
	got, done := make(chan []string, 100), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(done)
		if err := s.Follow(ctx, store.Changed{Slugs: func(slugs ...string) { got <- slugs }, Callers: func(...string) {}, Apps: func(...string) {}}); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
	return got
}

// hear waits until the slugs have been reported, in any order and number of calls.
func hear(t *testing.T, from <-chan []string, slugs ...string) {
	t.Helper()
	for len(slugs) > 0 {
		n := <-from
		slugs = slices.DeleteFunc(slugs, func(s string) bool { return slices.Contains(n, s) })
	}
}

func TestReplicasHearOfEveryChange(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	a, b := storetest.OpenWith(t, store.Options{DatabaseURL: url}), storetest.OpenWith(t, store.Options{DatabaseURL: url, ListenURL: url})
	heard := follow(t, b)
	if first := <-heard; first != nil {
		t.Errorf("first: %+v", first)
	}
	ctx, by := t.Context(), storetest.Person(t, a, "ann@example.com")
	app := publishApp(t, a, by, createApp(t, a, by, draft("One")))
	hear(t, heard, "app-1")
	if _, err := a.Unpublish(ctx, by, app.ID); err != nil {
		t.Fatal(err)
	}
	hear(t, heard, "app-1")
	if _, err := a.Activate(ctx, by, app.ID, 1); err != nil {
		t.Fatal(err)
	}
	hear(t, heard, "app-1")
	moved, err := a.UpdateDraft(ctx, by, app.ID, 0, func(a platform.App) (platform.Draft, error) {
		a.Draft.Slug = "moved"
		return a.Draft, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	publishApp(t, a, by, moved)
	hear(t, heard, "app-1", "moved")
	for _, name := range []string{"app-1", string(by.Workspace), "ann@example.com"} {
		kind := map[string]platform.SuspensionKind{"app-1": platform.SuspendedApp, string(by.Workspace): platform.SuspendedWorkspace}[name]
		if _, err := a.Suspend(ctx, cmp.Or(kind, platform.SuspendedUser), name, "Phishing."); err != nil {
			t.Fatal(err)
		}
		hear(t, heard, "moved")
		if _, err := a.Resume(ctx, cmp.Or(kind, platform.SuspendedUser), name); err != nil {
			t.Fatal(err)
		}
		hear(t, heard, "moved")
	}
	if _, err := a.DeleteApp(ctx, by, app.ID, 0); err != nil {
		t.Fatal(err)
	}
	if n := <-heard; !slices.Equal(n, []string{"moved"}) {
		t.Errorf("deleted: %+v", n)
	}
}

// A change that fails is not heard of; one that happens while the listener's connection is cut is heard of later.
func TestNothingIsLostWhenTheListenerIsCut(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	a, b := storetest.OpenWith(t, store.Options{DatabaseURL: url}), storetest.OpenWith(t, store.Options{DatabaseURL: url})
	heard := follow(t, b)
	<-heard
	by := storetest.Person(t, a, "ann@example.com")
	for i := range 5 {
		cut(t, url)
		live := publishApp(t, a, by, createApp(t, a, by, draft("Cut")))
		if i == 0 {
			p := publication(live)
			p.Release.Digest = "refused"
			if _, err := a.Publish(t.Context(), by, p); !platform.IsCode(err, platform.CodeInvalidConfig) {
				t.Error(err)
			}
		}
		var n []string
		for n == nil {
			n = <-heard
		}
		if !slices.Equal(n, []string{live.ServedSlug}) {
			t.Errorf("heard %+v, want %s", n, live.ServedSlug)
		}
	}
}

// cut ends the connections that listen.
func cut(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN %'`)
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// An embedded database has one process, which knows what it changes itself.
func TestFollowOnSQLite(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	heard := follow(t, s)
	by := storetest.Person(t, s, "ann@example.com")
	publishApp(t, s, by, createApp(t, s, by, draft("One")))
	if _, _, err := s.Apps(t.Context(), by.Workspace, publish.AppQuery{}); err != nil {
		t.Fatal(err)
	}
	select {
	case n := <-heard:
		t.Errorf("heard %+v", n)
	default:
	}
}
