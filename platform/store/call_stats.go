package store

import (
	"context"
	"time"

	"berth/platform"
)

// CallStats sums up the calls of an app of the workspace in the window that ends now: the newest maxScanned of them.
func (s *Store) CallStats(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, w platform.CallWindow) (platform.CallStats, error) {
	if _, err := s.App(ctx, ws, app); err != nil {
		return platform.CallStats{}, err
	}
	tally := platform.NewCallTally(w, s.now())
	counted, oldest, cut := 0, time.Time{}, time.Time{}
	err := s.scanCalls(ctx, app, newestCall(), tally.Since(), func(c call) bool {
		if counted == maxScanned {
			cut = oldest
			return false
		}
		counted++
		r := c.record(app)
		oldest = r.At
		tally.Add(r)
		return true
	})
	if err != nil {
		return platform.CallStats{}, err
	}
	return tally.Stats(cut), nil
}

// maxCounted bounds the batches that one count looks at: a busy app has two a second and replica.
const maxCounted = 500_000

// CountCalls counts the calls of the workspace's apps since then, to within a batch; apps without any are left out.
// complete is false when there are more than maxCounted batches, or some that an older version wrote, which are not in
// the counts.
func (s *Store) CountCalls(ctx context.Context, ws platform.WorkspaceID, since time.Time) (counts []platform.AppCalls, complete bool, err error) {
	rows, err := s.q.CountCalls(ctx, string(ws), microseconds(since), maxCounted)
	if err != nil {
		return nil, false, wrap("count calls", err)
	}
	seen, batches := map[string]bool{}, int64(0)
	complete = true
	for _, r := range rows {
		if seen[r.AppID] {
			continue
		}
		seen[r.AppID] = true
		batches += r.Batches
		complete = complete && r.Known == r.Batches
		counts = append(counts, platform.AppCalls{App: platform.AppID(r.AppID), Calls: int(r.Calls), Errors: int(r.Errors), LastAt: r.LastAt.UTC()})
	}
	return counts, complete && batches < maxCounted, nil
}
