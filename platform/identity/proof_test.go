package identity_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// Somebody makes an account for an address that is not theirs, and waits for its person to come.
func TestAnAccountMadeForSomebodyElseIsTheirs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for how, comeIn := range map[string]func(b *bundle, email string) platform.Actor{
			"code": func(b *bundle, email string) platform.Actor {
				_, by := b.byCode(t, platform.Actor{}, email)
				return by
			},
			"reset": func(b *bundle, email string) platform.Actor {
				if err := b.SendReset(t.Context(), platform.Actor{}, email); err != nil {
					t.Fatal(err)
				}
				in, err := b.Reset(t.Context(), platform.Actor{}, tokenOf(b.last(t, identity.LetterReset, email).Link), "another password")
				if err != nil {
					t.Fatal(err)
				}
				return b.actor(t, in)
			},
		} {
			b := withMail(s)
			email := how + "@example.com"
			in, eve := b.signUp(t, email)
			_, key, err := b.CreateKey(t.Context(), eve, identity.NewKey{Name: "k"})
			if err != nil {
				t.Fatal(err)
			}
			wayBack(t, b, eve, how)
			if eve.EmailVerified {
				t.Errorf("%s: an address counts that nobody has proven", how)
			}
			if _, err := b.SendCode(t.Context(), platform.Actor{}, email); err != nil {
				t.Fatal(err)
			}
			if _, err := b.another().AuthenticateSession(t.Context(), in.Token, ""); err != nil {
				t.Errorf("%s: asking for a code ends a session: %v", how, err)
			}
			ana := comeIn(b, email)
			if ana.User != eve.User || !ana.EmailVerified {
				t.Errorf("%s: %+v", how, ana)
			}
			if _, err := b.AuthenticateSession(t.Context(), in.Token, ""); codeOf(err) != platform.CodeUnauthenticated {
				t.Errorf("%s: the session of before: %v", how, err)
			}
			if _, err := b.SignIn(t.Context(), platform.Actor{}, email, password); codeOf(err) != platform.CodeUnauthenticated {
				t.Errorf("%s: the password of before: %v", how, err)
			}
			if _, err := b.Authenticate(t.Context(), key, platform.Resource{}); codeOf(err) != platform.CodeUnauthenticated {
				t.Errorf("%s: the key of before: %v", how, err)
			}
			noWayBack(t, b, eve, how)
		}
	})
}

// So does who has an account already, and changes its address to that of somebody else.
func TestAnAccountMovedToSomebodyElsesAddressIsTheirs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s)
		_, eve := b.signUp(t, "eve@example.com")
		b.byCode(t, eve, "eve@example.com")
		wayBack(t, b, eve, "eve")
		_, key, err := b.CreateKey(t.Context(), eve, identity.NewKey{Name: "k"})
		if err != nil {
			t.Fatal(err)
		}
		email := "ana@example.com"
		if _, err := b.UpdateMe(t.Context(), eve, identity.ProfileChange{Email: &email, CurrentPassword: password}); err != nil {
			t.Fatal(err)
		}
		if _, ana := b.byCode(t, platform.Actor{}, email); ana.User != eve.User {
			t.Fatalf("%+v", ana)
		}
		if _, err := b.Authenticate(t.Context(), key, platform.Resource{}); codeOf(err) != platform.CodeUnauthenticated {
			t.Errorf("the key of before: %v", err)
		}
		noWayBack(t, b, eve, "eve")
	})
}

// wayBack gives somebody a passkey, an account at the provider and an open invitation.
func wayBack(t *testing.T, b *bundle, eve platform.Actor, name string) {
	t.Helper()
	p := identity.Passkey{ID: platform.PasskeyID(uuid.Must(uuid.NewV7()).String()), Credential: []byte(name), Record: []byte("{}"), Name: "Eve's"}
	if err := b.Store.AddPasskey(t.Context(), eve, p, 20); err != nil {
		t.Fatal(err)
	}
	if err := b.Store.LinkIdentity(t.Context(), eve, identity.ExternalIdentity{Issuer: "https://id.example.com", Subject: name}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Invite(t.Context(), eve, platform.RoleOwner, ""); err != nil {
		t.Fatal(err)
	}
}

// noWayBack fails the test if one of them is left.
func noWayBack(t *testing.T, b *bundle, eve platform.Actor, name string) {
	t.Helper()
	if all, err := b.Store.Passkeys(t.Context(), eve.User); err != nil || len(all) != 0 {
		t.Errorf("%s: passkeys are left: %+v, %v", name, all, err)
	}
	if _, err := b.Store.UserByIdentity(t.Context(), "https://id.example.com", name); codeOf(err) != platform.CodeNotFound {
		t.Errorf("%s: the provider's account: %v", name, err)
	}
	if all, err := b.Store.Invitations(t.Context(), eve.Workspace, time.Now()); err != nil || len(all) != 0 {
		t.Errorf("%s: invitations are left: %+v, %v", name, all, err)
	}
}

// Who is signed in and proves the address keeps what they have.
func TestProvingOnesOwnAddressEndsNothing(t *testing.T) {
	t.Parallel()
	b := withMail(storetest.Open(t))
	in, ana := b.signUp(t, "ana@example.com")
	b.byCode(t, ana, "ana@example.com")
	if _, err := b.AuthenticateSession(t.Context(), in.Token, ""); err != nil {
		t.Errorf("the session: %v", err)
	}
	if _, err := b.SignIn(t.Context(), platform.Actor{}, "ana@example.com", password); err != nil {
		t.Errorf("the password: %v", err)
	}
}
