package store_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// served is what the address of an app says: "" when it is served, else the code.
func served(t *testing.T, s *store.Store, slug string) platform.Code {
	t.Helper()
	_, err := s.Live(t.Context(), slug)
	return codeOf(err)
}

func suspend(t *testing.T, s *store.Store, kind platform.SuspensionKind, name string) []string {
	t.Helper()
	slugs, err := s.Suspend(t.Context(), kind, name, "Phishing.")
	if err != nil {
		t.Fatal(err)
	}
	return slugs
}

func resume(t *testing.T, s *store.Store, kind platform.SuspensionKind, name string) []string {
	t.Helper()
	slugs, err := s.Resume(t.Context(), kind, name)
	if err != nil {
		t.Fatal(err)
	}
	return slugs
}

// Whatever the owner does with a suspended app, it is not served; the operator ends that.
func TestNoActOfTheOwnerLiftsASuspension(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, other := publishApp(t, s, ann, createApp(t, s, ann, draft("Bad"))), publishApp(t, s, bob, createApp(t, s, bob, draft("Good")))
		slug := app.ServedSlug
		if got := suspend(t, s, platform.SuspendedApp, slug); !slices.Equal(got, []string{slug}) {
			t.Errorf("suspending changes %v, want %s", got, slug)
		}
		steps := []struct {
			name string
			do   func() error
			want platform.Code // of the address afterwards
		}{
			{"nothing", func() error { return nil }, platform.CodeSuspended},
			{"publish", func() error { _, err := s.Publish(t.Context(), ann, publication(reread(t, s, app))); return err }, platform.CodeSuspended},
			{"unpublish", func() error { _, err := s.Unpublish(t.Context(), ann, app.ID); return err }, platform.CodeAppNotFound},
			{"activate", func() error { _, err := s.Activate(t.Context(), ann, app.ID, 1); return err }, platform.CodeSuspended},
			{"edit", func() error {
				_, err := s.UpdateDraft(t.Context(), ann, app.ID, 0, func(a platform.App) (platform.Draft, error) {
					a.Draft.Slug = "elsewhere"
					return a.Draft, nil
				})
				return err
			}, platform.CodeSuspended},
		}
		for _, step := range steps {
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			if got := served(t, s, slug); got != step.want {
				t.Errorf("after %s the address says %q, want %q", step.name, got, step.want)
			}
		}
		if _, err := s.Publish(t.Context(), ann, publication(reread(t, s, app))); err != nil {
			t.Fatal(err)
		}
		if now, before := served(t, s, "elsewhere"), served(t, s, slug); now != platform.CodeSuspended || before != platform.CodeAppNotFound {
			t.Errorf("under another slug it is %q, under the former one %q", now, before)
		}
		_, err := s.DeleteApp(t.Context(), ann, app.ID, 0)
		wantCode(t, err, platform.CodeSuspended)
		taking := draft("Another")
		taking.Slug = slug
		_, err = s.CreateApp(t.Context(), ann, platform.App{Origin: platform.OriginAuthored, Draft: taking}, 0)
		wantCode(t, err, platform.CodeSlugTaken)

		if got := reread(t, s, app).Suspended; got == nil || got.Reason != "Phishing." || got.At.IsZero() {
			t.Errorf("the owner sees %+v", got)
		}
		if got := served(t, s, other.ServedSlug); got != "" || reread(t, s, other).Suspended != nil {
			t.Errorf("another workspace's app is %q", got)
		}
		if got := resume(t, s, platform.SuspendedApp, "elsewhere"); !slices.Equal(got, []string{"elsewhere"}) || served(t, s, "elsewhere") != "" || reread(t, s, app).Suspended != nil {
			t.Errorf("resumed: %v, %q", got, served(t, s, "elsewhere"))
		}
		if got := resume(t, s, platform.SuspendedApp, "elsewhere"); got != nil {
			t.Errorf("resumed again: %v", got)
		}
		want := []string{"app.suspend", "app.resume"}
		got := slices.DeleteFunc(actions(t, s, ann.Workspace), func(a string) bool { return !slices.Contains(want, a) })
		if !slices.Equal(got, want) {
			t.Errorf("the audit trail says %v", got)
		}
	})
}

