package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

func TestAGrantBegins(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		consent := func(by platform.Actor, app platform.App, client string) []string {
			t.Helper()
			scopes, err := w.replicas[1].Consent(ctx, by.User, app.ID, client)
			if err != nil {
				t.Fatal(err)
			}
			return scopes
		}
		if got := consent(w.bob, w.app, claude); got != nil {
			t.Errorf("asked before: %q", got)
		}
		c := w.code(w.bob, w.app, claude)
		c.Grant.User = w.ann.User // whom a mistaken caller names: the person is the actor
		if err := s.Start(ctx, w.bob, c); err != nil {
			t.Fatal(err)
		}
		if got := consent(w.bob, w.app, claude); !slices.Equal(got, []string{"app:read", "offline_access"}) {
			t.Errorf("agreed to %q", got)
		}
		for _, foreign := range [][]string{consent(w.ann, w.app, claude), consent(w.bob, w.other, claude), consent(w.bob, w.app, "btc_other")} {
			if foreign != nil {
				t.Errorf("of somebody else: %q", foreign)
			}
		}
		wider := w.code(w.bob, w.app, claude)
		wider.Grant.Scopes, wider.Grant.Resource = []string{"app:write"}, wider.Grant.Resource+"/signed-in"
		w.Pass(time.Second)
		if err := s.Start(ctx, w.bob, wider); err != nil {
			t.Fatal(err)
		}
		if got := consent(w.bob, w.app, claude); !slices.Equal(got, []string{"app:read", "app:write", "offline_access"}) {
			t.Errorf("agreed to %q in the end", got)
		}
		resources, err := s.Resources(ctx, claude)
		if err != nil || !slices.Equal(resources, []string{wider.Grant.Resource}) {
			t.Errorf("%q, %v", resources, err)
		}
		w.start(t, w.ann, w.other, claude)
		third := signedIn(t, s, w.ann, "Third")
		w.start(t, w.ann, third, claude)
		if resources, err := s.Resources(ctx, claude); err != nil || len(resources) != 2 {
			t.Errorf("of three apps: %q, %v", resources, err)
		}
		if resources, err := s.Resources(ctx, "btc_none"); err != nil || resources != nil {
			t.Errorf("of an unknown client: %q, %v", resources, err)
		}
		if got := actions(t, s, w.ann.Workspace); slices.ContainsFunc(got, func(a string) bool { return a == "grant.create" }) {
			t.Error("the trail of a workspace names those who use its apps")
		}
	})
}

func TestWhereNobodyMayStart(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		public := publishApp(t, s, w.ann, createApp(t, s, w.ann, draft("Public")))
		idle := createApp(t, s, w.ann, draft("Idle"))
		gone := signedIn(t, s, w.ann, "Gone")
		if _, err := s.DeleteApp(ctx, w.ann, gone.ID, 0); err != nil {
			t.Fatal(err)
		}
		bad := signedIn(t, s, w.ann, "Bad")
		suspend(t, s, platform.SuspendedApp, bad.ServedSlug)
		malformed := w.app
		malformed.ID = "x\x00"
		key := newKey(w.bob, w.bob.Workspace)
		if err := s.CreateKey(ctx, w.bob, key, 10); err != nil {
			t.Fatal(err)
		}
		byKey := w.bob
		byKey.Kind, byKey.Key, byKey.Session = platform.KindKey, key.ID, ""
		out := storetest.SignIn(t, s, w.bob)
		if err := s.DeleteSession(ctx, w.bob, w.bob.User, out.Session); err != nil {
			t.Fatal(err)
		}
		cid := storetest.Person(t, s, "cid@example.com")
		suspend(t, s, platform.SuspendedUser, cid.Email)
		stolen := w.bob
		stolen.Session = w.ann.Session
		for name, c := range map[string]struct {
			by   platform.Actor
			app  platform.App
			want platform.Code
		}{
			"public": {w.bob, public, platform.CodeConflict}, "not live": {w.bob, idle, platform.CodeAppNotFound}, "deleted": {w.bob, gone, platform.CodeAppNotFound},
			"suspended": {w.bob, bad, platform.CodeSuspended}, "no id": {w.bob, malformed, platform.CodeAppNotFound}, "by key": {byKey, w.app, platform.CodeForbidden},
			"signed out": {out, w.app, platform.CodeUnauthenticated}, "suspended person": {cid, w.app, platform.CodeSuspended},
			"another's session": {stolen, w.app, platform.CodeUnauthenticated}, "by token": {owns(w.bob, authorization.Grant{App: w.app.ID}), w.app, platform.CodeForbidden},
			"nobody": {platform.Actor{}, w.app, platform.CodeNotFound},
		} {
			if got := codeOf(s.Start(ctx, c.by, w.code(c.by, c.app, claude))); got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		if rowsOf(t, s, "oauth_grants")+rowsOf(t, s, "oauth_codes")+rowsOf(t, s, "oauth_consents") != 0 {
			t.Error("refused, and something is stored")
		}
	})
}

