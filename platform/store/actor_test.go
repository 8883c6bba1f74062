package store_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// letIn are the methods that take an actor whom they only just let in, and the one after which there is none: TestDeletingAPerson.
func letIn() []string {
	return []string{"CreateUser", "CreateInvitedUser", "CreateSession", "UseSignInLink", "LinkIdentity", "Establish", "DeleteUser"}
}

// reads are the methods that take an actor and change nothing.
func reads() []string { return []string{"Attempts"} }

func TestEveryChangeHasItsDeed(t *testing.T) {
	t.Parallel()
	known := deeds()
	for m := range reflect.TypeFor[*store.Store]().Methods() {
		takes := false
		for in := range m.Type.Ins() {
			takes = takes || in == reflect.TypeFor[platform.Actor]()
		}
		if takes && known[m.Name] == nil && !slices.Contains(slices.Concat(letIn(), reads()), m.Name) {
			t.Errorf("%s takes an actor: say in deeds how it is done, so that who lost the right to is refused", m.Name)
		}
	}
}

// revocation takes something from an actor, through the store of another replica, who goes on as if nothing were.
type revocation struct {
	name  string
	key   bool // the actor uses a key
	take  func(t *testing.T, s *store.Store, owner, by platform.Actor)
	wants func(deed string) platform.Code
}

// personal are the changes that ask for a good credential and no role.
func personal(deed string) bool {
	return slices.Contains([]string{"AcceptInvitation", "UpdateUser", "DeleteSession", "AddPasskey", "DeletePasskey", "AddTask", "CompleteTask", "UpdateTask", "DeleteTask", "Book", "Start", "Revoke of one's own"}, deed) ||
		strings.HasSuffix(deed, "by a tool")
}

func unauthenticated(string) platform.Code { return platform.CodeUnauthenticated }

