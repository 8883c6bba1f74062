package identity_test

import (
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestChangesOfAnAccountAtTheSameTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, by := b.signUp(t, "ana@example.com")
	change := func(c identity.ProfileChange) error {
		_, err := b.UpdateMe(t.Context(), by, c)
		return err
	}
	name, second, third := "Ana Lima", "another horse", "yet another horse"
	b.store.meanwhile = func() {
		if err := change(identity.ProfileChange{Password: &second, CurrentPassword: password}); err != nil {
			t.Error(err)
		}
	}
	if err := change(identity.ProfileChange{Name: &name}); err != nil {
		t.Fatal(err)
	}
	b.store.meanwhile = func() {
		if err := change(identity.ProfileChange{Password: &third, CurrentPassword: second}); err != nil {
			t.Error(err)
		}
	}
	if err := change(identity.ProfileChange{Password: &name, CurrentPassword: second}); !platform.IsCode(err, platform.CodeInvalidConfig) {
		t.Errorf("a short password: %v", err)
	}
	fourth := "the fourth horse"
	if err := change(identity.ProfileChange{Password: &fourth, CurrentPassword: second}); !platform.IsCode(err, platform.CodeConflict) {
		t.Errorf("a password that was verified against an old one: %v", err)
	}
	in, err := b.SignIn(t.Context(), platform.Actor{}, "ana@example.com", third)
	if err != nil || in.User.Name != name {
		t.Errorf("%+v, %v", in.User, err)
	}
}

// Another address takes the present password, or without one a fresh sign-in; and it opens no invitation that is bound to it,
// until somebody proves it.
func TestAnotherAddressIsProven(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setupOn(s)
		ctx := t.Context()
		_, owner := b.signUp(t, "owner@example.com")
		_, eve := b.signUp(t, "eve@example.com")
		ana, name := "ana@example.com", "Eve"
		_, link, err := b.Invite(ctx, owner, platform.RoleEditor, ana)
		if err != nil {
			t.Fatal(err)
		}
		token := link[strings.LastIndex(link, "/")+1:]
		move := func(by platform.Actor, current string) error {
			_, err := b.UpdateMe(ctx, by, identity.ProfileChange{Email: &ana, Name: &name, CurrentPassword: current})
			return err
		}
		for _, current := range []string{"", "wrong horse"} {
			if err := move(eve, current); !platform.IsCode(err, platform.CodeInvalidConfig) || platform.AsError(err).Fields[0].Location != "body.currentPassword" {
				t.Errorf("with password %q: %v", current, err)
			}
		}
		if _, err := b.AcceptInvitation(ctx, eve, token); !platform.IsCode(err, platform.CodeForbidden) {
			t.Errorf("accepted by another: %v", err)
		}
		if err := move(eve, password); err != nil {
			t.Fatal(err)
		}
		eve.Email = ana
		if _, err := b.AcceptInvitation(ctx, eve, token); !platform.IsCode(err, platform.CodeForbidden) {
			t.Errorf("accepted with a changed address: %v", err)
		}
		same := "Ana@example.com" // the address in another spelling is no other one
		if _, err := b.UpdateMe(ctx, eve, identity.ProfileChange{Email: &same}); err != nil {
			t.Error(err)
		}
		_, open, err := b.Invite(ctx, owner, platform.RoleEditor, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.AcceptInvitation(ctx, eve, open[strings.LastIndex(open, "/")+1:]); err != nil {
			t.Errorf("an invitation for anybody: %v", err)
		}
	})
}

// The first owner has no password at first.
func TestAnOwnerWithoutPasswordMovesSoonAfterSigningIn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx := t.Context()
	if _, _, err := b.EnsureOwner(ctx); err != nil {
		t.Fatal(err)
	}
	link, err := b.OwnerLink(ctx)
	if err != nil {
		t.Fatal(err)
	}
	in, err := b.UseSignInLink(ctx, platform.Actor{}, link[strings.LastIndex(link, "/")+1:])
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.AuthenticateSession(ctx, in.Token, "")
	if err != nil {
		t.Fatal(err)
	}
	by, first, second := platform.Actor{Principal: p}, "first@example.com", "second@example.com"
	if _, err := b.UpdateMe(ctx, by, identity.ProfileChange{Email: &first}); err != nil {
		t.Errorf("at once: %v", err)
	}
	b.Pass(10 * time.Minute)
	if _, err := b.UpdateMe(ctx, by, identity.ProfileChange{Email: &second}); !platform.IsCode(err, platform.CodeForbidden) {
		t.Errorf("ten minutes later: %v", err)
	}
	secret := "a first horse"
	if _, err := b.UpdateMe(ctx, by, identity.ProfileChange{Password: &secret}); err != nil {
		t.Error(err)
	}
	if _, err := b.UpdateMe(ctx, by, identity.ProfileChange{Email: &second, CurrentPassword: secret}); err != nil {
		t.Errorf("with the password: %v", err)
	}
}

