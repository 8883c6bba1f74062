package identity_test

import (
	"testing"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// With mail, an invitation that is bound to an address is for who has proven it, and the mail proves it.
func TestInvitationsByMail(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s)
		owner := b.owner(t)
		_, url, err := b.Invite(t.Context(), owner, platform.RoleViewer, "ana@example.com")
		if err != nil {
			t.Fatal(err)
		}
		mailed := b.last(t, identity.LetterInvitation, "ana@example.com")
		if mailed.Workspace == "" || mailed.By == "" || mailed.Link == url {
			t.Errorf("the letter: %+v, the owner's link %s", mailed, url)
		}
		in := identity.NewAccount{Email: "ana@example.com", Password: password, Invitation: tokenOf(url)}
		if _, err := b.SignUp(t.Context(), platform.Actor{}, in); codeOf(err) != platform.CodeForbidden {
			t.Errorf("somebody who says to be Ana: %v", err)
		}
		_, eve := b.signUp(t, "ana@example.com")
		if _, err := b.AcceptInvitation(t.Context(), eve, in.Invitation); codeOf(err) != platform.CodeForbidden {
			t.Errorf("somebody who has signed up as Ana: %v", err)
		}
		if _, url, err = b.Invite(t.Context(), owner, platform.RoleViewer, "bo@example.com"); err != nil {
			t.Fatal(err)
		}
		got, err := b.SignUp(t.Context(), platform.Actor{}, identity.NewAccount{Email: "bo@example.com", Password: password,
			Invitation: tokenOf(b.last(t, identity.LetterInvitation, "bo@example.com").Link)})
		if err != nil || got.User.EmailVerifiedAt.IsZero() || got.Workspace.ID != owner.Workspace {
			t.Errorf("who has the mail: %+v, %v", got, err)
		}
		if _, err := b.Invitation(t.Context(), tokenOf(url)); codeOf(err) != platform.CodeNotFound {
			t.Errorf("an invitation has two links and is used twice: %v", err)
		}
		sent := b.count(identity.LetterInvitation)
		if _, _, err := b.Invite(t.Context(), eve, platform.RoleViewer, "victim@example.com"); err != nil || b.count(identity.LetterInvitation) != sent {
			t.Errorf("mail in the name of somebody who has proven no address: %v", err)
		}
	})
}
