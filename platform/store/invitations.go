package store

import (
	"context"
	"crypto/subtle"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

// CreateInvitation implements identity.Store. limit 0 = none.
func (s *Store) CreateInvitation(ctx context.Context, by platform.Actor, i identity.Invitation, limit int) error {
	return wrap("create invitation", s.changeOver(ctx, by, i.Workspace, platform.RoleOwner, func(t tx) error {
		n, err := t.CountInvitations(ctx, string(i.Workspace), i.CreatedAt)
		if err != nil {
			return wrap("count invitations", err)
		}
		if limit > 0 && n >= int64(limit) {
			return platform.Errorf(platform.CodeLimitReached,
				"This workspace has %d open invitations, as many as it may have members (BERTH_LIMIT_MEMBERS). Revoke one first.", limit)
		}
		err = t.InsertInvitation(ctx, db.InsertInvitationParams{ID: string(i.ID), WorkspaceID: string(i.Workspace), MakerID: string(i.Maker.ID),
			Email: i.Email, Role: string(i.Role), Hash: i.Hash, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt, MailHash: i.MailHash})
		if err != nil {
			return wrap("insert invitation", err)
		}
		return t.audit(ctx, by, change{i.Workspace, "invitation.create", string(i.ID), nil, fields{"email": i.Email, "role": i.Role, "expiresAt": i.ExpiresAt}})
	}))
}

// InvitationByHash implements identity.Store. It also returns expired ones.
func (s *Store) InvitationByHash(ctx context.Context, hash []byte) (identity.Invitation, error) {
	return tx{Queries: s.q}.invitation(ctx, hash)
}

// Invitations implements identity.Store.
func (s *Store) Invitations(ctx context.Context, ws platform.WorkspaceID, now time.Time) ([]identity.Invitation, error) {
	rows, err := s.q.Invitations(ctx, string(ws), now)
	if err != nil {
		return nil, wrap("list invitations", err)
	}
	list := make([]identity.Invitation, len(rows))
	for i, r := range rows {
		list[i] = toInvitation(db.InvitationByHashRow(r))
	}
	return list, nil
}

// RevokeInvitation implements identity.Store. Another workspace's invitation is NOT_FOUND.
func (s *Store) RevokeInvitation(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, id platform.InvitationID) error {
	none := platform.Errorf(platform.CodeNotFound, "There is no such invitation.")
	if !validID(string(id)) {
		return none
	}
	return wrap("revoke invitation", s.changeOver(ctx, by, ws, platform.RoleOwner, func(t tx) error {
		i, err := t.RevokeInvitation(ctx, string(ws), string(id))
		if err != nil {
			return missing("delete invitation", err, none.Code, none.Msg)
		}
		return t.auditRevoked(ctx, by, i)
	}))
}

// revokeInvitationsOf takes back the open invitations of somebody who is no longer an owner.
func (t tx) revokeInvitationsOf(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, user platform.UserID) error {
	revoked, err := t.RevokeInvitationsOf(ctx, string(ws), string(user))
	if err != nil {
		return wrap("delete invitations", err)
	}
	return t.auditRevoked(ctx, by, revoked...)
}

func (t tx) auditRevoked(ctx context.Context, by platform.Actor, revoked ...db.Invitation) error {
	for _, i := range revoked {
		if err := t.audit(ctx, by, change{platform.WorkspaceID(i.WorkspaceID), "invitation.revoke", i.ID, fields{"email": i.Email, "role": i.Role}, nil}); err != nil {
			return err
		}
	}
	return nil
}

const noInvitation = "This invitation has been used or has expired."

func (t tx) invitation(ctx context.Context, hash []byte) (identity.Invitation, error) {
	r, err := t.InvitationByHash(ctx, hash)
	if err != nil {
		return identity.Invitation{}, missing("load invitation", err, platform.CodeNotFound, noInvitation)
	}
	i := toInvitation(r)
	i.Proven = len(i.MailHash) > 0 && subtle.ConstantTimeCompare(i.MailHash, hash) == 1
	return i, nil
}

func toInvitation(r db.InvitationByHashRow) identity.Invitation {
	i := r.Invitation
	return identity.Invitation{ID: platform.InvitationID(i.ID), Workspace: platform.WorkspaceID(i.WorkspaceID), WorkspaceName: r.WorkspaceName,
		Maker: toUser(r.User), Email: i.Email, Role: platform.Role(i.Role), Hash: i.Hash, MailHash: i.MailHash, CreatedAt: i.CreatedAt.UTC(), ExpiresAt: i.ExpiresAt.UTC()}
}

// AcceptInvitation implements identity.Store. limit 0 = none.
func (s *Store) AcceptInvitation(ctx context.Context, by platform.Actor, hash []byte, now time.Time, limit int) (identity.Workspace, error) {
	var w identity.Workspace
	err := s.changeSelf(ctx, by, func(t tx, self db.User) (err error) {
		if w, err = t.accept(ctx, by, self, hash, now, limit); err != nil {
			return err
		}
		return s.standing(ctx, t, string(by.User)) // caches know the person without this workspace
	})
	if err != nil {
		return identity.Workspace{}, wrap("accept invitation", err)
	}
	return w, nil
}

// accept makes the person, who is the actor, a member of the invitation's workspace.
func (t tx) accept(ctx context.Context, by platform.Actor, person db.User, hash []byte, now time.Time, limit int) (identity.Workspace, error) {
	i, err := t.invitation(ctx, hash)
	if err != nil {
		return identity.Workspace{}, err
	}
	if !i.ExpiresAt.After(now) {
		return identity.Workspace{}, platform.Errorf(platform.CodeNotFound, noInvitation)
	}
	if person.ReviewsApp != nil {
		return identity.Workspace{}, reviewersOnly()
	}
	if err := i.For(toUser(person)); err != nil {
		return identity.Workspace{}, err
	}
	if err := t.lockWorkspace(ctx, i.Workspace); err != nil {
		return identity.Workspace{}, err
	}
	if err := t.openToOwner(ctx, i); err != nil {
		return identity.Workspace{}, err
	}
	if err := t.join(ctx, i, by.User, limit); err != nil {
		return identity.Workspace{}, err
	}
	return identity.Workspace{ID: i.Workspace, Name: i.WorkspaceName, Role: i.Role},
		t.audit(ctx, by, change{i.Workspace, "invitation.accept", string(i.ID), nil, fields{"user": by.User, "role": i.Role}})
}

// openToOwner refuses another owner to a workspace whose owners are all suspended: what they have sent out before does not end that.
func (t tx) openToOwner(ctx context.Context, i identity.Invitation) error {
	if i.Role != platform.RoleOwner {
		return nil
	}
	if owner, err := t.closingOwner(ctx, string(i.Workspace)); err != nil || owner.ID == "" {
		return err
	}
	return platform.Errorf(platform.CodeSuspended, "The owners of this workspace have been suspended, and it takes no further owners.")
}

// join uses the invitation up. The workspace is locked.
func (t tx) join(ctx context.Context, i identity.Invitation, user platform.UserID, limit int) error {
	count, err := t.CountMembers(ctx, string(i.Workspace))
	if err != nil {
		return wrap("count members", err)
	}
	err = t.InsertMember(ctx, db.InsertMemberParams{WorkspaceID: string(i.Workspace), UserID: string(user), Role: string(i.Role), JoinedAt: t.now})
	switch {
	case sqlState(err) == unique:
		return platform.Errorf(platform.CodeConflict, "You are already a member of this workspace.")
	case sqlState(err) == foreignKey:
		return platform.Errorf(platform.CodeNotFound, "There is no such person.")
	case err != nil:
		return wrap("insert member", err)
	case limit > 0 && count >= int64(limit):
		return platform.Errorf(platform.CodeLimitReached, "This workspace has reached its limit of %d members (BERTH_LIMIT_MEMBERS).", limit)
	}
	used, err := t.DeleteInvitation(ctx, string(i.ID))
	if err != nil {
		return wrap("delete invitation", err)
	}
	if used == 0 { // somebody else has used it
		return platform.Errorf(platform.CodeNotFound, noInvitation)
	}
	return nil
}
