package store

import (
	"context"

	"berth/platform"
	"berth/platform/store/db"
)

// An actor was admitted by what some cache remembered, and another replica may have taken the right away since. So every
// change begins with one of the functions here: they check again, within the transaction, and what they saw stays
// true until it commits. A transaction locks people first, then workspaces, then members, sessions, keys
// and grants.

// changeIn runs fn for an actor who may edit in their workspace. Others may change the workspace meanwhile, but not the
// actor's rights.
func (s *Store) changeIn(ctx context.Context, by platform.Actor, fn func(t tx) error) error {
	return s.inTransaction(ctx, func(t tx) error {
		var err error
		if t.role, err = t.admit(ctx, by, by.Workspace, platform.RoleEditor); err != nil {
			return err
		}
		return fn(t)
	})
}

// changeOver runs fn for an actor who has at least that role in the workspace. It is for changes of the workspace as a
// whole, its people, keys and limits; they happen one at a time.
func (s *Store) changeOver(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, least platform.Role, fn func(t tx) error) error {
	return s.inTransaction(ctx, func(t tx) error {
		if err := t.lockWorkspace(ctx, ws); err != nil {
			return err
		}
		var err error
		if t.role, err = t.admit(ctx, by, ws, least); err != nil {
			return err
		}
		return fn(t)
	})
}

// changeSelf runs fn for an actor whose credential is valid, whatever their role. Such changes of one person happen one at
// a time. An access token, with which a client uses one app, is no credential for them.
func (s *Store) changeSelf(ctx context.Context, by platform.Actor, fn func(t tx, self db.User) error) error {
	return s.asSelf(ctx, by, tx.use, fn)
}

// resign runs fn as changeSelf does, and for somebody who is suspended too: it is for what only takes a right of their own away.
func (s *Store) resign(ctx context.Context, by platform.Actor, fn func(t tx, self db.User) error) error {
	return s.asSelf(ctx, by, func(t tx, ctx context.Context, by platform.Actor) error {
		if by.MayResign() {
			return t.prove(ctx, by)
		}
		return t.use(ctx, by)
	}, fn)
}

// asSelf runs fn for an actor whom check lets through.
func (s *Store) asSelf(ctx context.Context, by platform.Actor, check func(tx, context.Context, platform.Actor) error, fn func(t tx, self db.User) error) error {
	return s.inTransaction(ctx, func(t tx) error {
		if by.Kind == platform.KindToken {
			return platform.Errorf(platform.CodeForbidden, "An access token of an app cannot change anything of a person’s account.")
		}
		self, err := t.LockUser(ctx, string(by.User))
		if err != nil {
			return userMissing("lock user", err)
		}
		if err := check(t, ctx, by); err != nil {
			return err
		}
		return fn(t, self)
	})
}

// admit returns the actor's present role in the workspace, and refuses one below least as package identity would.
func (t tx) admit(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, least platform.Role) (platform.Role, error) {
	role, err := t.holds(ctx, by, ws, least)
	if err != nil {
		return role, err
	}
	return role, t.mayWrite(ctx, by)
}

// holds is admit for whoever may be suspended.
func (t tx) holds(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, least platform.Role) (platform.Role, error) {
	var err error
	if by.Role, err = t.presentRole(ctx, by, ws); err != nil {
		return "", err
	}
	return by.Role, by.Require(least)
}

// mayWrite refuses a person whom an operator has suspended.
func (t tx) mayWrite(ctx context.Context, by platform.Actor) error {
	if by.User == "" || by.Kind == platform.KindSystem {
		return nil
	}
	suspended, err := t.UserSuspension(ctx, string(by.User))
	if err != nil {
		return userMissing("load user", err)
	}
	by.Suspended = value(suspended)
	return by.MayWrite()
}

// use refuses a person whose session, key or grant has ended, or who is suspended, from changes that ask for no role: by the tools of an app,
// or of themselves. An anonymous actor passes.
func (t tx) use(ctx context.Context, by platform.Actor) error {
	if err := t.prove(ctx, by); err != nil {
		return err
	}
	return t.mayWrite(ctx, by)
}

// presentRole returns the actor's role in the workspace now, "" for somebody without one, as everybody is with an access token of an app other than
// Berth's own MCP server, with which nobody is more than an editor.
func (t tx) presentRole(ctx context.Context, by platform.Actor, ws platform.WorkspaceID) (platform.Role, error) {
	switch by.Kind {
	case platform.KindSystem:
		return platform.RoleOwner, nil
	case platform.KindSession:
		if err := t.prove(ctx, by); err != nil {
			return "", err
		}
		role, err := t.MemberRole(ctx, string(ws), string(by.User))
		return platform.Role(role), missing("load role", err, platform.CodeNotFound, "There is no such workspace.")
	case platform.KindKey:
		return t.roleOfKey(ctx, by.Key, ws)
	case platform.KindToken:
		if by.App != platform.OwnApp { // with the token of an app nobody has a role
			return "", nil
		}
		if err := t.prove(ctx, by); err != nil {
			return "", err
		}
		role, err := t.MemberRole(ctx, string(ws), string(by.User))
		return platform.Lesser(platform.RoleEditor, platform.Role(role)), missing("load role", err, platform.CodeNotFound, "There is no such workspace.")
	}
	return "", nil
}

func (t tx) roleOfKey(ctx context.Context, key platform.KeyID, ws platform.WorkspaceID) (platform.Role, error) {
	r, err := t.KeyRoles(ctx, string(key), string(ws))
	if err != nil {
		return "", missing("load roles of key", err, platform.CodeUnauthenticated, "The API key is unknown, expired or revoked.")
	}
	return platform.Lesser(platform.Role(r.Role), platform.Role(r.MakerRole)), nil
}

// prove refuses a session, a key or a grant that has ended. An actor without any of them is anonymous, which some changes allow.
func (t tx) prove(ctx context.Context, by platform.Actor) error {
	switch by.Kind {
	case platform.KindSession:
		_, err := t.LiveSession(ctx, string(by.Session), string(by.User))
		return missing("load session", err, platform.CodeUnauthenticated, "Your session has ended. Sign in again.")
	case platform.KindKey:
		_, err := t.roleOfKey(ctx, by.Key, by.Workspace)
		return err
	case platform.KindToken:
		_, err := t.LiveGrant(ctx, db.LiveGrantParams{ID: string(by.Grant), UserID: string(by.User), AppID: string(by.App), Now: t.now})
		return missing("load grant", err, platform.CodeUnauthenticated, "The access token has expired or was revoked.")
	}
	return nil
}
