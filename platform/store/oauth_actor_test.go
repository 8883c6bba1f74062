package store_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// byTool are the deeds of tools, which people do with an access token. Whatever else there is to do needs a session or a key.
func byTool(deed string) bool {
	return slices.Contains([]string{"AddTask", "CompleteTask", "UpdateTask", "DeleteTask", "Book"}, deed) || strings.HasSuffix(deed, "by a tool")
}

// tokenOf returns the actor of a token at the app whose tables own makes, and of which it is an owner.
func tokenOf(t *testing.T, s *store.Store, by platform.Actor, o *owned) platform.Actor {
	t.Helper()
	app, err := s.App(t.Context(), o.ws, o.table.App)
	if err != nil {
		t.Fatal(err)
	}
	p := publication(app)
	p.Release.Manifest.Access = platform.AccessMixed
	p.Documents, p.Release.Views, p.Release.Digest = nil, nil, digestOf(p.Release.Manifest)
	if _, err := s.Publish(t.Context(), by, p); err != nil {
		t.Fatal(err)
	}
	return owns(by, authorization.Grant{ID: grantOf(t, s, by, app.ID), App: app.ID, Client: "btc_x"})
}

// With a token people do what the tools of its app do, and nothing else, however much they may do by themselves. When it has ended they do
// nothing, though this replica remembers it.
func TestWhatATokenMayDo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		type taken func(by, token platform.Actor) error
		for what, c := range map[string]struct {
			take taken
			want platform.Code
		}{
			"good":    {func(platform.Actor, platform.Actor) error { return nil }, ""},
			"revoked": {func(by, token platform.Actor) error { return s.Revoke(ctx, by, token.Grant) }, platform.CodeUnauthenticated},
			"expired": {func(_, token platform.Actor) error {
				_, err := s.Exec(ctx, "UPDATE oauth_grants SET expires_at = $2 WHERE id = $1", string(token.Grant), time.Now().UTC())
				return err
			}, platform.CodeUnauthenticated},
			"of a suspended person": {func(by, _ platform.Actor) error { suspend(t, s, platform.SuspendedUser, by.Email); return nil }, platform.CodeSuspended},
			"of a person who has left the workspace": {func(by, _ platform.Actor) error { // whose own the grant is
				return s.RemoveMember(ctx, by, by.Workspace, by.User)
			}, ""},
		} {
			ann := storetest.Person(t, s, "ann-"+newID()+"@example.com")
			by := second(t, s, ann, false)
			o := own(t, s, ann, by)
			token := tokenOf(t, s, by, o)
			if err := c.take(by, token); err != nil {
				t.Fatal(err)
			}
			audited := len(actions(t, s, ann.Workspace))
			for name, do := range deeds() {
				got := codeOf(do(ctx, s, token, o))
				if c.want == "" && got == platform.CodeNotFound && strings.HasSuffix(name, "Task") {
					continue // it was deleted before, by another of them
				}
				switch {
				case byTool(name) && got != c.want:
					t.Errorf("%s by a token that is %s: %q, want %q", name, what, got, c.want)
				case !byTool(name) && got != platform.CodeForbidden && got != platform.CodeNotFound && got != platform.CodeUnauthenticated:
					t.Errorf("%s by a token that is %s: %q", name, what, got)
				}
			}
			if more := len(actions(t, s, ann.Workspace)) - audited; more != 0 {
				t.Errorf("%d lines in the trail of the workspace", more)
			}
		}
	})
}

// A token is worth nothing for another person, at another app, or with another grant.
func TestATokenIsItsOwn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann := storetest.Person(t, s, "ann@example.com")
		by, eve := second(t, s, ann, false), storetest.Person(t, s, "eve@example.com")
		o := own(t, s, ann, by)
		token := tokenOf(t, s, by, o)
		for what, change := range map[string]func(a *platform.Actor){
			"person": func(a *platform.Actor) { a.User = eve.User }, "app": func(a *platform.Actor) { a.App = o.people.ID },
			"grant": func(a *platform.Actor) { a.Grant = o.grant }, "no grant": func(a *platform.Actor) { a.Grant = "" }, "odd grant": func(a *platform.Actor) { a.Grant = "x" },
		} {
			a := token
			change(&a)
			for _, name := range []string{"AddTask", "InsertRows by a tool", "Book"} {
				if got := codeOf(deeds()[name](t.Context(), s, a, o)); got != platform.CodeUnauthenticated {
					t.Errorf("another %s: %s: %q", what, name, got)
				}
			}
		}
		elsewhere := token // at its own app, writing into the table of another
		elsewhere.App, elsewhere.Grant = o.people.ID, o.ownGrant
		_, _, err := s.InsertRows(t.Context(), elsewhere, o.tool(), func(platform.Table) ([]rows.Put, error) { return []rows.Put{put("x")}, nil })
		wantCode(t, err, platform.CodeUnauthenticated)
	})
}

