package identity_test

import (
	"testing"

	"berth/platform"
	"berth/platform/identity"
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
