package store_test

import (
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/identity"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// person makes somebody without a workspace, who is signed in.
func person(t *testing.T, s *store.Store, email string) platform.Actor {
	t.Helper()
	u := identity.User{ID: platform.UserID(newID()), Email: email, Name: email, CreatedAt: micro(time.Now())}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSession, User: u.ID, Email: email}}
	if w, err := s.CreateUser(t.Context(), by, u, ""); err != nil || w.ID != "" {
		t.Fatalf("%+v, %v", w, err)
	}
	return storetest.SignIn(t, s, by)
}

// A person takes along what is theirs in every app, and nothing of anybody else's; when they go it is gone, and counted as gone.
func TestDeletingAPerson(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		cid, dan := person(t, s, "cid@example.com"), person(t, s, "dan@example.com")
		as := func(at rows.Scope, by platform.Actor) rows.Scope {
			at.Tool, at.Owner = true, platform.PersonID(at.App, by.User)
			return at
		}
		one := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, true)
		two := breads(t, s, ann, createApp(t, s, ann, draft("Two")).ID, true)
		for _, at := range []rows.Scope{one, two} {
			insert(t, s, cid, as(at, cid), put("Rye"), put("Corn"))
			insert(t, s, dan, as(at, dan), put("Wheat"))
			insert(t, s, ann, at, put("Spelt"))
		}
		for _, by := range []platform.Actor{cid, dan} {
			if _, err := s.AddTask(ctx, by, "Task of "+by.Email, nil, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		for _, by := range []platform.Actor{cid, dan} {
			for _, named := range []string{by.Email, "before-" + by.Email, platform.PersonID(one.App, by.User)} { // as the author may know them
				err := s.Attempt(ctx, authorization.Attempt{ID: newID(), App: one.App, At: micro(time.Now()), User: by.User, Person: named})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		d, err := s.PersonalData(ctx, cid.User)
		if err != nil || d.User.Email != cid.Email || len(d.Tasks) != 1 || len(d.Rows) != 4 || d.Rows[0].App != "One" || d.Rows[0].Table != "breads" {
			t.Errorf("%+v, %v", d, err)
		}
		for _, r := range d.Rows {
			if strings.Contains(string(r.Values), "Wheat") || strings.Contains(string(r.Values), "Spelt") {
				t.Errorf("somebody else's: %s", r.Values)
			}
		}
		if err := s.DeleteUser(ctx, cid); err != nil {
			t.Fatal(err)
		}
		attempts, err := s.Attempts(ctx, ann, one.App)
		if err != nil || len(attempts) != 3 {
			t.Errorf("%+v, %v", attempts, err)
		}
		for _, a := range attempts {
			if strings.Contains(a.Person, cid.Email) || a.Person == platform.PersonID(one.App, cid.User) {
				t.Errorf("%q is named by an attempt", a.Person)
			}
		}
		if err := s.Attempt(ctx, authorization.Attempt{ID: newID(), App: one.App, At: micro(time.Now()), User: cid.User, Person: cid.Email}); err != nil || rowsOf(t, s, "oauth_attempts") != 3 {
			t.Errorf("an attempt that comes late: %v", err)
		}
		for _, at := range []rows.Scope{one, two} {
			table, err := s.Table(ctx, at.TableRef)
			if err != nil || table.Rows != 2 {
				t.Errorf("%d rows are left, %v", table.Rows, err)
			}
		}
		if _, err := s.PersonalData(ctx, cid.User); codeOf(err) != platform.CodeNotFound {
			t.Errorf("after it: %v", err)
		}
		if d, err := s.PersonalData(ctx, dan.User); err != nil || len(d.Rows) != 2 || len(d.Tasks) != 1 {
			t.Errorf("somebody else's: %+v, %v", d, err)
		}
		wantCode(t, s.DeleteUser(ctx, cid), platform.CodeNotFound)
		other := storetest.SignIn(t, s, dan)
		if err := s.DeleteSession(ctx, dan, dan.User, other.Session); err != nil {
			t.Fatal(err)
		}
		wantCode(t, s.DeleteUser(ctx, other), platform.CodeUnauthenticated)
		suspend(t, s, platform.SuspendedUser, dan.Email)
		wantCode(t, s.DeleteUser(ctx, dan), platform.CodeSuspended)
	})
}

// What an import has removed of a person's rows is theirs too: it does not come back once they have gone.
func TestNothingOfAPersonIsTakenBack(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, cid := t.Context(), storetest.Person(t, s, "ann@example.com"), person(t, s, "cid@example.com")
		at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, true)
		mine := at
		mine.Tool, mine.Owner = true, platform.PersonID(at.App, cid.User)
		insert(t, s, cid, mine, put("Rye"), put("Corn"))
		insert(t, s, ann, at, put("Spelt"))
		importInto(t, s, ann, at, rows.Import{Replace: true})
		if err := s.DeleteUser(ctx, cid); err != nil {
			t.Fatal(err)
		}
		if _, err := s.UndoImport(ctx, ann, at, keysOf); err != nil {
			t.Fatal(err)
		}
		if got := values(t, s, at); len(got) != 1 {
			t.Errorf("after the import was taken back: %v", got)
		}
	})
}

// A row that a person's tool is just writing goes along, too.
func TestRowsOfSomebodyWhoIsGoing(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: url})
	ann, cid := storetest.Person(t, s, "ann@example.com"), person(t, s, "cid@example.com")
	at := breads(t, s, ann, createApp(t, s, ann, draft("One")).ID, true)
	elsewhere, mine := storetest.SignIn(t, s, cid), at
	mine.Tool, mine.Owner = true, platform.PersonID(at.App, cid.User)

	writes := connect(t, url)
	if _, err := writes.Exec(t.Context(), "BEGIN; SELECT FROM sessions WHERE id = '"+string(elsewhere.Session)+"' FOR SHARE"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.DeleteUser(t.Context(), cid) }()
	waitForLock(t, url, "going", done)
	insert(t, s, elsewhere, mine, put("Corn"))
	if _, err := writes.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got := values(t, s, at); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
}

// Nobody leaves a workspace with apps or people in it without an owner.
func TestOwnersStay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		ann, bob, cid := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com"), storetest.Person(t, s, "cid@example.com")
		createApp(t, s, ann, draft("App"))
		wantCode(t, s.DeleteUser(ctx, ann), platform.CodeConflict)
		join(t, s, bob, cid, platform.RoleViewer)
		wantCode(t, s.DeleteUser(ctx, bob), platform.CodeConflict)
		for _, stays := range []platform.Actor{ann, bob} {
			if list, err := s.Workspaces(ctx, stays.User); err != nil || len(list) != 1 {
				t.Errorf("a refusal took something: %+v, %v", list, err)
			}
		}
		// With another owner the workspace goes on, one with nothing in it goes along, and one that had an address keeps that.
		join(t, s, ann, bob, platform.RoleOwner)
		if err := s.DeleteUser(ctx, ann); err != nil {
			t.Fatal(err)
		}
		if members, err := s.Members(ctx, ann.Workspace); err != nil || len(members) != 1 || members[0].User.ID != bob.User {
			t.Errorf("%+v, %v", members, err)
		}
		app := publishApp(t, s, cid, createApp(t, s, cid, draft("Gone")))
		if _, err := s.DeleteApp(ctx, cid, app.ID, 0); err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteUser(ctx, cid); err != nil {
			t.Fatal(err)
		}
		if free, err := s.SlugFree(ctx, bob.Workspace, app.ServedSlug); err != nil || free {
			t.Errorf("an address that was served is free: %v, %v", free, err)
		}
	})
}
