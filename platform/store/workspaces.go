package store

import (
	"context"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

func (t tx) lockWorkspace(ctx context.Context, ws platform.WorkspaceID) error {
	_, err := t.LockWorkspace(ctx, string(ws))
	return missing("lock workspace", err, platform.CodeNotFound, "There is no such workspace.")
}

func (t tx) insertWorkspace(ctx context.Context, by platform.Actor, w identity.Workspace, owner platform.UserID) error {
	if err := t.InsertWorkspace(ctx, string(w.ID), w.Name, t.now); err != nil {
		return wrap("insert workspace", err)
	}
	err := t.InsertMember(ctx, db.InsertMemberParams{WorkspaceID: string(w.ID), UserID: string(owner), Role: string(platform.RoleOwner), JoinedAt: t.now})
	if sqlState(err) == foreignKey {
		return platform.Errorf(platform.CodeNotFound, "There is no such person.")
	}
	if err != nil {
		return wrap("insert member", err)
	}
	return t.audit(ctx, by, change{w.ID, "workspace.create", string(w.ID), nil, fields{"name": w.Name, "owner": owner}})
}

// Workspaces implements identity.Store.
func (s *Store) Workspaces(ctx context.Context, user platform.UserID) ([]identity.Workspace, error) {
	rows, err := s.q.Workspaces(ctx, string(user))
	if err != nil {
		return nil, wrap("list workspaces", err)
	}
	list := make([]identity.Workspace, len(rows))
	for i, r := range rows {
		list[i] = identity.Workspace{ID: platform.WorkspaceID(r.ID), Name: r.Name, Role: platform.Role(r.Role)}
	}
	return list, nil
}

// CreateWorkspace implements identity.Store. limit 0 = none.
func (s *Store) CreateWorkspace(ctx context.Context, by platform.Actor, w identity.Workspace, least platform.Role, limit int) error {
	return wrap("create workspace", s.changeSelf(ctx, by, func(t tx, self db.User) error { // many at once cannot pass the limit together
		if self.ReviewsApp != nil {
			return reviewersOnly()
		}
		if least != "" {
			if _, err := t.admit(ctx, by, by.Workspace, least); err != nil {
				return err
			}
		}
		n, err := t.CountOwnedWorkspaces(ctx, string(by.User))
		if err != nil {
			return wrap("count workspaces", err)
		}
		if limit > 0 && n >= int64(limit) {
			return platform.Errorf(platform.CodeLimitReached, "You own %d workspaces, which is as many as one person may.", n)
		}
		if err := t.insertWorkspace(ctx, by, w, by.User); err != nil {
			return err
		}
		return s.standing(ctx, t, string(by.User)) // caches know the person without this workspace
	}))
}

// RenameWorkspace implements identity.Store. The name that it already has changes nothing.
func (s *Store) RenameWorkspace(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, name string) error {
	return wrap("rename workspace", s.changeOver(ctx, by, ws, platform.RoleOwner, func(t tx) error {
		was, err := t.LockWorkspace(ctx, string(ws))
		if err != nil {
			return missing("lock workspace", err, platform.CodeNotFound, "There is no such workspace.")
		}
		if was.Name == name {
			return nil
		}
		if err := t.RenameWorkspace(ctx, string(ws), name); err != nil {
			return wrap("update workspace", err)
		}
		return t.audit(ctx, by, change{ws, "workspace.update", string(ws), fields{"name": was.Name}, fields{"name": name}})
	}))
}

// EnsureOwnWorkspace makes the workspace of Berth's own MCP server, which has no members, where there is none yet.
func (s *Store) EnsureOwnWorkspace(ctx context.Context) error {
	return wrap("make own workspace", s.q.EnsureWorkspace(ctx, string(platform.OwnWorkspace), "Berth", s.now()))
}

// FirstWorkspace implements identity.Store. Before the first one is made it returns NOT_FOUND.
func (s *Store) FirstWorkspace(ctx context.Context) (identity.Workspace, identity.User, error) {
	r, err := s.q.FirstWorkspace(ctx)
	if err != nil {
		return identity.Workspace{}, identity.User{}, missing("load first workspace", err, platform.CodeNotFound, "There is no workspace yet.")
	}
	return identity.Workspace{ID: platform.WorkspaceID(r.Workspace.ID), Name: r.Workspace.Name, Role: platform.RoleOwner}, toUser(r.User), nil
}

// Members implements identity.Store: oldest membership first.
func (s *Store) Members(ctx context.Context, ws platform.WorkspaceID) ([]identity.Member, error) {
	rows, err := s.q.Members(ctx, string(ws))
	if err != nil {
		return nil, wrap("list members", err)
	}
	list := make([]identity.Member, len(rows))
	for i, r := range rows {
		list[i] = toMember(db.MemberRow(r))
	}
	return list, nil
}

func toMember(r db.MemberRow) identity.Member {
	return identity.Member{User: toUser(r.User), Role: platform.Role(r.Role), JoinedAt: r.JoinedAt.UTC()}
}

// member loads a member of a workspace.
func (t tx) member(ctx context.Context, ws platform.WorkspaceID, user platform.UserID) (identity.Member, error) {
	if !validID(string(user)) {
		return identity.Member{}, platform.Errorf(platform.CodeNotFound, "There is no such member.")
	}
	r, err := t.Member(ctx, string(ws), string(user))
	if err != nil {
		return identity.Member{}, missing("load member", err, platform.CodeNotFound, "There is no such member.")
	}
	return toMember(r), nil
}

// keepOwner returns CONFLICT when user is the only owner.
func (t tx) keepOwner(ctx context.Context, ws platform.WorkspaceID, user platform.UserID) error {
	n, err := t.CountOtherOwners(ctx, string(ws), string(user))
	if err != nil {
		return wrap("count owners", err)
	}
	if n == 0 {
		return platform.Errorf(platform.CodeConflict, "A workspace keeps at least one owner.")
	}
	return nil
}

// SetMemberRole implements identity.Store.
func (s *Store) SetMemberRole(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, user platform.UserID, role platform.Role) (identity.Member, error) {
	var m identity.Member
	err := s.changeOver(ctx, by, ws, platform.RoleOwner, func(t tx) (err error) {
		if m, err = t.member(ctx, ws, user); err != nil || m.Role == role {
			return err
		}
		if m.Role == platform.RoleOwner {
			if err := t.keepOwner(ctx, ws, user); err != nil {
				return err
			}
		}
		if err := t.SetMemberRole(ctx, string(ws), string(user), string(role)); err != nil {
			return wrap("update member", err)
		}
		was := m.Role
		m.Role = role
		if role != platform.RoleOwner {
			if err := t.revokeInvitationsOf(ctx, by, ws, user); err != nil {
				return err
			}
		}
		if err := s.weigh(ctx, t, string(ws)); err != nil {
			return err
		}
		if err := s.standing(ctx, t, string(user)); err != nil {
			return err
		}
		return t.audit(ctx, by, change{ws, "member.update", string(user), fields{"role": was}, fields{"role": role}})
	})
	if err != nil {
		return identity.Member{}, wrap("set role", err)
	}
	return m, nil
}

// RemoveMember implements identity.Store. The member's keys and invitations go with the membership.
func (s *Store) RemoveMember(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, user platform.UserID) error {
	return wrap("remove member", s.changeOver(ctx, by, ws, identity.LeastToRemove(by.Principal, user), func(t tx) error {
		m, err := t.member(ctx, ws, user)
		if err != nil {
			return err
		}
		if m.Role == platform.RoleOwner {
			if err := t.keepOwner(ctx, ws, user); err != nil {
				return err
			}
		}
		if err := t.revokeInvitationsOf(ctx, by, ws, user); err != nil {
			return err
		}
		keys, err := t.keysOf(ctx, ws, user)
		if err != nil {
			return err
		}
		if err := t.DeleteMember(ctx, string(ws), string(user)); err != nil {
			return wrap("delete member", err)
		}
		if err := s.weigh(ctx, t, string(ws)); err != nil {
			return err
		}
		if err := s.standing(ctx, t, string(user)); err != nil {
			return err
		}
		return t.audit(ctx, by, change{ws, "member.remove", string(user), fields{"email": m.User.Email, "role": m.Role, "keys": keys}, nil})
	}))
}

// keysOf lists the keys that go with a membership, for the audit trail.
func (t tx) keysOf(ctx context.Context, ws platform.WorkspaceID, user platform.UserID) ([]fields, error) {
	rows, err := t.KeysOf(ctx, string(ws), string(user))
	if err != nil {
		return nil, wrap("list keys of member", err)
	}
	keys := make([]fields, len(rows))
	for i, k := range rows {
		keys[i] = fields{"id": k.ID, "prefix": k.Prefix}
	}
	return keys, nil
}
