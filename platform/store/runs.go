package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"berth/platform"
	"berth/platform/runs"
	"berth/platform/store/db"
)

var _ runs.Store = (*Store)(nil)

// RecordRun implements runs.Store. A caller who begins runs of several apps in the same moment may have one too many.
func (s *Store) RecordRun(ctx context.Context, r runs.Run, ofCaller, ofApp int) error {
	row, err := runRow(r)
	if err != nil {
		return err
	}
	return wrap("record run", s.inTransaction(ctx, func(t tx) error {
		if _, err := t.LockAppForRun(ctx, row.AppID); err != nil {
			return missing("lock app", err, platform.CodeNotFound, "There is no such app.")
		}
		if row.Caller != "" {
			n, err := t.OpenRunsOfCaller(ctx, row.Caller, t.now)
			if err != nil {
				return err
			}
			if n >= int64(ofCaller) {
				return platform.Errorf(platform.CodeLimitReached, "You have %d long calls running already, which is as many as may run at once. Wait until one is done, then call again.", n)
			}
		}
		n, err := t.OpenRunsOfApp(ctx, row.AppID, t.now)
		if err != nil {
			return err
		}
		if n >= int64(ofApp) {
			return platform.Errorf(platform.CodeLimitReached, "This app has %d long calls running already, which is as many as may run at once. Please try again later.", n)
		}
		return t.InsertRun(ctx, db.InsertRunParams(row))
	}))
}

// Run implements runs.Store.
func (s *Store) Run(ctx context.Context, app platform.AppID, id string) (runs.Run, error) {
	row, err := s.q.Run(ctx, id, string(app), s.now())
	if err != nil {
		return runs.Run{}, missing("load run", err, platform.CodeNotFound, "There is no such run.")
	}
	return readRun(row)
}

// RunByKey implements runs.Store.
func (s *Store) RunByKey(ctx context.Context, app platform.AppID, key string, since time.Time) (runs.Run, error) {
	row, err := s.q.RunByKey(ctx, db.RunByKeyParams{AppID: string(app), CallKey: key, Since: since, Now: s.now()})
	if err != nil {
		return runs.Run{}, missing("look for run", err, platform.CodeNotFound, "There is no such run.")
	}
	return readRun(row)
}

// RunsChanged implements runs.Store.
func (s *Store) RunsChanged(ctx context.Context, since time.Time) ([]runs.Change, error) {
	rows, err := s.q.RunsChanged(ctx, since)
	if err != nil {
		return nil, wrap("list changed runs", err)
	}
	changes := make([]runs.Change, len(rows))
	for i, r := range rows {
		changes[i] = runs.Change{ID: r.ID, Key: r.CallKey, State: runs.State(r.State), Version: int(r.Version), Owner: r.Owner, Taken: r.Taken}
	}
	return changes, nil
}

// MoveRun implements runs.Store.
func (s *Store) MoveRun(ctx context.Context, r runs.Run) (runs.Run, bool, error) {
	r.ChangedAt = s.now()
	row, err := runRow(r)
	if err != nil {
		return r, false, err
	}
	n, err := s.q.MoveRun(ctx, db.MoveRunParams{State: row.State, Owner: row.Owner, LeaseUntil: row.LeaseUntil, Attempt: row.Attempt, Task: row.Task, Arguments: row.Arguments,
		Round: row.Round, Answers: row.Answers, Outcome: row.Outcome, Taken: row.Taken, ChangedAt: row.ChangedAt, ExpiresAt: row.ExpiresAt, ID: row.ID, Version: row.Version})
	if err != nil || n == 0 {
		return r, false, wrap("change run", err)
	}
	r.Version++
	return r, true, nil
}

// RenewRuns implements runs.Store.
func (s *Store) RenewRuns(ctx context.Context, owner string, until time.Time) error {
	return wrap("renew leases of runs", s.q.RenewRuns(ctx, until, owner, s.now()))
}

// ReleaseRuns implements runs.Store.
func (s *Store) ReleaseRuns(ctx context.Context, owner string) error {
	return wrap("release runs", s.q.ReleaseRuns(ctx, s.now(), owner))
}

func runRow(r runs.Run) (row db.Run, err error) {
	row = db.Run{ID: r.ID, AppID: string(r.App), Tool: r.Tool, Caller: r.Caller, CallKey: r.Key, State: string(r.State), Version: int32(r.Version), Owner: r.Owner,
		LeaseUntil: r.LeaseUntil, Attempt: int32(r.Attempt), Task: r.Task, Arguments: string(r.Arguments), Round: int32(r.Round), Taken: r.Taken,
		CreatedAt: r.CreatedAt, ChangedAt: r.ChangedAt, ExpiresAt: r.ExpiresAt}
	if len(r.Answers) > 0 {
		if row.Answers, err = platform.PlainJSON(r.Answers); err != nil {
			return row, fmt.Errorf("encode answers of a run: %w", err)
		}
	}
	if r.Outcome != nil {
		row.Outcome, err = r.Outcome.Encode()
	}
	return row, err
}

func readRun(row db.Run) (runs.Run, error) {
	r := runs.Run{ID: row.ID, App: platform.AppID(row.AppID), Tool: row.Tool, Caller: row.Caller, Key: row.CallKey, State: runs.State(row.State), Version: int(row.Version),
		Owner: row.Owner, LeaseUntil: row.LeaseUntil.UTC(), Attempt: int(row.Attempt), Task: row.Task, Round: int(row.Round), Taken: row.Taken,
		CreatedAt: row.CreatedAt.UTC(), ChangedAt: row.ChangedAt.UTC(), ExpiresAt: row.ExpiresAt.UTC()}
	if row.Arguments != "" {
		r.Arguments = json.RawMessage(row.Arguments)
	}
	if row.Answers != "" {
		if err := json.Unmarshal([]byte(row.Answers), &r.Answers); err != nil {
			return r, fmt.Errorf("decode answers of a run: %w", err)
		}
	}
	if row.Outcome == "" {
		return r, nil
	}
	o, err := runs.Decode(row.Outcome)
	r.Outcome = &o
	return r, err
}

// pruneRuns deletes what is kept no longer.
func (s *Store) pruneRuns(ctx context.Context, now time.Time) error {
	return wrap("prune runs", inBatches(func() (int64, error) { return s.q.PruneRuns(ctx, now, pruneBatch) }))
}
