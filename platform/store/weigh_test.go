package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// household is a workspace with two people and an app, next to what the plain rule says of it.
type household struct {
	*testing.T
	s      *store.Store
	app    platform.App
	people [2]platform.Actor
	roles  [2]platform.Role // "" = not in it
	users  [2]bool          // suspended
	itself bool             // suspended
	told   []string
}

// want says whether the app is served by the plain rule: not when the workspace is suspended, or all of its owners are.
func (w *household) want() bool {
	if w.itself {
		return false
	}
	for i, role := range w.roles {
		if role == platform.RoleOwner && !w.users[i] {
			return true
		}
	}
	return false
}

// deeds are all that changes who is suspended and who owns the workspace. Each is refused to whom it is not allowed.
func (w *household) deeds() []func() {
	ctx, ws := w.Context(), w.app.Workspace
	list := []func(){
		func() { suspend(w.T, w.s, platform.SuspendedWorkspace, string(ws)); w.itself = true },
		func() {
			if _, err := w.s.Resume(ctx, platform.SuspendedWorkspace, string(ws)); err == nil {
				w.itself = false
			} else if !platform.IsCode(err, platform.CodeConflict) || w.itself {
				w.Error(err)
			}
		},
	}
	for i, who := range w.people {
		system, other := who, w.people[1-i]
		system.Kind = platform.KindSystem
		list = append(list,
			func() { suspend(w.T, w.s, platform.SuspendedUser, who.Email); w.users[i] = true },
			func() { resume(w.T, w.s, platform.SuspendedUser, who.Email); w.users[i] = false },
			func() { // leaves
				if w.s.RemoveMember(ctx, who, ws, who.User) == nil {
					w.roles[i] = ""
				}
			},
			func() { // is demoted
				if _, err := w.s.SetMemberRole(ctx, other, ws, who.User, platform.RoleEditor); err == nil {
					w.roles[i] = platform.RoleEditor
				}
			},
			func() { // comes back
				if _, err := w.s.SetMemberRole(ctx, system, ws, who.User, platform.RoleOwner); err == nil {
					w.roles[i] = platform.RoleOwner
					return
				}
				letter := invitation(system, platform.RoleOwner)
				letter.Workspace, letter.Maker.ID = ws, other.User
				if err := w.s.CreateInvitation(ctx, system, letter, 0); err != nil {
					w.Fatal(err)
				}
				if _, err := w.s.AcceptInvitation(ctx, who, letter.Hash, time.Now(), 0); err == nil {
					w.roles[i] = platform.RoleOwner
				}
			})
	}
	return list
}

// After every sequence of three changes, from wherever it begins, an app is served as the plain rule says, and who serves has been told of
// each difference.
func TestServedAsTheOwnersAre(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		bobs := publishApp(t, s, bob, createApp(t, s, bob, draft("Bob's")))
		join(t, s, ann, bob, platform.RoleOwner)
		w := &household{T: t, s: s, app: publishApp(t, s, ann, createApp(t, s, ann, draft("Shared"))), people: [2]platform.Actor{ann, bob},
			roles: [2]platform.Role{platform.RoleOwner, platform.RoleOwner}}
		s.OnSuspended(func(slugs ...string) { w.told = append(w.told, slugs...) })
		deeds, before := w.deeds(), true
		var done []int
		for _, i := range everySequence(len(deeds), 3) {
			w.told = nil
			deeds[i]()
			done = append(done, i)
			want, got := w.want(), served(t, s, w.app.ServedSlug) == ""
			told := slices.Contains(w.told, w.app.ServedSlug)
			state := fmt.Sprintf("after %v: %v, suspended %v %v", done[max(0, len(done)-6):], w.roles, w.itself, w.users)
			if got != want || told != (want != before) {
				t.Fatalf("%s: served %v, want %v; told %v", state, got, want, told)
			}
			if seen := reread(t, s, w.app).Suspended; (seen == nil) != want {
				t.Fatalf("%s: its owner sees %+v", state, seen)
			}
			if got := served(t, s, bobs.ServedSlug) == ""; got == w.users[1] {
				t.Fatalf("%s: what Bob owns alone is served: %v", state, got)
			}
			before = want
		}
	})
}

