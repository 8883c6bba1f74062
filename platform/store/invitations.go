package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

// CreateInvitation implements identity.Store.
func (s *Store) CreateInvitation(ctx context.Context, by platform.Actor, i identity.Invitation) error {
	return wrap("create invitation", s.inTransaction(ctx, func(t tx) error {
		err := t.InsertInvitation(ctx, db.InsertInvitationParams{ID: string(i.ID), WorkspaceID: string(i.Workspace), Email: i.Email,
			Role: string(i.Role), Hash: i.Hash, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt})
		if sqlState(err) == foreignKey {
			return platform.Errorf(platform.CodeNotFound, "There is no such workspace.")
		}
		if err != nil {
			return wrap("insert invitation", err)
		}
		return t.audit(ctx, by, change{i.Workspace, "invitation.create", string(i.ID), nil, fields{"email": i.Email, "role": i.Role, "expiresAt": i.ExpiresAt}})
	}))
}

// InvitationByHash implements identity.Store. It also answers expired ones.
func (s *Store) InvitationByHash(ctx context.Context, hash []byte) (identity.Invitation, error) {
	return tx{Queries: s.q}.invitation(ctx, hash)
}

const noInvitation = "This invitation has been used or has expired."

func (t tx) invitation(ctx context.Context, hash []byte) (identity.Invitation, error) {
	r, err := t.InvitationByHash(ctx, hash)
	if err != nil {
		return identity.Invitation{}, missing("load invitation", err, platform.CodeNotFound, noInvitation)
	}
	i := r.Invitation
	return identity.Invitation{ID: platform.InvitationID(i.ID), Workspace: platform.WorkspaceID(i.WorkspaceID), WorkspaceName: r.WorkspaceName,
		Email: i.Email, Role: platform.Role(i.Role), Hash: i.Hash, CreatedAt: i.CreatedAt.UTC(), ExpiresAt: i.ExpiresAt.UTC()}, nil
}

// AcceptInvitation implements identity.Store. limit 0 = none.
func (s *Store) AcceptInvitation(ctx context.Context, by platform.Actor, hash []byte, now time.Time, limit int) (identity.Workspace, error) {
	var w identity.Workspace
	err := s.inTransaction(ctx, func(t tx) (err error) {
		w, err = t.accept(ctx, by, hash, now, limit)
		return err
	})
	if err != nil {
		return identity.Workspace{}, wrap("accept invitation", err)
	}
	return w, nil
}

// accept makes the actor a member of the invitation's workspace.
func (t tx) accept(ctx context.Context, by platform.Actor, hash []byte, now time.Time, limit int) (identity.Workspace, error) {
	i, err := t.invitation(ctx, hash)
	if err != nil {
		return identity.Workspace{}, err
	}
	if !i.ExpiresAt.After(now) {
		return identity.Workspace{}, platform.Errorf(platform.CodeNotFound, noInvitation)
	}
	if err := t.lockWorkspace(ctx, i.Workspace); err != nil {
		return identity.Workspace{}, err
	}
	if err := t.join(ctx, i, by.User, limit); err != nil {
		return identity.Workspace{}, err
	}
	return identity.Workspace{ID: i.Workspace, Name: i.WorkspaceName, Role: i.Role},
		t.audit(ctx, by, change{i.Workspace, "invitation.accept", string(i.ID), nil, fields{"user": by.User, "role": i.Role}})
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
	if used == 0 { // somebody else was faster
		return platform.Errorf(platform.CodeNotFound, noInvitation)
	}
	return nil
}
