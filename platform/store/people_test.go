package store_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func newHash() []byte {
	hash := make([]byte, 32)
	_, _ = rand.Read(hash)
	return hash
}

func micro(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

func session(by platform.Actor, expires time.Time) identity.Session {
	now := micro(time.Now())
	return identity.Session{ID: platform.SessionID(newID()), User: identity.User{ID: by.User, Email: by.Email}, Hash: newHash(),
		UserAgent: "Firefox", Address: "192.0.2.7", CreatedAt: now, LastSeenAt: now, ExpiresAt: micro(expires)}
}

func TestUsers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		_, _, err := s.FirstWorkspace(ctx)
		wantCode(t, err, platform.CodeNotFound)
		by := storetest.Person(t, s, "Ann@Example.com")
		bob := storetest.Person(t, s, "bob@example.com")
		u, err := s.UserByEmail(ctx, "aNN@example.COM")
		if err != nil || u.ID != by.User || u.Email != "Ann@Example.com" {
			t.Errorf("%+v, %v", u, err)
		}
		first, owner, err := s.FirstWorkspace(ctx)
		if err != nil || first.ID != by.Workspace || owner.ID != by.User {
			t.Errorf("first: %+v, %+v, %v", first, owner, err)
		}
		_, err = s.CreateUser(ctx, platform.Actor{}, identity.User{ID: platform.UserID(newID()), Email: "ann@example.com", CreatedAt: time.Now()}, "x")
		wantCode(t, err, platform.CodeConflict)
		if list, err := s.Workspaces(ctx, by.User); err != nil || len(list) != 1 {
			t.Errorf("a refused sign-up left something: %v, %v", list, err)
		}
		u.Email = "BOB@example.com"
		wantCode(t, updateUser(ctx, s, by, u), platform.CodeConflict)
		u.Email, u.Name, u.PasswordHash = "ann@example.org", "Ann", "$argon2id$secret"
		if err := updateUser(ctx, s, by, u); err != nil {
			t.Fatal(err)
		}
		got, err := s.User(ctx, u.ID)
		if got.EmailChangedAt.Before(u.CreatedAt) {
			t.Errorf("the address was changed at %v", got.EmailChangedAt)
		}
		u.EmailChangedAt = got.EmailChangedAt
		if diff := cmp.Diff(u, got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		_, err = s.User(ctx, "nobody")
		wantCode(t, err, platform.CodeNotFound)
		bob.User = "nobody"
		wantCode(t, updateUser(ctx, s, bob, u), platform.CodeNotFound)
	})
}

func updateUser(ctx context.Context, s *store.Store, by platform.Actor, u identity.User) error {
	_, err := s.UpdateUser(ctx, by, func(identity.User) (identity.User, error) { return u, nil })
	return err
}

// Several replicas make a link each: every one of them works, and the first that is used ends them all.
func TestSignInLinks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		now := time.Now()
		link := func(user platform.UserID) []byte {
			t.Helper()
			h := newHash()
			if err := s.CreateSignInLink(ctx, user, h, now.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			return h
		}
		use := func(who platform.Actor, h []byte, at time.Time) error {
			u, err := s.UseSignInLink(ctx, platform.Actor{}, h, at)
			if err == nil && u.ID != who.User {
				t.Errorf("signed in %+v", u)
			}
			return err
		}
		first, last, theirs := link(by.User), link(by.User), link(bob.User)
		wantCode(t, use(by, newHash(), now), platform.CodeNotFound)
		wantCode(t, use(by, first, now.Add(2*time.Hour)), platform.CodeNotFound)
		if err := use(by, first, now); err != nil {
			t.Errorf("the earlier link: %v", err)
		}
		wantCode(t, use(by, last, now), platform.CodeNotFound)
		one, other := link(by.User), link(by.User)
		errs := together(6, func(n int) error { return use(by, [][]byte{one, other}[n%2], now) })
		if count(errs, "") != 1 || count(errs, platform.CodeNotFound) != 5 {
			t.Errorf("used more than once: %v", errs)
		}
		if err := use(bob, theirs, now); err != nil {
			t.Errorf("somebody else's: %v", err)
		}
		wantCode(t, s.CreateSignInLink(ctx, platform.UserID(newID()), newHash(), now), platform.CodeNotFound)
	})
}