// everySequence returns a sequence of numbers below k in which every sequence of n of them occurs: that of de Bruijn.
func everySequence(k, n int) []int {
	a, all := make([]int, k*n), []int{}
	var grow func(t, p int)
	grow = func(t, p int) {
		if t > n {
			if n%p == 0 {
				all = append(all, a[1:p+1]...)
			}
			return
		}
		a[t] = a[t-p]
		grow(t+1, p)
		for a[t]++; a[t] < k; a[t]++ {
			grow(t+1, t)
		}
	}
	grow(1, 1)
	return append(all, all[:n-1]...)
}

// An owner who deletes the account leaves the workspace to one who is suspended; another replica hears of it, and of that one's resuming.
func TestOtherReplicasHearWhoIsLeft(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s, other := storetest.OpenWith(t, store.Options{DatabaseURL: url}), storetest.OpenWith(t, store.Options{DatabaseURL: url})
	ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
	join(t, s, ann, bob, platform.RoleOwner)
	app := publishApp(t, s, ann, createApp(t, s, ann, draft("Shared")))
	suspend(t, s, platform.SuspendedUser, ann.Email)
	heard, done := make(chan []string, 10), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(done)
		_ = other.Follow(ctx, store.Changed{Slugs: func(slugs ...string) { heard <- slugs }, Callers: func(...string) {}, Apps: func(...string) {}})
	}()
	t.Cleanup(func() { cancel(); <-done })
	<-heard // anything may have changed
	for _, step := range []struct {
		do   func() error
		want platform.Code
	}{
		{func() error { return s.DeleteUser(ctx, bob) }, platform.CodeSuspended},
		{func() error { resume(t, s, platform.SuspendedUser, ann.Email); return nil }, ""},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := <-heard; !slices.Equal(got, []string{app.ServedSlug}) || served(t, other, app.ServedSlug) != step.want {
			t.Errorf("heard of %v; %q, want %q", got, served(t, other, app.ServedSlug), step.want)
		}
	}
}

// What suspended owners have sent out before makes nobody an owner, who would have the apps served; others may join, and a resumed
// owner's invitation is good again.
func TestSuspendedOwnersTakeInNoOwner(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob, cid := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com"), storetest.Person(t, s, "cid@example.com")
		letters := []identity.Invitation{invite(t, s, ann, platform.RoleOwner), invite(t, s, ann, platform.RoleViewer)}
		suspend(t, s, platform.SuspendedUser, ann.Email)
		accept := func(who platform.Actor, i identity.Invitation) platform.Code {
			_, err := s.AcceptInvitation(t.Context(), who, i.Hash, time.Now(), 0)
			return codeOf(err)
		}
		if got := accept(bob, letters[0]); got != platform.CodeSuspended {
			t.Errorf("as an owner: %q", got)
		}
		if got := accept(cid, letters[1]); got != "" {
			t.Errorf("as a viewer: %q", got)
		}
		resume(t, s, platform.SuspendedUser, ann.Email)
		if got := accept(bob, letters[0]); got != "" {
			t.Errorf("resumed: %q", got)
		}
	})
}

