package identity

import (
	"context"
	"strings"
	"time"

	"berth/platform"
)

const invitationLife = 7 * 24 * time.Hour

// Invite makes a link by which one person can join the caller's workspace once, within seven days; owners only. With an
// e-mail address, only an account with that address can use it, and where there is mail it is sent there, if the caller's own address is
// proven: strangers get no mail in the name of whoever says to be somebody. The URL is shown once. The link stops working when the
// caller is no longer an owner.
func (s *Service) Invite(ctx context.Context, by platform.Actor, role platform.Role, email string) (Invitation, string, error) {
	if err := by.Require(platform.RoleOwner); err != nil {
		return Invitation{}, "", err
	}
	if problems := InvitationProblems(role, email); len(problems) > 0 {
		return Invitation{}, "", platform.Invalid(problems)
	}
	email = strings.TrimSpace(email)
	token := newToken()
	hash := digestOf(token)
	now := s.now()
	i := Invitation{ID: platform.InvitationID(newID()), Workspace: by.Workspace, Maker: User{ID: by.User, Email: by.Email, Name: by.Name},
		Email: email, Role: role, Hash: hash[:], CreatedAt: now, ExpiresAt: now.Add(invitationLife)}
	mailed := ""
	if s.Post != nil && email != "" {
		mailed = newToken()
		hash := digestOf(mailed)
		i.MailHash = hash[:]
	}
	if err := s.Store.CreateInvitation(ctx, by, i, s.Limits.Members); err != nil {
		return Invitation{}, "", err
	}
	if mailed != "" && by.EmailVerified {
		s.invite(ctx, by, i, s.link("/invite/", mailed))
	}
	return i, s.link("/invite/", token), nil
}

// invite mails an invitation. The link that the owner has works as well, so that a mail which cannot be sent is no failure.
func (s *Service) invite(ctx context.Context, by platform.Actor, i Invitation, link string) {
	workspaces, err := s.Store.Workspaces(ctx, by.User)
	if err == nil {
		err = s.Store.TakeMail(ctx, i.Email, s.now(), mailsAnHour)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "an invitation was not mailed", "invitation", i.ID, "error", err.Error())
		return
	}
	l := Letter{Kind: LetterInvitation, To: i.Email, Link: link, By: by.Name, Until: i.ExpiresAt}
	for _, w := range workspaces {
		if w.ID == i.Workspace {
			l.Workspace = w.Name
		}
	}
	s.Post(l)
}

// Invitations lists the open invitations to the caller's workspace, newest first; owners only.
func (s *Service) Invitations(ctx context.Context, by platform.Principal) ([]Invitation, error) {
	if err := by.Require(platform.RoleOwner); err != nil {
		return nil, err
	}
	return s.Store.Invitations(ctx, by.Workspace, s.now())
}

// RevokeInvitation makes a link useless; owners only. An invitation that is used, expired or of another workspace is
// NOT_FOUND.
func (s *Service) RevokeInvitation(ctx context.Context, by platform.Actor, id platform.InvitationID) error {
	if err := by.Require(platform.RoleOwner); err != nil {
		return err
	}
	return s.Store.RevokeInvitation(ctx, by, by.Workspace, id)
}

func (s *Service) link(path, token string) string {
	return strings.TrimSuffix(s.PublicURL, "/") + path + token
}

// Invitation returns the invitation that belongs to a link's token, NOT_FOUND when it is unknown, used or expired.
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

// AcceptInvitation lets the caller join the workspace of a link. It returns FORBIDDEN when the invitation is for another
// address, CONFLICT for somebody who is already a member, LIMIT_REACHED when the workspace is full.
func (s *Service) AcceptInvitation(ctx context.Context, by platform.Actor, token string) (Workspace, error) {
	if by.Kind != platform.KindSession {
		return Workspace{}, platform.Errorf(platform.CodeForbidden, "Sign in with a browser to accept an invitation.")
	}
	if !tokenShaped(token) {
		return Workspace{}, noInvitation()
	}
	hash := digestOf(token)
	defer s.forget()
	w, err := s.Store.AcceptInvitation(ctx, by, hash[:], s.now(), s.Limits.Members)
	if platform.IsCode(err, platform.CodeNotFound) {
		return Workspace{}, noInvitation()
	}
	return w, err
}
