package double

import (
	"context"
	"slices"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/runs"
)

// Runs is a runs.Store in memory, which several services may share.
type Runs struct {
	mu     sync.Mutex
	runs   map[string]runs.Run
	writes int
	away   error
}

// NewRuns returns an empty one.
func NewRuns() *Runs { return &Runs{runs: map[string]runs.Run{}} }

// RecordRun implements runs.Store.
func (m *Runs) RecordRun(_ context.Context, r runs.Run, ofCaller, ofApp int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away != nil {
		return m.away
	}
	caller, app := 0, 0
	for _, o := range m.runs {
		if o.State != runs.Working && o.State != runs.InputRequired {
			continue
		}
		if o.Caller == r.Caller && r.Caller != "" {
			caller++
		}
		if o.App == r.App {
			app++
		}
	}
	if caller >= ofCaller || app >= ofApp {
		return platform.Errorf(platform.CodeLimitReached, "Too many.")
	}
	m.writes++
	m.runs[r.ID] = r
	return nil
}

// Run implements runs.Store.
func (m *Runs) Run(_ context.Context, app platform.AppID, id string) (runs.Run, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.runs[id]; ok && r.App == app && r.ExpiresAt.After(time.Now()) {
		return r, m.away
	}
	return runs.Run{}, platform.Errorf(platform.CodeNotFound, "No.")
}

// RunByKey implements runs.Store.
func (m *Runs) RunByKey(_ context.Context, app platform.AppID, key string, since time.Time) (found runs.Run, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.runs {
		joinable := r.State == runs.Working || (r.State == runs.Completed || r.State == runs.Failed) && !r.Taken && !r.ChangedAt.Before(since)
		if r.App == app && r.Key == key && joinable && r.CreatedAt.After(found.CreatedAt) {
			found = r
		}
	}
	if found.ID == "" {
		return found, platform.Errorf(platform.CodeNotFound, "No.")
	}
	return found, m.away
}

// RunsChanged implements runs.Store.
func (m *Runs) RunsChanged(_ context.Context, since time.Time) (changes []runs.Change, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := []runs.Run{}
	for _, r := range m.runs {
		if !r.ChangedAt.Before(since) {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b runs.Run) int { return a.ChangedAt.Compare(b.ChangedAt) })
	for _, r := range all {
		changes = append(changes, runs.Change{ID: r.ID, Key: r.Key, State: r.State, Version: r.Version, Owner: r.Owner, Taken: r.Taken})
	}
	return changes, m.away
}

// MoveRun implements runs.Store.
func (m *Runs) MoveRun(_ context.Context, r runs.Run) (runs.Run, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away != nil || m.runs[r.ID].Version != r.Version {
		return r, false, m.away
	}
	m.writes++
	r.Version++
	r.ChangedAt = time.Now()
	if r.Outcome != nil {
		text, err := r.Outcome.Encode()
		if err != nil {
			return r, false, err
		}
		o, err := runs.Decode(text)
		if err != nil {
			return r, false, err
		}
		r.Outcome = &o
	}
	m.runs[r.ID] = r
	return r, true, nil
}

// RenewRuns implements runs.Store.
func (m *Runs) RenewRuns(_ context.Context, owner string, until time.Time) error {
	return m.lease(owner, until)
}

// ReleaseRuns implements runs.Store.
func (m *Runs) ReleaseRuns(_ context.Context, owner string) error { return m.lease(owner, time.Now()) }

func (m *Runs) lease(owner string, until time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, r := range m.runs {
		if r.Owner == owner && r.State == runs.Working && r.LeaseUntil.After(time.Now()) {
			r.LeaseUntil = until
			m.runs[id] = r
		}
	}
	return m.away
}

// Count returns the number of runs, and of writes but those of leases.
func (m *Runs) Count() (all, writes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.runs), m.writes
}

// Away makes every further request fail with err; nil ends that.
func (m *Runs) Away(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.away = err
}