// A key that may only read makes no workspace and does not learn of its maker's others.
func TestAViewerKeyKeepsToItsWorkspace(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx := t.Context()
	_, by := b.signUp(t, "ana@example.com")
	if _, err := b.CreateWorkspace(ctx, by, "Another"); err != nil {
		t.Fatal(err)
	}
	for role, sees := range map[platform.Role]int{platform.RoleViewer: 1, platform.RoleOwner: 2} {
		_, secret, err := b.CreateKey(ctx, by, identity.NewKey{Name: "k", Role: role})
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Authenticate(ctx, secret, platform.Resource{})
		if err != nil {
			t.Fatal(err)
		}
		_, mine, err := b.Me(ctx, p)
		if err != nil || len(mine) != sees {
			t.Errorf("a key of role %s sees %+v, %v", role, mine, err)
		}
		_, err = b.CreateWorkspace(ctx, platform.Actor{Principal: p}, "More")
		if platform.IsCode(err, platform.CodeForbidden) != (role == platform.RoleViewer) {
			t.Errorf("a workspace by a key of role %s: %v", role, err)
		}
	}
}

// Another replica forgets at once whom the feed names, by a key, a session or the person themselves, and nobody else.
func TestForgetDropsWhomItNames(t *testing.T) {
	t.Parallel()
	type lost struct {
		take         func(b *bundle, owner, by platform.Actor, in identity.SignedIn, key identity.Key) error
		named        func(by platform.Actor, key identity.Key) string
		key, session string // what the key and the session are then, as roles or codes
	}
	person := func(by platform.Actor, _ identity.Key) string { return string(by.User) }
	for name, l := range map[string]lost{
		"a key is revoked": {key: "UNAUTHENTICATED", session: "owner",
			take: func(b *bundle, _, by platform.Actor, _ identity.SignedIn, key identity.Key) error {
				return b.RevokeKey(t.Context(), by, key.ID)
			},
			named: func(_ platform.Actor, key identity.Key) string { return string(key.ID) }},
		"a session ends": {key: "owner", session: "UNAUTHENTICATED",
			take: func(b *bundle, _, by platform.Actor, in identity.SignedIn, _ identity.Key) error {
				return b.SignOut(t.Context(), by, in.Token)
			},
			named: func(by platform.Actor, _ identity.Key) string { return string(by.Session) }},
		"a role is lowered": {key: "viewer", session: "viewer", named: person,
			take: func(b *bundle, owner, by platform.Actor, _ identity.SignedIn, _ identity.Key) error {
				_, err := b.SetMemberRole(t.Context(), owner, by.User, platform.RoleViewer)
				return err
			}},
		"a member is removed": {key: "UNAUTHENTICATED", session: "NOT_FOUND", named: person,
			take: func(b *bundle, owner, by platform.Actor, _ identity.SignedIn, _ identity.Key) error {
				return b.RemoveMember(t.Context(), owner, by.User)
			}},
		"a password is changed elsewhere": {key: "owner", session: "UNAUTHENTICATED", named: person,
			take: func(b *bundle, _, by platform.Actor, _ identity.SignedIn, _ identity.Key) error {
				in, err := b.SignIn(t.Context(), platform.Actor{}, by.Email, password)
				if err != nil {
					return err
				}
				other := "another horse"
				_, err = b.UpdateMe(t.Context(), b.actor(t, in), identity.ProfileChange{Password: &other, CurrentPassword: password})
				return err
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			ctx := t.Context()
			mine, owner := b.signUp(t, "ana@example.com")
			in, by := b.signUp(t, "bob@example.com")
			_, link, err := b.Invite(ctx, owner, platform.RoleOwner, "")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.AcceptInvitation(ctx, by, tokenOf(link)); err != nil {
				t.Fatal(err)
			}
			by.Workspace, by.Role = owner.Workspace, platform.RoleOwner
			key, secret, err := b.CreateKey(ctx, by, identity.NewKey{Name: "k"})
			if err != nil {
				t.Fatal(err)
			}
			replica := b.another()
			is := func(p platform.Principal, err error) string {
				if err != nil {
					return string(codeOf(err))
				}
				return string(p.Role)
			}
			knows := func(when, key, session string) {
				t.Helper()
				byKey, bySession := is(replica.Authenticate(ctx, secret, platform.Resource{})), is(replica.AuthenticateSession(ctx, in.Token, string(owner.Workspace)))
				if byKey != key || bySession != session {
					t.Errorf("%s: the key is %s, want %s; the session is %s, want %s", when, byKey, key, bySession, session)
				}
			}
			another := func() string { return is(replica.AuthenticateSession(ctx, mine.Token, "")) }
			knows("before", "owner", "owner")
			another()
			if err := l.take(b, owner, by, in, key); err != nil {
				t.Fatal(err)
			}
			replica.Forget("somebody else")
			knows("nobody was named", "owner", "owner")
			replica.Forget(l.named(by, key))
			knows("named", l.key, l.session)
			lookups := b.store.lookups.Load()
			if got := another(); got != "owner" || b.store.lookups.Load() != lookups {
				t.Errorf("somebody who was not named is %s, after %d lookups", got, b.store.lookups.Load()-lookups)
			}
		})
	}
}