func TestGrantsOfAPerson(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		first := w.grant(t, w.bob, w.app, claude)
		w.Pass(time.Second)
		second := w.grant(t, w.bob, w.other, "btc_x")
		w.grant(t, w.ann, w.app, claude)
		pending := w.start(t, w.bob, w.app, "btc_pending")
		used := micro(w.Now())
		for _, at := range []time.Time{used, used.Add(-time.Minute)} {
			if err := s.TouchGrant(ctx, first.ID, at); err != nil {
				t.Fatal(err)
			}
		}
		list := func() []authorization.Grant {
			t.Helper()
			all, err := w.replicas[1].Grants(ctx, w.bob.User)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		got := list()
		w.Pass(2 * time.Minute) // the code of the one that nobody redeemed has expired
		got = slices.DeleteFunc(got, func(g authorization.Grant) bool { return g.ID == pending.Grant.ID })
		if diff := cmp.Diff(got, list()); diff != "" {
			t.Errorf("two minutes later (-want +got):\n%s", diff)
		}
		want := []authorization.Grant{second, first}
		want[0].AppName, want[0].Generation, want[0].ExpiresAt = "Other", 1, second.CreatedAt.Add(90*24*time.Hour)
		want[1].AppName, want[1].Generation, want[1].ExpiresAt, want[1].LastUsedAt = "One", 1, first.CreatedAt.Add(90*24*time.Hour), used
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		w.Pass(90 * 24 * time.Hour)
		if late := list(); len(late) != 0 {
			t.Errorf("after their end: %+v", late)
		}
	})
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		editor, viewer := storetest.Person(t, s, "cid@example.com"), storetest.Person(t, s, "dan@example.com")
		join(t, s, w.ann, editor, platform.RoleEditor)
		join(t, s, w.ann, viewer, platform.RoleViewer)
		editor.Workspace, viewer.Workspace = w.ann.Workspace, w.ann.Workspace
		elsewhere := editor
		elsewhere.Workspace = w.bob.Workspace
		for name, c := range map[string]struct {
			by   platform.Actor
			want platform.Code
		}{
			"its person": {w.bob, ""}, "an owner of the app": {w.ann, ""}, "an editor": {editor, ""}, "a viewer": {viewer, platform.CodeForbidden},
			"an editor in another workspace": {elsewhere, platform.CodeNotFound}, "a token of its own": {owns(w.bob, w.grant(t, w.bob, w.app, "btc_t")), platform.CodeForbidden},
			"somebody else": {storetest.Person(t, s, "eve@example.com"), platform.CodeNotFound}, "nobody": {platform.Actor{}, platform.CodeUnauthenticated},
		} {
			g := w.grant(t, w.bob, w.app, claude)
			if got := codeOf(s.Revoke(ctx, c.by, g.ID)); got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
			refused, want := platform.CodeNotFound, []string(nil)
			if c.want != "" {
				refused, want = "", []string{"app:read", "offline_access"}
			}
			if got := w.opens(t, g.ID, ""); got != refused {
				t.Errorf("%s: the token is told %q", name, got)
			}
			if c.want == "" {
				wantCode(t, w.rotate(t, 0, g.ID, 1, "x"), platform.CodeNotFound)
				wantCode(t, s.Revoke(ctx, c.by, g.ID), platform.CodeNotFound)
			}
			if agreed, err := s.Consent(ctx, w.bob.User, w.app.ID, claude); !slices.Equal(agreed, want) || err != nil {
				t.Errorf("%s: agreed to %q, %v", name, agreed, err)
			}
		}
		if resources, err := s.Resources(ctx, claude); len(resources) != 1 || err != nil {
			t.Errorf("a client that was let in once: %q, %v", resources, err)
		}
		for _, id := range []platform.GrantID{"", "x", "\x00", platform.GrantID(newID())} {
			wantCode(t, s.Revoke(ctx, w.bob, id), platform.CodeNotFound)
		}
	})
}

