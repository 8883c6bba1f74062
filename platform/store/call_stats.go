package store

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"berth/platform"
)

// CallStats sums up the calls of an app of the workspace in the window that ends now: the newest maxScanned listed calls
// with all counted calls of the same time, or fewer if the app's shared rows exceed maxShared bytes.
func (s *Store) CallStats(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, w platform.CallWindow) (platform.CallStats, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return platform.CallStats{}, err
	}
	tally := platform.NewCallTally(w, s.now())
	counted, oldest, cut := 0, time.Time{}, time.Time{}
	left, err := s.scanCalls(ctx, app, newestCall(), tally.Since(), func(c call) bool {
		if c.counted != nil {
			c.counted.addTo(tally)
			return true
		}
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
	if left != nil {
		cut = time.UnixMicro(left.At + 1)
	}
	return tally.Stats(cut), nil
}

// maxCounted bounds the batches that one count looks at: a busy app has two a second on each replica.
const maxCounted = 500_000

// CountCalls counts the calls of the workspace's apps since then, to within a batch; apps without any are left out.
// complete is false when there is more to look at than one count does, or when some calls, which an older version wrote,
// are not in the counts.
func (s *Store) CountCalls(ctx context.Context, ws platform.WorkspaceID, since time.Time) (counts []platform.AppCalls, complete bool, err error) {
	rows, err := s.q.CountCalls(ctx, string(ws), microseconds(since), maxCounted)
	if err != nil {
		return nil, false, wrap("count calls", err)
	}
	byApp, batches := map[string]*platform.AppCalls{}, int64(0)
	complete = true
	for _, r := range rows {
		if byApp[r.AppID] != nil {
			continue
		}
		batches += r.Batches
		complete = complete && r.Known == r.Batches
		byApp[r.AppID] = &platform.AppCalls{App: platform.AppID(r.AppID), Calls: int(r.Calls), Errors: int(r.Errors), LastAt: r.LastAt.UTC()}
	}
	all, err := s.countShared(ctx, ws, since, byApp)
	if err != nil {
		return nil, false, err
	}
	for _, app := range slices.Sorted(maps.Keys(byApp)) {
		counts = append(counts, *byApp[app])
	}
	return counts, complete && all && batches < maxCounted, nil
}

// countShared adds the calls in shared batches. all is false when it did not look at all of them.
func (s *Store) countShared(ctx context.Context, ws platform.WorkspaceID, since time.Time, counts map[string]*platform.AppCalls) (all bool, err error) {
	ids, err := s.q.AppIDs(ctx, string(ws))
	if err != nil {
		return false, wrap("list apps", err)
	}
	groups, wanted := map[string][]string{}, map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
		key := sharedKey(platform.AppID(id))
		groups[key] = append(groups[key], id)
	}
	looked := 0
	for key, apps := range groups {
		for from := s.batchesFrom(key, endOfTime()); ; {
			b, err := from.next(ctx)
			if err != nil {
				return false, err
			}
			if b == nil || b.LastAt.Before(since) {
				break
			}
			if looked >= s.maxShared {
				return false, nil
			}
			looked += len(b.Records)
			if !slices.ContainsFunc(apps, func(app string) bool { return strings.Contains(b.Records, app) }) {
				continue
			}
			calls, err := decodeCalls(b)
			if err != nil {
				return false, err
			}
			count(counts, slices.DeleteFunc(calls, func(c call) bool { return !wanted[c.App] }), since)
		}
	}
	return true, nil
}

// count adds calls of shared batches that are not before since.
func count(counts map[string]*platform.AppCalls, calls []call, since time.Time) {
	for _, c := range calls {
		r := c.record(platform.AppID(c.App))
		if r.At.Before(since) {
			continue
		}
		total := counts[c.App]
		if total == nil {
			total = &platform.AppCalls{App: r.App}
			counts[c.App] = total
		}
		total.Calls++
		if r.Outcome != platform.OutcomeOK {
			total.Errors++
		}
		if r.At.After(total.LastAt) {
			total.LastAt = r.At
		}
	}
}
