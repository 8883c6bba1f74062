package store

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/store/db"
)

// A workspace is suspended because an operator has said so, or because all of its owners are: then suspended_with is one of them. What
// is stored is always what follows, so that who serves asks nothing else. Every transaction that changes who is suspended, who is in a
// workspace or as what weighs the workspace again. It has locked all workspaces of a person whose suspension it changes, and the
// workspace whose people it changes, so that of two such changes one sees the other.

// slugsAtOnce bounds the slugs that one entry of the feed names.
const slugsAtOnce = 500

// weigh suspends or resumes a workspace as its owners are, unless an operator has suspended it by itself.
func (s *Store) weigh(ctx context.Context, t tx, id string) error {
	ws, err := t.LockWorkspace(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) { // its last owner has left
		return nil
	}
	if err != nil {
		return wrap("lock workspace", err)
	}
	if ws.SuspendedReason != nil && ws.SuspendedWith == nil {
		return nil
	}
	owner, err := t.closingOwner(ctx, id)
	if err != nil {
		return err
	}
	if value(ws.SuspendedWith) == owner.ID && value(ws.SuspendedReason) == value(owner.SuspendedReason) {
		return nil
	}
	return s.close(ctx, t, ws, owner.SuspendedReason, optional(owner.ID))
}

// closingOwner returns an owner whose suspension closes the workspace; zero where there is none.
func (t tx) closingOwner(ctx context.Context, ws string) (db.ClosingOwnerRow, error) {
	owner, err := t.ClosingOwner(ctx, ws)
	if errors.Is(err, pgx.ErrNoRows) {
		return db.ClosingOwnerRow{}, nil
	}
	return owner, wrap("find closing owner", err)
}

// close stores why a workspace is suspended, with whom if that is because of its owners; no reason: it is not. The workspace is locked, and ws is what it was.
func (s *Store) close(ctx context.Context, t tx, ws db.Workspace, reason, with *string) error {
	row := db.SuspendWorkspaceParams{ID: ws.ID, SuspendedReason: reason, SuspendedWith: with}
	if reason != nil {
		row.SuspendedAt = &t.now
	}
	if err := t.SuspendWorkspace(ctx, row); err != nil {
		return wrap("update workspace", err)
	}
	if (reason == nil) != (ws.SuspendedReason == nil) {
		if err := s.closed(ctx, t, ws.ID); err != nil {
			return err
		}
	}
	return t.auditSuspension(ctx, platform.WorkspaceID(ws.ID), platform.SuspendedWorkspace, ws.ID, ws.SuspendedReason, reason)
}

// closed tells that the apps of a workspace are no longer served, or are again.
func (s *Store) closed(ctx context.Context, t tx, ws string) error {
	if _, err := t.LockFeed(ctx); err != nil { // no publish may be stored between this and LiveSlugs
		return wrap("lock feed", err)
	}
	live, err := t.LiveSlugs(ctx, ws)
	if err != nil {
		return wrap("list slugs", err)
	}
	slugs := make([]string, len(live))
	for i, slug := range live {
		slugs[i] = value(slug)
	}
	return s.suspended(ctx, t, slugs...)
}

// suspended enters into the feed that the apps under the slugs have been suspended or resumed, and tells this process of it.
func (s *Store) suspended(ctx context.Context, t tx, slugs ...string) error {
	t.told.slugs = append(t.told.slugs, slugs...)
	for part := range slices.Chunk(slugs, slugsAtOnce) {
		if err := s.changed(ctx, t, "", slices.Clone(part)...); err != nil {
			return err
		}
	}
	return nil
}

// lockWorkspacesOf locks the workspaces that a person is in and returns their ids. Nobody becomes their owner or ceases to be one until
// the transaction ends.
func (t tx) lockWorkspacesOf(ctx context.Context, user string) ([]string, error) {
	in, err := t.WorkspacesOf(ctx, user)
	if err != nil {
		return nil, wrap("list workspaces", err)
	}
	for _, id := range in {
		if err := t.lockWorkspace(ctx, platform.WorkspaceID(id)); err != nil && !platform.IsCode(err, platform.CodeNotFound) {
			return nil, err
		}
	}
	return in, nil
}
