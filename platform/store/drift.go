package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/drift"
	"berth/platform/drift/shape"
	"berth/platform/store/db"
)

var _ drift.Store = (*Store)(nil)

// Drift implements drift.Store.
func (s *Store) Drift(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]drift.Kept, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, err
	}
	rows, err := s.q.Drift(ctx, string(app))
	if err != nil {
		return nil, wrap("load drift", err)
	}
	all := make([]drift.Kept, len(rows))
	for i, r := range rows {
		if all[i], err = toKept(r); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func toKept(r db.Drift) (drift.Kept, error) {
	k := drift.Kept{Tool: r.Tool, Version: int(r.Version), State: drift.State(r.State), CheckedAt: value(r.CheckedAt).UTC(), DueAt: r.DueAt.UTC()}
	if err := json.Unmarshal([]byte(r.Differences), &k.Differences); err != nil {
		return drift.Kept{}, fmt.Errorf("read differences: %w", err)
	}
	var err error
	if r.Shape != nil {
		k.Shape, err = shape.Parse(*r.Shape)
	}
	return k, err
}

// UpdateDrift implements drift.Store. It is no change of what anybody made: the audit trail does not tell it.
func (s *Store) UpdateDrift(ctx context.Context, by platform.Actor, at drift.Place, next func(drift.Kept) (drift.Kept, bool)) error {
	return wrap("store drift", s.changeIn(ctx, by, func(t tx) error {
		app, err := t.lockApp(ctx, by.Workspace, at.App)
		if err != nil {
			return err
		}
		if app.Origin == platform.OriginSeeded {
			return platform.Errorf(platform.CodeForbidden, "This app ships with the server: its tools are not checked.")
		}
		if app.LiveVersion != at.Version {
			return nil
		}
		var known drift.Kept
		row, err := t.DriftOf(ctx, string(at.App), at.Tool)
		if err == nil {
			known, err = toKept(row)
		} else if errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
		if err != nil {
			return wrap("load drift", err)
		}
		k, changes := next(known)
		if !changes {
			return nil
		}
		return t.setDrift(ctx, at, k)
	}))
}

func (t tx) setDrift(ctx context.Context, at drift.Place, k drift.Kept) error {
	if k.Differences == nil {
		k.Differences = []shape.Difference{}
	}
	differences, err := platform.PlainJSON(k.Differences)
	if err != nil {
		return fmt.Errorf("write differences: %w", err)
	}
	row := db.SetDriftParams{AppID: string(at.App), Tool: at.Tool, Version: int32(k.Version), State: string(k.State), Differences: differences,
		CheckedAt: optional(microseconds(k.CheckedAt)), DueAt: microseconds(k.DueAt)}
	if k.Shape != nil {
		text, err := k.Shape.Text()
		if err != nil {
			return fmt.Errorf("write shape: %w", err)
		}
		row.Shape = &text
	}
	return wrap("store drift", t.SetDrift(ctx, row))
}

// DriftDue implements drift.Store.
func (s *Store) DriftDue(ctx context.Context, most int) ([]drift.Due, error) {
	rows, err := s.q.DriftDue(ctx, s.now(), int32(most))
	if err != nil {
		return nil, wrap("list tools to check", err)
	}
	due := make([]drift.Due, len(rows))
	for i, r := range rows {
		due[i] = drift.Due{Workspace: platform.WorkspaceID(r.WorkspaceID), App: platform.AppID(r.AppID), Tool: r.Tool, At: r.DueAt.UTC()}
	}
	return due, nil
}

// ClaimDrift implements drift.Store.
func (s *Store) ClaimDrift(ctx context.Context, due drift.Due, until time.Time) (bool, error) {
	n, err := s.q.ClaimDrift(ctx, db.ClaimDriftParams{Until: microseconds(until), AppID: string(due.App), Tool: due.Tool, DueAt: microseconds(due.At)})
	return n == 1, wrap("claim tool to check", err)
}

// DropDrift implements drift.Store.
func (s *Store) DropDrift(ctx context.Context, due drift.Due) error {
	return wrap("forget tool", s.q.DropDrift(ctx, string(due.App), due.Tool))
}
