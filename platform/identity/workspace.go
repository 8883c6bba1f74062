package identity

import (
	"context"
	"slices"
	"strings"

	"berth/platform"
)

// Workspaces lists the person's workspaces, the first one first, with what the caller may do there. A key acts only in its
// own workspace and may do less there than its maker; a key that may only read does not learn of the others.
func (s *Service) Workspaces(ctx context.Context, by platform.Principal) ([]Workspace, error) {
	all, err := s.Store.Workspaces(ctx, by.User)
	if by.Kind == platform.KindKey && by.Role == platform.RoleViewer {
		all = slices.DeleteFunc(all, func(w Workspace) bool { return w.ID != by.Workspace })
	}
	for i, w := range all {
		if w.ID == by.Workspace {
			all[i].Role = by.Role
		}
	}
	return all, err
}

// maxOwned is how many workspaces somebody may own before another one is refused: more would get around every limit of a
// single workspace.
const maxOwned = 100

// CreateWorkspace makes a workspace that the person owns. A key acts as its person; a key that may only read is refused.
// Somebody who owns maxOwned workspaces gets LIMIT_REACHED. Where sign-up is closed, somebody without a workspace is
// refused, since nobody has let them in.
func (s *Service) CreateWorkspace(ctx context.Context, by platform.Actor, name string) (Workspace, error) {
	var least platform.Role
	if !s.OpenToAuthors() {
		if by.Kind == platform.KindSession && by.Workspace == "" {
			return Workspace{}, closed()
		}
		least = platform.RoleViewer
	}
	if by.Kind == platform.KindKey {
		least = platform.RoleEditor
	}
	if least != "" {
		if err := by.Require(least); err != nil {
			return Workspace{}, err
		}
	}
	if problems := WorkspaceProblems(name); len(problems) > 0 {
		return Workspace{}, platform.Invalid(problems)
	}
	name = strings.TrimSpace(name)
	w := Workspace{ID: platform.WorkspaceID(newID()), Name: name, Role: platform.RoleOwner}
	defer s.forget()
	return w, s.Store.CreateWorkspace(ctx, by, w, least, maxOwned)
}

// RenameWorkspace gives the caller's workspace another name; owners only.
func (s *Service) RenameWorkspace(ctx context.Context, by platform.Actor, name string) (Workspace, error) {
	if err := by.Require(platform.RoleOwner); err != nil {
		return Workspace{}, err
	}
	if problems := WorkspaceProblems(name); len(problems) > 0 {
		return Workspace{}, platform.Invalid(problems)
	}
	name = strings.TrimSpace(name)
	defer s.forget()
	return Workspace{ID: by.Workspace, Name: name, Role: by.Role}, s.Store.RenameWorkspace(ctx, by, by.Workspace, name)
}

// Members lists the people of the caller's workspace.
func (s *Service) Members(ctx context.Context, by platform.Principal) ([]Member, error) {
	if err := by.Require(platform.RoleViewer); err != nil {
		return nil, err
	}
	return s.Store.Members(ctx, by.Workspace)
}

// SetMemberRole changes what a member may do; owners only. Changing the last owner's role is CONFLICT.
func (s *Service) SetMemberRole(ctx context.Context, by platform.Actor, user platform.UserID, role platform.Role) (Member, error) {
	if err := by.Require(platform.RoleOwner); err != nil {
		return Member{}, err
	}
	var c checker
	c.role(role)
	if err := c.err(); err != nil {
		return Member{}, err
	}
	defer s.forget()
	return s.Store.SetMemberRole(ctx, by, by.Workspace, user, role)
}

// RemoveMember removes a member: owners may remove anybody, and everybody may remove themselves when signed in. Removing
// the last owner is CONFLICT.
func (s *Service) RemoveMember(ctx context.Context, by platform.Actor, user platform.UserID) error {
	if err := by.Require(LeastToRemove(by.Principal, user)); err != nil {
		return err
	}
	defer s.forget()
	return s.Store.RemoveMember(ctx, by, by.Workspace, user)
}

// LeastToRemove returns the least role that may remove the user.
func LeastToRemove(by platform.Principal, user platform.UserID) platform.Role {
	if by.User == user && by.Kind == platform.KindSession {
		return platform.RoleViewer
	}
	return platform.RoleOwner
}

// Audit lists the changes in the workspace, newest first; owners only.
func (s *Service) Audit(ctx context.Context, by platform.Principal, q AuditQuery) ([]AuditEntry, string, error) {
	if err := by.Require(platform.RoleOwner); err != nil {
		return nil, "", err
	}
	return s.Store.Audit(ctx, by.Workspace, q)
}

func (c *checker) role(r platform.Role) {
	if !r.Valid() {
		c.add("role", "must be one of owner, editor, viewer")
	}
}