func reread(t *testing.T, s *store.Store, app platform.App) platform.App {
	t.Helper()
	app, err := s.App(t.Context(), app.Workspace, app.ID)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// A workspace is suspended with all its apps, those that are published later too.
func TestSuspendedWorkspaces(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		one, two := publishApp(t, s, ann, createApp(t, s, ann, draft("One"))), publishApp(t, s, ann, createApp(t, s, ann, draft("Two")))
		other := publishApp(t, s, bob, createApp(t, s, bob, draft("Good")))
		unpublished := createApp(t, s, ann, draft("Three"))
		got := suspend(t, s, platform.SuspendedWorkspace, string(ann.Workspace))
		if slices.Sort(got); !slices.Equal(got, []string{one.ServedSlug, two.ServedSlug}) {
			t.Errorf("suspending changes %v", got)
		}
		three := publishApp(t, s, ann, unpublished)
		for _, app := range []platform.App{one, two, three} {
			if served(t, s, app.ServedSlug) != platform.CodeSuspended || reread(t, s, app).Suspended == nil {
				t.Errorf("%s is %q", app.Draft.Name, served(t, s, app.ServedSlug))
			}
		}
		if served(t, s, other.ServedSlug) != "" {
			t.Error("another workspace's app is not served")
		}
		suspend(t, s, platform.SuspendedApp, one.ServedSlug)
		if got := resume(t, s, platform.SuspendedWorkspace, string(ann.Workspace)); len(got) != 3 {
			t.Errorf("resuming changes %v", got)
		}
		if served(t, s, one.ServedSlug) != platform.CodeSuspended || served(t, s, two.ServedSlug) != "" {
			t.Error("the app that was suspended by itself is served, or another is not")
		}
	})
}

// Somebody who is suspended takes along the workspaces in which no other owner is left, and only those.
func TestSuspendedUsers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		alone := publishApp(t, s, ann, createApp(t, s, ann, draft("Alone")))
		bobs := publishApp(t, s, bob, createApp(t, s, bob, draft("Bob's")))
		shared := ann
		shared.Workspace = platform.WorkspaceID(newID())
		if err := s.CreateWorkspace(t.Context(), ann, identity.Workspace{ID: shared.Workspace, Name: "Shared"}, platform.RoleOwner, 0); err != nil {
			t.Fatal(err)
		}
		join(t, s, shared, bob, platform.RoleOwner)
		together := publishApp(t, s, shared, createApp(t, s, shared, draft("Together")))
		state := func(want ...platform.Code) {
			t.Helper()
			for i, app := range []platform.App{alone, together, bobs} {
				if got := served(t, s, app.ServedSlug); got != want[i] {
					t.Errorf("%s is %q, want %q", app.Draft.Name, got, want[i])
				}
			}
		}
		suspend(t, s, platform.SuspendedUser, "ANN@example.com")
		state(platform.CodeSuspended, "", "")
		if u, err := s.User(t.Context(), ann.User); err != nil || u.Suspended != "Phishing." {
			t.Errorf("%+v, %v", u, err)
		}
		_, err := s.UpdateDraft(t.Context(), ann, alone.ID, 0, func(a platform.App) (platform.Draft, error) { // as a replica's cache knows them
			a.Draft.Name = "Changed"
			return a.Draft, nil
		})
		wantCode(t, err, platform.CodeSuspended)
		suspend(t, s, platform.SuspendedUser, "bob@example.com")
		state(platform.CodeSuspended, platform.CodeSuspended, platform.CodeSuspended)
		suspend(t, s, platform.SuspendedWorkspace, string(bob.Workspace)) // now by itself
		resume(t, s, platform.SuspendedUser, "bob@example.com")
		state(platform.CodeSuspended, "", platform.CodeSuspended)
		resume(t, s, platform.SuspendedUser, "ann@example.com")
		state("", "", platform.CodeSuspended)
	})
}

