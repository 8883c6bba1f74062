package double

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/drift"
)

// Drift is a drift.Store in memory, which several services may share. It asks nobody whether the actor may.
type Drift struct {
	// Version says which release of an app is live, 0 = none.
	Version func(platform.AppID) int

	mu   sync.Mutex
	kept map[drift.Place]drift.Kept // of places without versions
	of   map[platform.AppID]platform.WorkspaceID
}

// NewDrift returns an empty one.
func NewDrift(version func(platform.AppID) int) *Drift {
	return &Drift{Version: version, kept: map[drift.Place]drift.Kept{}, of: map[platform.AppID]platform.WorkspaceID{}}
}

// Drift implements drift.Store.
func (m *Drift) Drift(_ context.Context, _ platform.WorkspaceID, app platform.AppID) (all []drift.Kept, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for at, k := range m.kept {
		if at.App == app {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b drift.Kept) int { return cmp.Compare(a.Tool, b.Tool) })
	return all, nil
}

// UpdateDrift implements drift.Store.
func (m *Drift) UpdateDrift(_ context.Context, by platform.Actor, at drift.Place, next func(drift.Kept) (drift.Kept, bool)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Version(at.App) != at.Version {
		return nil
	}
	at.Version = 0
	if k, changes := next(m.kept[at]); changes {
		m.kept[at], m.of[at.App] = k, by.Workspace
	}
	return nil
}

// DriftDue implements drift.Store, the longest due first.
func (m *Drift) DriftDue(_ context.Context, most int) (due []drift.Due, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for at, k := range m.kept {
		if !k.DueAt.After(time.Now()) {
			due = append(due, drift.Due{Workspace: m.of[at.App], App: at.App, Tool: at.Tool, At: k.DueAt})
		}
	}
	slices.SortFunc(due, func(a, b drift.Due) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Tool, b.Tool)) })
	return due[:min(len(due), most)], nil
}

// ClaimDrift implements drift.Store.
func (m *Drift) ClaimDrift(_ context.Context, due drift.Due, until time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := drift.Place{App: due.App, Tool: due.Tool}
	k, ok := m.kept[at]
	if !ok || !k.DueAt.Equal(due.At) {
		return false, nil
	}
	k.DueAt = until
	m.kept[at] = k
	return true, nil
}

// DropDrift implements drift.Store.
func (m *Drift) DropDrift(_ context.Context, due drift.Due) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, drift.Place{App: due.App, Tool: due.Tool})
	return nil
}