func revocations() []revocation {
	suspended := func(t *testing.T, s *store.Store, _, by platform.Actor) {
		t.Helper()
		suspend(t, s, platform.SuspendedUser, by.Email)
	}
	role := func(role platform.Role) func(*testing.T, *store.Store, platform.Actor, platform.Actor) {
		return func(t *testing.T, s *store.Store, owner, by platform.Actor) {
			t.Helper()
			if _, err := s.SetMemberRole(t.Context(), owner, by.Workspace, by.User, role); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(t *testing.T, s *store.Store, owner, by platform.Actor) {
		t.Helper()
		if err := s.RemoveMember(t.Context(), owner, by.Workspace, by.User); err != nil {
			t.Fatal(err)
		}
	}
	viewer := func(deed string) platform.Code {
		switch {
		case personal(deed), deed == "CreateWorkspace":
			return ""
		case deed == "DeleteKey":
			return platform.CodeNotFound // a key that a viewer does not see
		}
		return platform.CodeForbidden
	}
	return []revocation{
		{name: "suspended", take: suspended, wants: func(deed string) platform.Code {
			if deed == "DeleteSession" || deed == "Revoke of one's own" { // takes away what is theirs alone
				return ""
			}
			return platform.CodeSuspended
		}},
		{name: "suspended, by key", key: true, take: suspended, wants: func(string) platform.Code { return platform.CodeSuspended }},
		{name: "demoted", take: role(platform.RoleViewer), wants: viewer},
		{name: "demoted, by key", key: true, take: role(platform.RoleViewer), wants: viewer},
		{name: "removed", take: remove, wants: func(deed string) platform.Code {
			if personal(deed) {
				return ""
			}
			return platform.CodeNotFound
		}},
		{name: "removed, by key", key: true, take: remove, wants: unauthenticated},
		{name: "key revoked", key: true, wants: unauthenticated, take: func(t *testing.T, s *store.Store, owner, by platform.Actor) {
			t.Helper()
			if err := s.DeleteKey(t.Context(), owner, by.Workspace, by.Key); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "signed out", wants: unauthenticated, take: func(t *testing.T, s *store.Store, _, by platform.Actor) {
			t.Helper()
			if err := s.DeleteSession(t.Context(), storetest.SignIn(t, s, by), by.User, by.Session); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "password changed elsewhere", wants: unauthenticated, take: func(t *testing.T, s *store.Store, _, by platform.Actor) {
			t.Helper()
			_, err := s.UpdateUser(t.Context(), storetest.SignIn(t, s, by), func(u identity.User) (identity.User, error) {
				u.PasswordHash = "$argon2id$new"
				return u, nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}},
	}
}

// An actor who has lost their role, key or session through another replica is refused by every change of this replica,
// which still remembers them with their former rights.
func TestEveryChangeLooksAtItsActor(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, r := range revocations() {
			ann := storetest.Person(t, s, "ann-"+newID()+"@example.com")
			by := second(t, s, ann, r.key)
			o := own(t, s, ann, by)
			r.take(t, s, ann, by)
			for name, do := range deeds() {
				got, want := codeOf(do(t.Context(), s, by, o)), r.wants(name)
				if name == "Start" && r.key && want == "" {
					want = platform.CodeForbidden // a key lets no client in
				}
				if want == "" && (got == platform.CodeForbidden || got == platform.CodeUnauthenticated) || want != "" && got != want {
					t.Errorf("%s, %s: %q, want %q", name, r.name, got, want)
				}
			}
		}
	})
}

// Before anything is taken from them, owners may do all of it, by session and by key, and so may Berth itself.
func TestOwnersMayDoEverything(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for name, do := range deeds() {
			for _, key := range []bool{false, true} {
				ann := storetest.Person(t, s, "ann-"+newID()+"@example.com")
				by := second(t, s, ann, key)
				o := own(t, s, ann, by)
				err := do(t.Context(), s, by, o)
				if name == "Start" && key { // only who is signed in lets a client in
					if codeOf(err) != platform.CodeForbidden {
						t.Errorf("%s, by key: %v", name, err)
					}
				} else if err != nil {
					t.Errorf("%s, by key %v: %v", name, key, err)
				}
			}
		}
		ann := storetest.Person(t, s, "system@example.com")
		ann.Kind, ann.Session = platform.KindSystem, ""
		publishApp(t, s, ann, createApp(t, s, ann, draft("Seeded")))
	})
}

// A change that has looked at its actor is finished before the actor loses what it takes; one that comes while that is under way
// waits for it, and is refused. The test holds the other's transaction open, so that the order is forced.
func TestADemotionUnderWayIsWaitedFor(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: url})
	demotion := func(by platform.Actor) string {
		return fmt.Sprintf("UPDATE members SET role = 'viewer' WHERE user_id = '%s' AND workspace_id = '%s'", by.User, by.Workspace)
	}
	for _, c := range []struct {
		what  string
		key   bool // the actor uses a key
		ends  func(by platform.Actor) string
		want  platform.Code
		deeds []string
	}{
		{what: "a demotion", ends: demotion, want: platform.CodeForbidden, deeds: []string{"SetMemberRole", "CreateKey", "CreateInvitation", "UpdateDraft", "Unpublish"}},
		{what: "a demotion of who made the key", key: true, ends: demotion, want: platform.CodeForbidden,
			deeds: []string{"SetMemberRole", "CreateKey", "UpdateDraft", "Publish"}},
		{what: "the end of the session", ends: func(by platform.Actor) string { return fmt.Sprintf("DELETE FROM sessions WHERE id = '%s'", by.Session) },
			want: platform.CodeUnauthenticated, deeds: []string{"CreateKey", "UpdateUser", "CreateInvitation", "Publish", "Start", "DeleteSession", "InsertRows by a tool"}},
		{what: "the end of the key", key: true, ends: func(by platform.Actor) string { return fmt.Sprintf("DELETE FROM api_keys WHERE id = '%s'", by.Key) },
			want: platform.CodeUnauthenticated, deeds: []string{"SetMemberRole", "CreateKey", "UpdateDraft", "UpdateUser", "DeleteSession", "InsertRows by a tool"}},
	} {
		for _, name := range c.deeds {
			ann := storetest.Person(t, s, "ann-"+newID()+"@example.com")
			by := second(t, s, ann, c.key)
			o := own(t, s, ann, by)
			duringChange(t, url, c.ends(by), name+" during "+c.what, func() error { return deeds()[name](t.Context(), s, by, o) }, c.want)
		}
	}
}

