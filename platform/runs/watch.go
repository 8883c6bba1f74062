package runs

import (
	"context"
	"maps"
	"slices"
	"time"
)

// overlap is how far the clocks of replicas, and the transactions that are under way, may be apart.
const overlap = 5 * time.Second

// Run follows the runs of all replicas and keeps those of this one, until ctx ends. Then the work stops, and other replicas may go on
// with it.
func (s *Service) Run(ctx context.Context) {
	every := pollEvery
	if s.Settle == 0 { // there are no others
		every = renewEvery
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	since, renewed := s.Now().Add(-s.Timeout-joinFor), s.Now()
	for {
		began := s.Now()
		if s.look(ctx, since) {
			since = began.Add(-overlap)
		}
		if began.Sub(renewed) >= renewEvery {
			renewed = began
			s.renew(ctx, began)
		}
		select {
		case <-ctx.Done():
			s.close(context.WithoutCancel(ctx))
			return
		case <-tick.C:
		}
	}
}

// look hears of what has changed. It reports whether it could.
func (s *Service) look(ctx context.Context, since time.Time) bool {
	asked, stop := context.WithTimeout(ctx, storeTimeout)
	defer stop()
	changes, err := s.Store.RunsChanged(asked, since)
	if err != nil {
		if ctx.Err() == nil {
			s.Log.WarnContext(ctx, "runs of other replicas are not known", "error", err)
		}
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	for _, c := range changes {
		if s.seen[c.ID].version >= c.Version {
			continue
		}
		s.seen[c.ID] = seen{c.Version, now}
		s.hear(c, now)
	}
	return true
}

// hear takes note of one change. The caller holds the lock.
func (s *Service) hear(c Change, now time.Time) {
	joinable := !c.Taken && (c.State == Working || c.State == Completed || c.State == Failed)
	switch {
	case c.Key == "":
	case joinable:
		s.known[c.Key] = known{c.ID, now}
	case s.known[c.Key].id == c.ID:
		delete(s.known, c.Key)
	}
	if f := s.running[c.ID]; f != nil && !f.finished && (c.State != Working || c.Owner != s.owner) {
		f.cancelled = true
		f.cancel()
	}
	if changed := s.waiting[c.ID]; changed != nil {
		close(changed)
		delete(s.waiting, c.ID)
	}
}

// renew extends the leases of this process, and forgets what nobody asks for any more.
func (s *Service) renew(ctx context.Context, now time.Time) {
	s.mu.Lock()
	for key, k := range s.known {
		if now.Sub(k.at) > s.Timeout+joinFor {
			delete(s.known, key)
		}
	}
	for id, c := range s.seen {
		if now.Sub(c.at) > time.Minute {
			delete(s.seen, id)
		}
	}
	for id := range s.waiting { // who still waits looks by itself
		if _, ok := s.seen[id]; !ok {
			delete(s.waiting, id)
		}
	}
	running := len(s.running)
	s.mu.Unlock()
	if running == 0 {
		return
	}
	asked, stop := context.WithTimeout(ctx, storeTimeout)
	defer stop()
	if err := s.Store.RenewRuns(asked, s.owner, now.Add(lease)); err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "leases of runs are not renewed", "error", err)
	}
}

// close stops the work of this process.
func (s *Service) close(ctx context.Context) {
	s.mu.Lock()
	close(s.stopped)
	flights := slices.Collect(maps.Values(s.running))
	for _, f := range flights {
		f.gone = true
		f.cancel()
	}
	s.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	if err := s.Store.ReleaseRuns(ctx, s.owner); err != nil {
		s.Log.WarnContext(ctx, "runs of this process count as lost when their leases end", "error", err)
	}
	for _, f := range flights { // some were about to record what they came to
		select {
		case <-f.settled:
		case <-ctx.Done():
		}
	}
}