// A revocation under way is waited for, and the change that comes in the middle is refused.
func TestARevocationUnderWayIsWaitedFor(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: url})
	for _, name := range []string{"AddTask", "InsertRows by a tool", "Book"} {
		ann := storetest.Person(t, s, strings.ReplaceAll(name, " ", "-")+"@example.com")
		by := second(t, s, ann, false)
		o := own(t, s, ann, by)
		token := tokenOf(t, s, by, o)
		duringChange(t, url, fmt.Sprintf("DELETE FROM oauth_grants WHERE id = '%s'", token.Grant), name,
			func() error { return deeds()[name](t.Context(), s, token, o) }, platform.CodeUnauthenticated)
	}
}

// Who acted by a token is told, also by replicas that know of no tokens.
func TestTheAuditNamesTokens(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s := w.replicas[0]
		g := w.grant(t, w.bob, w.app, claude)
		if _, err := s.AddTask(t.Context(), owns(w.bob, g), "a", nil, micro(w.Now())); err != nil {
			t.Fatal(err)
		}
		var kind, grant string
		err := s.QueryRow(t.Context(), "SELECT actor_kind, actor_grant FROM audit WHERE action = 'task.add'").Scan(&kind, &grant)
		if err != nil || kind != "key" || grant != string(g.ID) {
			t.Errorf("%q %q, %v", kind, grant, err)
		}
	})
}

// Whatever ends a grant is heard of at once where it was done, and by the other replicas through the feed.
func TestEndedGrantsAreHeardOf(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		var heard []string
		s.OnStanding(func(ids ...string) { heard = append(heard, ids...) })
		for what, end := range map[string]func(g authorization.Grant, c authorization.Code) error{
			"revoked":             func(g authorization.Grant, _ authorization.Code) error { return s.Revoke(ctx, w.bob, g.ID) },
			"revoked by an owner": func(g authorization.Grant, _ authorization.Code) error { return s.Revoke(ctx, w.ann, g.ID) },
			"refresh given back": func(g authorization.Grant, _ authorization.Code) error {
				return s.RevokeToken(ctx, hashed(refreshText(g.ID, 1)), claude)
			},
			"access given back": func(g authorization.Grant, _ authorization.Code) error {
				return s.RevokeToken(ctx, hashed(accessText(g.ID, "")), claude)
			},
			"code used again": func(_ authorization.Grant, c authorization.Code) error {
				if err := w.redeem(t, 0, c); err == nil {
					t.Error("a code was used twice")
				}
				return nil
			},
			"refresh token used again": func(g authorization.Grant, _ authorization.Code) error {
				err := w.rotate(t, 0, g.ID, 1, "2")
				w.Pass(2 * time.Minute)
				if w.rotate(t, 0, g.ID, 1, "3") == nil {
					t.Error("a refresh token was used late")
				}
				return err
			},
		} {
			c := w.start(t, w.bob, w.app, claude)
			if err := w.redeem(t, 0, c); err != nil {
				t.Fatal(err)
			}
			heard = nil
			if err := end(c.Grant, c); err != nil {
				t.Fatal(err)
			}
			if want := []string{string(c.Grant.ID)}; !slices.Equal(heard, want) {
				t.Errorf("%s: heard of %q, want %q", what, heard, want)
			}
			var entry string
			err := s.QueryRow(ctx, "SELECT callers FROM feed_entries ORDER BY revision DESC LIMIT 1").Scan(&entry)
			if err != nil || !strings.Contains(entry, string(c.Grant.ID)) {
				t.Errorf("%s: the feed has %s, %v", what, entry, err)
			}
		}
		heard = nil
		suspend(t, s, platform.SuspendedUser, w.bob.Email)
		if !slices.Contains(heard, string(w.bob.User)) {
			t.Errorf("a suspension: heard of %q", heard)
		}
		heard = nil
		if wantCode(t, s.Revoke(ctx, w.ann, platform.GrantID(newID())), platform.CodeNotFound); heard != nil {
			t.Errorf("nothing has changed: heard of %q", heard)
		}
	})
}