// duringChange runs do while a transaction of another replica has run statement and not committed; it commits when do waits.
func duringChange(t *testing.T, url, statement, name string, do func() error, want platform.Code) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if _, err := conn.Exec(t.Context(), "BEGIN; "+statement); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- do() }()
	waitForLock(t, url, name, done)
	if _, err := conn.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	if got := codeOf(<-done); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

// waitForLock returns when somebody waits for a row, or when done receives that nobody did.
func waitForLock(t *testing.T, url, name string, done chan error) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	for {
		var n int
		err := conn.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-done:
			t.Errorf("%s did not wait: %v", name, err)
			done <- err
			return
		default:
		}
		if n > 0 {
			return
		}
	}
}

// A sign-in that has checked the former password begins no session once the password is changed.
func TestASessionNeedsThePresentPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		late := session(ann, time.Now().Add(time.Hour)) // with the password that Ann has now: none
		_, err := s.UpdateUser(ctx, ann, func(u identity.User) (identity.User, error) { u.PasswordHash = "$argon2id$new"; return u, nil })
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, s.CreateSession(ctx, ann, late), platform.CodeUnauthenticated)
		late.User.PasswordHash = "$argon2id$new"
		if err := s.CreateSession(ctx, ann, late); err != nil {
			t.Error(err)
		}
	})
}

// An older replica reads what a newer one enters about callers as a change of nothing.
func TestRevocationsAreHeardOf(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	a, b := storetest.OpenWith(t, store.Options{DatabaseURL: url}), storetest.OpenWith(t, store.Options{DatabaseURL: url})
	callers, done := make(chan []string, 100), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(done)
		if err := b.Follow(ctx, store.Changed{Slugs: func(slugs ...string) {
			if len(slugs) > 0 {
				t.Errorf("heard of slugs: %v", slugs)
			}
		}, Callers: func(ids ...string) { callers <- ids }, Apps: func(...string) {}}); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
	if first := <-callers; first != nil {
		t.Errorf("first: %v", first)
	}
	ann := storetest.Person(t, a, "ann@example.com")
	bob := second(t, a, ann, false)
	<-callers // Bob has joined
	top := newKey(ann, ann.Workspace)
	child := newKey(ann, ann.Workspace)
	child.MadeByKey = top.ID
	other := storetest.SignIn(t, a, bob)
	for _, err := range []error{a.CreateKey(ctx, ann, top, 10), a.CreateKey(ctx, ann, child, 10)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		do   func() error
		want []string
	}{
		{func() error { return a.DeleteKey(ctx, ann, ann.Workspace, top.ID) }, []string{string(child.ID), string(top.ID)}},
		{func() error { return a.DeleteSession(ctx, bob, bob.User, other.Session) }, []string{string(other.Session)}},
		{func() error {
			_, err := a.SetMemberRole(ctx, ann, ann.Workspace, bob.User, platform.RoleEditor)
			return err
		}, []string{string(bob.User)}},
		{func() error { return a.RemoveMember(ctx, ann, ann.Workspace, bob.User) }, []string{string(bob.User)}},
		{func() error {
			_, err := a.UpdateUser(ctx, ann, func(u identity.User) (identity.User, error) { u.PasswordHash = "$argon2id$x"; return u, nil })
			return err
		}, []string{string(ann.User)}},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := <-callers; !slices.Equal(got, step.want) {
			t.Errorf("heard of %v, want %v", strings.Join(got, " "), step.want)
		}
	}
}