// A workspace that only its owners' suspension closes is not resumed by itself, and one that an operator has suspended too says so in turn.
func TestResumingAWorkspaceOfTheSuspended(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app := publishApp(t, s, ann, createApp(t, s, ann, draft("One")))
		for i, step := range []struct {
			do     func(context.Context, platform.SuspensionKind, string, string) ([]string, error)
			kind   platform.SuspensionKind
			name   string
			reason string
			code   platform.Code
			slugs  int
			seen   string // why, "" = served
		}{
			{s.Suspend, platform.SuspendedWorkspace, string(ann.Workspace), "The workspace.", "", 1, "The workspace."},
			{s.Suspend, platform.SuspendedUser, ann.Email, "Ann.", "", 0, "The workspace."},
			{nil, platform.SuspendedWorkspace, string(ann.Workspace), "", "", 0, "Ann."},
			{nil, platform.SuspendedWorkspace, string(ann.Workspace), "", platform.CodeConflict, 0, "Ann."},
			{s.Suspend, platform.SuspendedUser, ann.Email, "Ann, again.", "", 0, "Ann, again."},
			{nil, platform.SuspendedUser, bob.Email, "", "", 0, "Ann, again."},
			{nil, platform.SuspendedUser, ann.Email, "", "", 1, ""},
			{nil, platform.SuspendedWorkspace, string(ann.Workspace), "", "", 0, ""},
		} {
			do := step.do
			if do == nil {
				do = func(ctx context.Context, kind platform.SuspensionKind, name, _ string) ([]string, error) {
					return s.Resume(ctx, kind, name)
				}
			}
			slugs, err := do(t.Context(), step.kind, step.name, step.reason)
			seen := ""
			if now := reread(t, s, app).Suspended; now != nil {
				seen = now.Reason
			}
			if codeOf(err) != step.code || len(slugs) != step.slugs || seen != step.seen || (served(t, s, app.ServedSlug) == "") != (seen == "") {
				t.Errorf("step %d: %v, %v, %q", i, err, slugs, seen)
			}
		}
		want := []string{"workspace.suspend", "workspace.resume", "workspace.suspend", "workspace.suspend", "workspace.resume"}
		got := slices.DeleteFunc(actions(t, s, ann.Workspace), func(a string) bool { return !slices.Contains(want, a) })
		if !slices.Equal(got, want) {
			t.Errorf("the audit trail says %v", got)
		}
	})
}

// What an installation of before serves although its owners are suspended, and what it does not although they are not any more, is put right
// when it is brought up to date.
func TestWorkspacesOfOldInstallationsAreWeighed(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]func(t *testing.T) store.Options{
		"sqlite":   func(t *testing.T) store.Options { return store.Options{DataDir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Options { return store.Options{DatabaseURL: pgtest.Empty(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.OpenWith(t, o(t))
			if err := s.MigrateTo(t.Context(), 29); err != nil {
				t.Fatal(err)
			}
			ann, bob, cid := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com"), storetest.Person(t, s, "cid@example.com")
			anns, bobs := publishApp(t, s, ann, createApp(t, s, ann, draft("Ann's"))), publishApp(t, s, bob, createApp(t, s, bob, draft("Bob's")))
			cids := publishApp(t, s, cid, createApp(t, s, cid, draft("Cid's")))
			for _, c := range []struct {
				statement string
				args      []any
			}{
				{"UPDATE users SET suspended_reason = 'Ann.', suspended_at = $1 WHERE id = $2", []any{micro(time.Now()), string(ann.User)}},
				{"UPDATE workspaces SET suspended_reason = 'Of old.', suspended_at = $1, suspended_with = $2 WHERE id = $3",
					[]any{micro(time.Now()), string(ann.User), string(bob.Workspace)}},
				{"UPDATE workspaces SET suspended_reason = 'Itself.', suspended_at = $1 WHERE id = $2", []any{micro(time.Now()), string(cid.Workspace)}},
			} {
				if _, err := s.Exec(t.Context(), c.statement, c.args...); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := reread(t, s, anns).Suspended; got == nil || got.Reason != "Ann." || served(t, s, anns.ServedSlug) != platform.CodeSuspended {
				t.Errorf("all owners suspended: %+v, %q", got, served(t, s, anns.ServedSlug))
			}
			if got := reread(t, s, bobs).Suspended; got != nil || served(t, s, bobs.ServedSlug) != "" {
				t.Errorf("an owner is not suspended: %+v, %q", got, served(t, s, bobs.ServedSlug))
			}
			if got := reread(t, s, cids).Suspended; got == nil || got.Reason != "Itself." {
				t.Errorf("suspended by itself: %+v", got)
			}
			if got := resume(t, s, platform.SuspendedUser, ann.Email); !slices.Equal(got, []string{anns.ServedSlug}) || served(t, s, anns.ServedSlug) != "" {
				t.Errorf("resumed: %v, %q", got, served(t, s, anns.ServedSlug))
			}
		})
	}
}
