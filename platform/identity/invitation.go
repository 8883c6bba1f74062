package identity

import (
	"context"
	"strings"
	"time"

	"berth/platform"
)

const invitationLife = 7 * 24 * time.Hour

// Invite makes a link by which one person can join the caller's workspace once, within seven days; owners only. With an
// e-mail address, only an account with that address can use it. The URL is shown once.
func (s *Service) Invite(ctx context.Context, by platform.Actor, role platform.Role, email string) (Invitation, string, error) {
	if err := by.Require(platform.RoleOwner); err != nil {
		return Invitation{}, "", err
	}
	email = strings.TrimSpace(email)
	var c checker
	c.role(role)
	if email != "" {
		c.email("email", email)
	}
	if err := c.err(); err != nil {
		return Invitation{}, "", err
	}
	token := newToken()
	hash := digestOf(token)
	now := s.now()
	i := Invitation{ID: platform.InvitationID(newID()), Workspace: by.Workspace, Email: email, Role: role, Hash: hash[:],
		CreatedAt: now, ExpiresAt: now.Add(invitationLife)}
	return i, s.link("/invite/", token), s.Store.CreateInvitation(ctx, by, i)
}

func (s *Service) link(path, token string) string {
	return strings.TrimSuffix(s.PublicURL, "/") + path + token
}

// Invitation answers what a link's token invites to; NOT_FOUND when it is unknown, used or expired.
func (s *Service) Invitation(ctx context.Context, token string) (Invitation, error) {
	if !tokenShaped(token) {
		return Invitation{}, noInvitation()
	}
	hash := digestOf(token)
	i, err := s.Store.InvitationByHash(ctx, hash[:])
	if platform.IsCode(err, platform.CodeNotFound) || err == nil && !s.now().Before(i.ExpiresAt) {
		return Invitation{}, noInvitation()
	}
	return i, err
}

func noInvitation() error {
	return platform.Errorf(platform.CodeNotFound, "This invitation has been used or has expired. Ask for a new one.")
}

// mayUse answers nil when somebody with that e-mail address may use the invitation.
func (s *Service) mayUse(ctx context.Context, token, email string) error {
	i, err := s.Invitation(ctx, token)
	if err == nil && i.Email != "" && !strings.EqualFold(i.Email, email) {
		return platform.Errorf(platform.CodeForbidden, "This invitation is for another e-mail address.")
	}
	return err
}

// AcceptInvitation lets the caller join the workspace of a link. Already a member is CONFLICT, a full workspace LIMIT_REACHED.
func (s *Service) AcceptInvitation(ctx context.Context, by platform.Actor, token string) (Workspace, error) {
	if by.Kind != platform.KindSession {
		return Workspace{}, platform.Errorf(platform.CodeForbidden, "Sign in with a browser to accept an invitation.")
	}
	if err := s.mayUse(ctx, token, by.Email); err != nil {
		return Workspace{}, err
	}
	hash := digestOf(token)
	defer s.forget()
	w, err := s.Store.AcceptInvitation(ctx, by, hash[:], s.now(), s.Limits.Members)
	if platform.IsCode(err, platform.CodeNotFound) {
		return Workspace{}, noInvitation()
	}
	return w, err
}
