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

// Another replica forgets at once whom the feed names, and nobody else.
func TestForgetDropsWhomItNames(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx := t.Context()
	in, by := b.signUp(t, "ana@example.com")
	key, secret, err := b.CreateKey(ctx, by, identity.NewKey{Name: "k"})
	if err != nil {
		t.Fatal(err)
	}
	replica := b.another()
	use := func() (byKey, bySession error) {
		_, byKey = replica.Authenticate(ctx, secret, platform.Resource{})
		_, bySession = replica.AuthenticateSession(ctx, in.Token, "")
		return byKey, bySession
	}
	if k, s := use(); k != nil || s != nil {
		t.Fatal(k, s)
	}
	if err := b.RevokeKey(ctx, by, key.ID); err != nil {
		t.Fatal(err)
	}
	if err := b.SignOut(ctx, by, in.Token); err != nil {
		t.Fatal(err)
	}
	replica.Forget("somebody else")
	if k, s := use(); k != nil || s != nil {
		t.Errorf("forgot those who were not named: %v, %v", k, s)
	}
	replica.Forget(string(key.ID))
	if k, s := use(); !platform.IsCode(k, platform.CodeUnauthenticated) || s != nil {
		t.Errorf("the key was named: %v, %v", k, s)
	}
	replica.Forget(string(by.Session))
	if _, s := use(); !platform.IsCode(s, platform.CodeUnauthenticated) {
		t.Errorf("the session was named: %v", s)
	}
}
