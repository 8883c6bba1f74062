package identity

import (
	"context"
	"time"

	"berth/platform"
)

// Profile and workspace of the first owner, until somebody changes them, and the life of a sign-in link.
const (
	ownerEmail     = "owner@berth.local"
	ownerName      = "Owner"
	ownerWorkspace = "My workspace"
	ownerLinkLife  = 24 * time.Hour
)

// EnsureOwner makes the first owner and the first workspace when there is none, and returns the first workspace with its
// owner. Any number of processes may do it at once: the unique e-mail address decides.
func (s *Service) EnsureOwner(ctx context.Context) (Workspace, User, error) {
	w, owner, err := s.Store.FirstWorkspace(ctx)
	if !platform.IsCode(err, platform.CodeNotFound) {
		return w, owner, err
	}
	user := User{ID: platform.UserID(newID()), Email: ownerEmail, Name: ownerName, CreatedAt: s.now()}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, User: user.ID, Email: user.Email, Name: user.Name}}
	if _, err := s.Store.CreateUser(ctx, by, user, ownerWorkspace); err != nil && !platform.IsCode(err, platform.CodeConflict) {
		return Workspace{}, User{}, err
	}
	return s.Store.FirstWorkspace(ctx)
}

// OwnerLink returns a fresh one-time sign-in link for the first owner, or "" once the owner has a password. Links of other
// processes stay valid beside it, until one of them is used.
func (s *Service) OwnerLink(ctx context.Context) (string, error) {
	_, owner, err := s.Store.FirstWorkspace(ctx)
	if err != nil || owner.PasswordHash != "" {
		return "", err
	}
	token := newToken()
	hash := digestOf(token)
	if err := s.Store.CreateSignInLink(ctx, owner.ID, hash[:], s.now().Add(ownerLinkLife)); err != nil {
		return "", err
	}
	return s.link("/signin/", token), nil
}

// UseSignInLink signs in with a one-time link; NOT_FOUND when it is unknown, used or expired.
func (s *Service) UseSignInLink(ctx context.Context, by platform.Actor, token string) (SignedIn, error) {
	gone := platform.Errorf(platform.CodeNotFound, "This link has been used or has expired. Restart Berth to get a new one.")
	if !tokenShaped(token) {
		return SignedIn{}, gone
	}
	hash := digestOf(token)
	user, err := s.Store.UseSignInLink(ctx, by, hash[:], s.now())
	if platform.IsCode(err, platform.CodeNotFound) || err == nil && user.PasswordHash != "" {
		return SignedIn{}, gone
	} else if err != nil {
		return SignedIn{}, err
	}
	return s.startSession(ctx, by, user)
}