func TestSessions(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		var mine []identity.Session
		for range 3 {
			n := session(ann, time.Now().Add(time.Hour))
			mine = append(mine, n)
			if err := s.CreateSession(ctx, ann, n); err != nil {
				t.Fatal(err)
			}
		}
		theirs := session(bob, time.Now().Add(-time.Hour))
		if err := s.CreateSession(ctx, bob, theirs); err != nil {
			t.Fatal(err)
		}
		seen := micro(time.Now().Add(time.Minute))
		if err := s.TouchSession(ctx, mine[0].ID, seen); err != nil {
			t.Fatal(err)
		}
		got, err := s.SessionByHash(ctx, mine[0].Hash)
		if err != nil || got.ID != mine[0].ID || got.User.Email != "ann@example.com" || !got.LastSeenAt.Equal(seen) || !got.ExpiresAt.Equal(mine[0].ExpiresAt) {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := s.SessionByHash(ctx, theirs.Hash); err != nil || got.User.ID != bob.User {
			t.Errorf("an expired session: %+v, %v", got, err)
		}
		for _, id := range []platform.SessionID{theirs.ID, "x", "\x00"} {
			wantCode(t, s.DeleteSession(ctx, ann, ann.User, id), platform.CodeNotFound)
		}
		if err := s.DeleteSession(ctx, ann, ann.User, mine[2].ID); err != nil {
			t.Error(err)
		}
		u, err := s.User(ctx, ann.User)
		if err != nil {
			t.Fatal(err)
		}
		ann.Session = mine[0].ID
		u.Name = "Ann"
		if err := updateUser(ctx, s, ann, u); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Sessions(ctx, ann.User); err != nil || len(list) != 3 {
			t.Errorf("a new name ends sessions: %+v, %v", list, err)
		}
		// A password that cannot be stored ends no session, and one that is ends the others with it.
		taken := u
		taken.PasswordHash, taken.Email = "$argon2id$new", "bob@example.com"
		wantCode(t, updateUser(ctx, s, ann, taken), platform.CodeConflict)
		if list, err := s.Sessions(ctx, ann.User); err != nil || len(list) != 3 {
			t.Errorf("a refused password ends sessions: %+v, %v", list, err)
		}
		unaudited := ann
		unaudited.Kind = "nobody" // refused by the audit table
		u.PasswordHash = "$argon2id$new"
		wantCode(t, updateUser(ctx, s, unaudited, u), platform.CodeInvalidConfig)
		if now, err := s.User(ctx, ann.User); err != nil || now.PasswordHash != "" {
			t.Errorf("a change that was refused is stored: %+v, %v", now, err)
		}
		if err := updateUser(ctx, s, ann, u); err != nil {
			t.Error(err)
		}
		list, err := s.Sessions(ctx, ann.User)
		if err != nil || len(list) != 1 || list[0].ID != mine[0].ID {
			t.Errorf("left: %+v, %v", list, err)
		}
		if list, err := s.Sessions(ctx, bob.User); err != nil || len(list) != 2 {
			t.Errorf("somebody else's: %+v, %v", list, err)
		}
	})
}

// The audit trail of a workspace holds no secret, and nothing of another workspace.
func TestAuditTrail(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		key := identity.Key{ID: platform.KeyID(newID()), Workspace: ann.Workspace, Maker: identity.User{ID: ann.User}, Name: "ci", Prefix: "brt_x",
			Hash: bytes.Repeat([]byte("secretly"), 4), Role: platform.RoleEditor, CreatedAt: time.Now()}
		if err := s.CreateKey(ctx, ann, key, 10); err != nil {
			t.Fatal(err)
		}
		createApp(t, s, bob, draft("Foreign"))
		entries, next, err := s.Audit(ctx, ann.Workspace, identity.AuditQuery{Limit: 2})
		if err != nil || len(entries) != 2 || next == "" || entries[0].Action != "key.create" {
			t.Fatalf("%+v, %q, %v", entries, next, err)
		}
		rest, end, err := s.Audit(ctx, ann.Workspace, identity.AuditQuery{Limit: 2, Cursor: next})
		if err != nil || len(rest) != 1 || end != "" {
			t.Errorf("%+v, %q, %v", rest, end, err)
		}
		for _, e := range append(entries, rest...) {
			if e.Actor != "ann@example.com" || e.At.IsZero() || e.ActorKind != platform.KindSession {
				t.Errorf("%+v", e)
			}
			if all := string(e.Before) + string(e.After); strings.Contains(all, "secretly") || strings.Contains(all, "c2VjcmV0bHk") {
				t.Errorf("secret in %s", all)
			}
		}
		if none, _, err := s.Audit(ctx, "", identity.AuditQuery{Limit: 10}); err != nil || len(none) != 0 {
			t.Errorf("no workspace: %+v, %v", none, err)
		}
	})
}
