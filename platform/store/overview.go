package store

import (
	"context"
	"time"

	"berth/platform"
)

// AppLine is an app as an operator sees it, whichever workspace it is in.
type AppLine struct {
	ID            platform.AppID
	Name, Slug    string // "" = none yet
	LiveVersion   int    // 0 = unpublished
	Workspace     platform.WorkspaceID
	WorkspaceName string
	Owner         string // e-mail of one owner of the workspace
	Suspended     string // the reason, "" = neither the app nor its workspace is suspended
}

// AllApps lists n apps of all workspaces in the order of their ids, beginning after the given one.
func (s *Store) AllApps(ctx context.Context, after platform.AppID, n int) ([]AppLine, error) {
	rows, err := s.q.AllApps(ctx, string(after), int32(n))
	if err != nil {
		return nil, wrap("list apps", err)
	}
	lines := make([]AppLine, len(rows))
	for i, r := range rows {
		lines[i] = AppLine{ID: platform.AppID(r.ID), Name: r.Name, Slug: r.DraftSlug, LiveVersion: int(value(r.LiveVersion)),
			Workspace: platform.WorkspaceID(r.WorkspaceID), WorkspaceName: r.WorkspaceName, Owner: r.Owner, Suspended: value(r.SuspendedReason)}
		if r.ServedSlug != nil {
			lines[i].Slug = *r.ServedSlug
		}
		if lines[i].Suspended == "" {
			lines[i].Suspended = value(r.WorkspaceSuspendedReason)
		}
	}
	return lines, nil
}

// UserLine is a person as an operator sees them.
type UserLine struct {
	ID          platform.UserID
	Email, Name string
	CreatedAt   time.Time
	Suspended   string // the reason, "" = not suspended
}

// AllUsers lists n people in the order of their ids, beginning after the given one.
func (s *Store) AllUsers(ctx context.Context, after platform.UserID, n int) ([]UserLine, error) {
	rows, err := s.q.AllUsers(ctx, string(after), int32(n))
	if err != nil {
		return nil, wrap("list users", err)
	}
	lines := make([]UserLine, len(rows))
	for i, r := range rows {
		lines[i] = UserLine{platform.UserID(r.ID), r.Email, r.Name, r.CreatedAt.UTC(), value(r.SuspendedReason)}
	}
	return lines, nil
}