func TestAttempts(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		attempt := func(app platform.AppID, n int) authorization.Attempt {
			return authorization.Attempt{ID: newID(), App: app, At: micro(w.Now()).Add(time.Duration(n) * time.Second), Client: "c" + strings.Repeat("é", n), Person: "p",
				Step: authorization.StepToken, Outcome: authorization.OutcomeFailed, Reason: fmt.Sprint("because ", n)}
		}
		if err := s.Attempt(ctx, attempt(w.other.ID, 0)); err != nil {
			t.Fatal(err)
		}
		for _, err := range together(60, func(i int) error { return w.replicas[i%2].Attempt(ctx, attempt(w.app.ID, i)) }) {
			if err != nil {
				t.Fatal(err)
			}
		}
		got, err := w.replicas[1].Attempts(ctx, w.ann, w.app.ID)
		if err != nil || len(got) != 50 || rowsOf(t, s, "oauth_attempts") != 51 {
			t.Fatalf("%d attempts, %v", len(got), err)
		}
		for i, a := range got {
			want := attempt(w.app.ID, 59-i)
			if want.ID = a.ID; a != want {
				t.Errorf("%d: %+v, want %+v", i, a, want)
			}
		}
		for _, by := range []platform.Actor{w.bob, {}} {
			_, err := s.Attempts(ctx, by, w.app.ID)
			wantCode(t, err, platform.CodeAppNotFound)
		}
		hostile := attempt(w.app.ID, 100)
		hostile.Client, hostile.Reason = strings.Repeat("\x00\xff", 10_000), strings.Repeat("é", 10_000)
		for _, a := range []authorization.Attempt{hostile, attempt(platform.AppID(newID()), 1), attempt("", 1)} {
			if err := s.Attempt(ctx, a); err != nil {
				t.Errorf("of %q: %v", a.App, err)
			}
		}
	})
}

// A database of the version before goes on, with its audit trail.
func TestOAuthComesToAnOlderDatabase(t *testing.T) {
	t.Parallel()
	for engine, s := range empties(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			if err := s.MigrateTo(ctx, 21); err != nil {
				t.Fatal(err)
			}
			_, err := s.Exec(ctx, `INSERT INTO audit (id, at, workspace_id, actor_kind, actor_key, actor, action, target, address, user_agent, request_id)
				VALUES ($1, $2, $3, 'key', 'k', 'ann@example.com', 'app.create', 't', '', '', '')`, newID(), time.Now().UTC(), newID())
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Migrate(ctx); err != nil {
				t.Fatal(err)
			}
			if rows, err := s.AuditRows(ctx); err != nil || len(rows) != 1 || rows[0].ActorKind != "key" {
				t.Errorf("%+v, %v", rows, err)
			}
			by := storetest.Person(t, s, "ann@example.com")
			grantOf(t, s, by, signedIn(t, s, by, "One").ID)
		})
	}
}

// A backup has what clients hold; what was restored goes on from there, on either engine.
func TestGrantsSurviveARestore(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		g := w.grant(t, w.bob, w.app, claude)
		if err := w.rotate(t, 0, g.ID, 1, "2"); err != nil {
			t.Fatal(err)
		}
		key, err := w.replicas[0].SigningKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		file := backupOf(t, w.replicas[0])
		for engine, restored := range empties(t) {
			if err := restored.Restore(context.WithoutCancel(t.Context()), bytes.NewReader(file)); err != nil {
				t.Fatalf("%s: %v", engine, err)
			}
			there := &linked{told: &told{Clock: w.Clock, replicas: [2]*store.Store{restored, restored}}}
			if same, err := restored.SigningKey(t.Context()); err != nil || !bytes.Equal(same, key) {
				t.Errorf("%s: another key, %v", engine, err)
			}
			if there.opens(t, g.ID, "") != "" || there.opens(t, g.ID, "2") != "" {
				t.Errorf("%s: the access tokens are of no use", engine)
			}
			if err := there.rotate(t, 0, g.ID, 2, "3"); err != nil {
				t.Errorf("%s: %v", engine, err)
			}
			w.Pass(2 * time.Minute)
			if err := there.rotate(t, 0, g.ID, 1, "x"); err == nil || there.opens(t, g.ID, "3") != platform.CodeNotFound {
				t.Errorf("%s: what was used before the backup is used again: %v", engine, err)
			}
		}
	})
}