// Whose app or account is deleted leaves nothing behind.
func TestGrantsGoWithAppAndPerson(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		gone, stays := w.grant(t, w.bob, w.app, claude), w.grant(t, w.bob, w.other, claude)
		if err := s.Attempt(ctx, authorization.Attempt{ID: newID(), App: w.app.ID, At: micro(w.Now())}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.DeleteApp(ctx, w.ann, w.app.ID, 0); err != nil {
			t.Fatal(err)
		}
		if got := w.opens(t, gone.ID, ""); got != platform.CodeNotFound {
			t.Errorf("of a deleted app: %q", got)
		}
		if got := w.opens(t, stays.ID, ""); got != "" {
			t.Errorf("of another app: %q", got)
		}
		if n := rowsOf(t, s, "oauth_attempts"); n != 0 {
			t.Errorf("%d attempts", n)
		}
		if _, err := s.Exec(ctx, "DELETE FROM users WHERE id = $1", string(w.bob.User)); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"grants", "consents", "codes", "access_tokens", "refresh_tokens"} {
			if n := rowsOf(t, s, "oauth_"+table); n != 0 {
				t.Errorf("%d %s of nobody", n, table)
			}
		}
	})
}

// A client that asks for a new grant at each start does not fill the disk; what is used stays.
func TestGrantsOfAPersonAreBounded(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		used, foreign := w.grant(t, w.bob, w.app, claude), w.grant(t, w.ann, w.app, claude)
		for i := range 202 {
			w.Pass(time.Second)
			w.grant(t, w.bob, w.app, fmt.Sprintf("btc_%d", i))
			if err := s.TouchGrant(ctx, used.ID, micro(w.Now())); err != nil {
				t.Fatal(err)
			}
		}
		if all, err := s.Grants(ctx, w.bob.User); len(all) != 200 || err != nil {
			t.Errorf("%d grants, %v", len(all), err)
		}
		_, err := s.Exec(ctx, `INSERT INTO oauth_consents (user_id, app_id, client, resource, scopes, agreed_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) SELECT $1, $2, 'old ' || CAST(i AS text), '', '[]', $3 FROM n`,
			string(w.bob.User), string(w.app.ID), micro(w.Now()).Add(-time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		w.start(t, w.bob, w.app, "btc_last")
		if n := rowsOf(t, s, "oauth_consents"); n != 1001 {
			t.Errorf("%d consents", n)
		}
		if scopes, err := s.Consent(ctx, w.bob.User, w.app.ID, "btc_0"); len(scopes) == 0 || err != nil {
			t.Errorf("what was agreed to lately is forgotten: %v", err)
		}
		if w.opens(t, used.ID, "") != "" || w.opens(t, foreign.ID, "") != "" {
			t.Error("what is used, or another person's, has ended")
		}
	})
}

// An app that is deleted while somebody lets a client in is not let into.
func TestAnAppGoesWhileSomebodyAgrees(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: url})
	by := storetest.Person(t, s, "ann@example.com")
	app := signedIn(t, s, by, "One")
	now := micro(time.Now())
	c := authorization.Code{Hash: newHash(), ExpiresAt: now.Add(time.Minute), Grant: authorization.Grant{ID: platform.GrantID(newID()), App: app.ID, Client: claude, CreatedAt: now}}
	duringChange(t, url, fmt.Sprintf("DELETE FROM live WHERE app_id = '%s'; DELETE FROM apps WHERE id = '%[1]s'", app.ID), "Start",
		func() error { return s.Start(t.Context(), by, c) }, platform.CodeAppNotFound)
}
