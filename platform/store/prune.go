package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

const (
	feedRetention = 24 * time.Hour
	pruneBatch    = 5000 // rows; keeps the write lock of SQLite short
)

// Prune deletes what has served its time: calls older than calls, samples that their app keeps no longer, old entries of
// the feed, appointments that are over, and sessions, links and invitations that have expired. It is meant to be run now
// and then; replicas may do so at once.
func (s *Store) Prune(ctx context.Context, calls time.Duration) error {
	now := s.now()
	for {
		n, err := s.q.PruneCallBatches(ctx, now.Add(-calls), pruneBatch)
		if err != nil {
			return wrap("prune calls", err)
		}
		if n < pruneBatch {
			break
		}
	}
	sampled, err := s.q.SampledApps(ctx)
	if err != nil {
		return wrap("list sampled apps", err)
	}
	for _, app := range sampled {
		if err := s.q.PruneSamples(ctx, app.AppID, now.Add(-days(int(app.RetentionDays)))); err != nil {
			return wrap("prune samples", err)
		}
	}
	for what, prune := range map[string]func(context.Context, time.Time) (int64, error){
		"prune sign-in links": s.q.PruneSignInLinks, "prune invitations": s.q.PruneInvitations,
	} {
		if _, err := prune(ctx, now); err != nil {
			return wrap(what, err)
		}
	}
	if _, err := s.q.PruneSessions(ctx, now, now.Add(-identity.SessionIdle)); err != nil {
		return wrap("prune sessions", err)
	}
	if _, err := s.q.PruneAppointments(ctx, now.Add(-platform.AppointmentRetention)); err != nil {
		return wrap("prune appointments", err)
	}
	_, err = s.q.PruneFeed(ctx, now.Add(-feedRetention))
	return wrap("prune feed", err)
}
