package identity

import (
	"context"
	"net/url"
	"time"

	"berth/platform"
)

// reviewerLife is how long an account for reviewers is good.
const reviewerLife = 90 * 24 * time.Hour

// Reviewers keeps the accounts with which the reviewers of a directory sign in to one app, of which an app has one at most. An app of
// another workspace is APP_NOT_FOUND.
type Reviewers interface {
	// Reviewer returns the account, also an expired one; NOT_FOUND.
	Reviewer(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (User, error)
	// CreateReviewer stores the account of the app u.Reviews, and deletes the former one as DeleteReviewer does. An app at which nobody
	// signs in, since it is not live or public, is CONFLICT.
	CreateReviewer(ctx context.Context, by platform.Actor, u User) error
	// DeleteReviewer deletes the account with its sessions, grants and rows; NOT_FOUND.
	DeleteReviewer(ctx context.Context, by platform.Actor, app platform.AppID) error
}

// Ended reports whether the account has ended.
func (u User) Ended(now time.Time) bool { return !u.ExpiresAt.IsZero() && !now.Before(u.ExpiresAt) }

// Reviewer returns the live account for the reviewers of an app of the caller's workspace; NOT_FOUND. Editors and owners only.
func (s *Service) Reviewer(ctx context.Context, by platform.Principal, app platform.AppID) (User, error) {
	if err := by.Require(platform.RoleEditor); err != nil {
		return User{}, err
	}
	u, err := s.Store.Reviewer(ctx, by.Workspace, app)
	if err == nil && u.Ended(s.now()) {
		return User{}, platform.Errorf(platform.CodeNotFound, "The account for reviewers has expired.")
	}
	return u, err
}

// NewReviewer makes a person for the reviewers of an app, in the place of the former one, and returns the password, which is kept nowhere
// else. The account ends in 90 days, is let in by that app alone, and changes nothing of itself. Errors are those of the store.
func (s *Service) NewReviewer(ctx context.Context, by platform.Actor, app platform.AppID) (_ User, password string, err error) {
	if err := by.Require(platform.RoleEditor); err != nil {
		return User{}, "", err
	}
	password = keyText(random(15)) // 24 characters
	now := s.now()
	u := User{ID: platform.UserID(newID()), Email: s.reviewerAddress(), Name: "Reviewer", CreatedAt: now, EmailVerifiedAt: now,
		Reviews: app, ExpiresAt: now.Add(reviewerLife)}
	if u.PasswordHash, err = s.hasher.hash(ctx, password); err != nil {
		return User{}, "", err
	}
	defer s.forget()
	return u, password, s.Store.CreateReviewer(ctx, by, u)
}

// DeleteReviewer ends the account for the reviewers of an app; NOT_FOUND. Editors and owners only.
func (s *Service) DeleteReviewer(ctx context.Context, by platform.Actor, app platform.AppID) error {
	if err := by.Require(platform.RoleEditor); err != nil {
		return err
	}
	defer s.forget()
	return s.Store.DeleteReviewer(ctx, by, app)
}

// reviewerAddress makes an address that nobody has. No mail is ever sent there.
func (s *Service) reviewerAddress() string {
	name := "reviewer-" + keyText(random(5)) + "@"
	if u, err := url.Parse(s.PublicURL); err == nil && validEmail(name+u.Hostname()) {
		return name + u.Hostname()
	}
	return name + "berth.local" // the host is an address of IPv6
}

// ownAccount refuses what an account for reviewers may not do with itself.
func ownAccount(p platform.Principal) error {
	if p.Reviews != "" {
		return notYours()
	}
	return nil
}

func notYours() error {
	return platform.Errorf(platform.CodeForbidden, "This account is for the reviewers of an app: it cannot be changed. Who builds the app can end it or make another one.")
}