// What somebody has alone they may take away from themselves, signed in and whatever an operator has said; with a key nothing.
func TestTheSuspendedTakeTheirOwnAway(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann := storetest.Person(t, s, "ann@example.com")
		bob := second(t, s, ann, false)
		mine, another, anns := newKey(bob, ann.Workspace), newKey(bob, ann.Workspace), newKey(ann, ann.Workspace)
		other := storetest.SignIn(t, s, bob)
		for _, k := range []identity.Key{mine, another, anns} {
			if err := s.CreateKey(t.Context(), ann, k, 0); err != nil {
				t.Fatal(err)
			}
		}
		program := bob
		program.Kind, program.Key, program.Session = platform.KindKey, another.ID, ""
		suspend(t, s, platform.SuspendedUser, bob.Email)
		for i, step := range []struct {
			err  error
			want platform.Code
		}{
			{s.DeleteKey(t.Context(), program, ann.Workspace, mine.ID), platform.CodeSuspended},
			{s.DeleteSession(t.Context(), program, bob.User, other.Session), platform.CodeSuspended},
			{s.DeleteKey(t.Context(), bob, ann.Workspace, anns.ID), platform.CodeSuspended},
			{s.DeleteKey(t.Context(), bob, ann.Workspace, mine.ID), ""},
			{s.DeleteSession(t.Context(), bob, bob.User, other.Session), ""},
			{s.DeleteSession(t.Context(), bob, bob.User, bob.Session), ""},
			{s.DeleteKey(t.Context(), bob, ann.Workspace, another.ID), platform.CodeUnauthenticated},
		} {
			if codeOf(step.err) != step.want {
				t.Errorf("step %d: %v, want %q", i, step.err, step.want)
			}
		}
	})
}

func TestSuspendingWhatThereIsNot(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for kind, names := range map[platform.SuspensionKind][]string{
			platform.SuspendedApp: {"nobody", ""}, platform.SuspendedUser: {"nobody@example.com", "a\x00b"},
			platform.SuspendedWorkspace: {"first", newID()}, "planet": {"earth"},
		} {
			for _, name := range names {
				_, suspended := s.Suspend(t.Context(), kind, name, "Why not.")
				_, resumed := s.Resume(t.Context(), kind, name)
				for _, err := range []error{suspended, resumed} {
					if code := codeOf(err); code != platform.CodeNotFound && (kind != "planet" || code != platform.CodeBadRequest) {
						t.Errorf("%s %q: %v", kind, name, err)
					}
				}
			}
		}
	})
}

// An app that is published at the same time as its workspace is suspended is among those that replicas are told of: the
// publish has raised the feed and is not stored yet when the suspension comes.
func TestAPublishDuringASuspension(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: url})
	ann := storetest.Person(t, s, "ann@example.com")
	app := publishApp(t, s, ann, createApp(t, s, ann, draft("One")))
	if _, err := s.Unpublish(t.Context(), ann, app.ID); err != nil {
		t.Fatal(err)
	}
	watcher := connect(t, url)
	publish, err := connect(t, url).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"UPDATE feed SET revision = revision + 1", "INSERT INTO live (app_id, version, layout) VALUES ('" + string(app.ID) + "', 1, 'cards')",
		"INSERT INTO feed_entries (revision, app_id, slugs, at) SELECT revision, 'x', '[]', now() FROM feed"} {
		if _, err := publish.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	got := make(chan []string, 1)
	go func() {
		slugs, err := s.Suspend(context.Background(), platform.SuspendedWorkspace, string(ann.Workspace), "Phishing.")
		if err != nil {
			t.Error(err)
		}
		got <- slugs
	}()
	for waiting := false; !waiting && len(got) == 0; {
		if err := watcher.QueryRow(t.Context(), "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	if err := publish.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if slugs := <-got; !slices.Equal(slugs, []string{app.ServedSlug}) {
		t.Errorf("suspending changes %v, want %s", slugs, app.ServedSlug)
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}
