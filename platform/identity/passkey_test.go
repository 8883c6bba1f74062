package identity_test

import (
	"context"
	"errors"
	"testing"

	"berth/platform"
	"berth/platform/identity"
)

var errAway = errors.New("the database is away")

// forgetful is the real store, which cannot list sessions.
type forgetful struct{ identity.Store }

func (forgetful) Sessions(context.Context, platform.UserID) ([]identity.Session, error) {
	return nil, errAway
}

func TestNobodyIsToldToSignInAnewWhileTheDatabaseIsAway(t *testing.T) {
	b := setup(t)
	_, by := b.signUp(t, "ann@example.com")
	o := b.Options
	o.Store, o.Passkeys = forgetful{o.Store}, struct{ identity.Passkeys }{}
	if _, _, err := identity.New(o).BeginPasskey(t.Context(), by, ""); !errors.Is(err, errAway) {
		t.Errorf("a passkey begun without sessions: %v", err)
	}
}
