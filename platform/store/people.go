package store

import (
	"context"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

var _ identity.Store = (*Store)(nil)

// emailKey returns the form of an e-mail address that is unique. Text that no database would keep is nobody's address.
func emailKey(email string) string { return strings.ToLower(clean(email, len(email))) }

func toUser(u db.User) identity.User {
	return identity.User{ID: platform.UserID(u.ID), Email: u.Email, Name: u.Name, PasswordHash: u.PasswordHash, CreatedAt: u.CreatedAt.UTC(),
		EmailChangedAt: value(u.EmailChangedAt).UTC(), EmailVerifiedAt: value(u.EmailVerifiedAt).UTC(), Suspended: value(u.SuspendedReason),
		Reviews: platform.AppID(value(u.ReviewsApp)), ExpiresAt: value(u.ExpiresAt).UTC()}
}

func userMissing(verb string, err error) error {
	return missing(verb, err, platform.CodeNotFound, "There is no such person.")
}

// profile returns a person's fields for the audit trail.
func profile(u identity.User) fields { return fields{"email": u.Email, "name": u.Name} }

// CreateUser implements identity.Store.
func (s *Store) CreateUser(ctx context.Context, by platform.Actor, u identity.User, workspaceName string) (identity.Workspace, error) {
	var w identity.Workspace
	err := s.inTransaction(ctx, func(t tx) error {
		if err := t.insertUser(ctx, u); err != nil {
			return err
		}
		if by.User == "" && by.Kind != platform.KindSystem { // somebody who signs up is the actor
			by.User, by.Email = u.ID, u.Email
		}
		if workspaceName != "" {
			w = identity.Workspace{ID: platform.WorkspaceID(newID()), Name: workspaceName, Role: platform.RoleOwner}
			if err := t.insertWorkspace(ctx, by, w, u.ID); err != nil {
				return err
			}
		}
		return t.audit(ctx, by, change{w.ID, "user.create", string(u.ID), nil, profile(u)})
	})
	if err != nil {
		return identity.Workspace{}, wrap("create user", err)
	}
	return w, nil
}

// CreateInvitedUser implements identity.Store. limit 0 = none.
func (s *Store) CreateInvitedUser(ctx context.Context, by platform.Actor, u identity.User, workspaceName string, hash []byte, limit int) (identity.Workspace, error) {
	var w identity.Workspace
	err := s.inTransaction(ctx, func(t tx) error {
		if err := t.insertUser(ctx, u); err != nil {
			return err
		}
		by.User, by.Email = u.ID, u.Email
		self, err := t.User(ctx, string(u.ID))
		if err != nil {
			return userMissing("load user", err)
		}
		if w, err = t.accept(ctx, by, self, hash, u.CreatedAt, limit); err != nil {
			return err
		}
		own := identity.Workspace{ID: platform.WorkspaceID(newID()), Name: workspaceName, Role: platform.RoleOwner}
		later := t
		later.now = t.now.Add(time.Microsecond) // the workspace of the invitation stays the first
		if err := later.insertWorkspace(ctx, by, own, u.ID); err != nil {
			return err
		}
		return t.audit(ctx, by, change{own.ID, "user.create", string(u.ID), nil, profile(u)})
	})
	if err != nil {
		return identity.Workspace{}, wrap("create invited user", err)
	}
	return w, nil
}

func (t tx) insertUser(ctx context.Context, u identity.User) error {
	err := t.InsertUser(ctx, db.InsertUserParams{ID: string(u.ID), Email: u.Email, EmailKey: emailKey(u.Email), Name: u.Name,
		PasswordHash: u.PasswordHash, CreatedAt: u.CreatedAt, EmailChangedAt: optional(u.EmailChangedAt), EmailVerifiedAt: optional(u.EmailVerifiedAt),
		ReviewsApp: optional(string(u.Reviews)), ExpiresAt: optional(u.ExpiresAt)})
	if sqlState(err) == unique {
		return emailKnown()
	}
	return wrap("insert user", err)
}

func emailKnown() error {
	return platform.Errorf(platform.CodeConflict, "There is an account with this e-mail address already.")
}

// UserByEmail implements identity.Store.
func (s *Store) UserByEmail(ctx context.Context, email string) (identity.User, error) {
	u, err := s.q.UserByEmail(ctx, emailKey(email))
	if err != nil {
		return identity.User{}, userMissing("load user", err)
	}
	return toUser(u), nil
}

// User implements identity.Store.
func (s *Store) User(ctx context.Context, id platform.UserID) (identity.User, error) {
	u, err := s.q.User(ctx, string(id))
	if err != nil {
		return identity.User{}, userMissing("load user", err)
	}
	return toUser(u), nil
}

// UpdateUser implements identity.Store.
func (s *Store) UpdateUser(ctx context.Context, by platform.Actor, edit func(identity.User) (identity.User, error)) (identity.User, error) {
	var u identity.User
	err := s.changeSelf(ctx, by, func(t tx, row db.User) (err error) {
		before := toUser(row)
		if u, err = edit(before); err != nil {
			return err
		}
		if emailKey(u.Email) != row.EmailKey {
			u.EmailChangedAt, u.EmailVerifiedAt = t.now, time.Time{}
		}
		changed, err := t.storeUser(ctx, by, before, &u)
		if err != nil || !changed {
			return err
		}
		if before.PasswordHash != u.PasswordHash {
			if err := t.endSessions(ctx, by, u.ID); err != nil {
				return err
			}
		}
		return s.standing(ctx, t, string(u.ID))
	})
	if err != nil {
		return identity.User{}, wrap("update user", err)
	}
	return u, nil
}

// storeUser writes a changed person, whose id and age stay, and reports whether there is any change. The audit trail says that a password
// was changed, or an address proven, and nothing about it.
func (t tx) storeUser(ctx context.Context, by platform.Actor, before identity.User, u *identity.User) (changed bool, err error) {
	u.ID, u.CreatedAt = before.ID, before.CreatedAt
	if before.Reviews != "" {
		return false, reviewersOnly()
	}
	err = t.UpdateUser(ctx, db.UpdateUserParams{ID: string(u.ID), Email: u.Email, EmailKey: emailKey(u.Email), Name: u.Name, PasswordHash: u.PasswordHash,
		EmailChangedAt: optional(u.EmailChangedAt), EmailVerifiedAt: optional(u.EmailVerifiedAt)})
	if sqlState(err) == unique {
		return false, emailKnown()
	}
	if err != nil {
		return false, wrap("update user", err)
	}
	was, is, err := differing(profile(before), profile(*u))
	if err != nil {
		return false, err
	}
	if before.PasswordHash != u.PasswordHash {
		is["password"] = "changed"
	}
	if before.EmailVerifiedAt.IsZero() && !u.EmailVerifiedAt.IsZero() {
		is["address"] = "proven"
	}
	if len(is) == 0 {
		return false, nil
	}
	return true, t.audit(ctx, by, change{"", "user.update", string(u.ID), was, is})
}

// CreateSignInLink implements identity.Store.
func (s *Store) CreateSignInLink(ctx context.Context, user platform.UserID, hash []byte, expires time.Time) error {
	return wrap("create sign-in link", s.inTransaction(ctx, func(t tx) error {
		err := t.InsertSignInLink(ctx, hash, string(user), expires)
		if sqlState(err) == foreignKey {
			return platform.Errorf(platform.CodeNotFound, "There is no such person.")
		}
		if err != nil {
			return wrap("store sign-in link", err)
		}
		by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem}}
		return t.audit(ctx, by, change{"", "signin_link.create", string(user), nil, fields{"expiresAt": expires}})
	}))
}

const usedLink = "This link has been used or has expired."

// UseSignInLink implements identity.Store.
func (s *Store) UseSignInLink(ctx context.Context, by platform.Actor, hash []byte, now time.Time) (identity.User, error) {
	var u identity.User
	err := s.inTransaction(ctx, func(t tx) error {
		id, err := t.SignInLink(ctx, hash, now)
		if err != nil {
			return missing("load sign-in link", err, platform.CodeNotFound, usedLink)
		}
		row, err := t.LockUser(ctx, id) // of two links of a person that are used at the same time, one works
		if err != nil {
			return userMissing("lock user", err)
		}
		u = toUser(row)
		used, err := t.UseSignInLink(ctx, hash)
		if err != nil {
			return wrap("delete sign-in link", err)
		}
		if used == 0 {
			return platform.Errorf(platform.CodeNotFound, usedLink)
		}
		if err := t.DeleteSignInLinks(ctx, id); err != nil {
			return wrap("delete sign-in links", err)
		}
		if by.User == "" {
			by.User, by.Email = u.ID, u.Email
		}
		return t.audit(ctx, by, change{"", "signin_link.use", id, nil, nil})
	})
	if err != nil {
		return identity.User{}, wrap("use sign-in link", err)
	}
	return u, nil
}
