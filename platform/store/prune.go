package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/webhooks"
)

const (
	feedRetention = 24 * time.Hour
	pruneBatch    = 5000 // rows; keeps the write lock of SQLite short
)

// Retention is how long data that grows with use is kept.
type Retention struct {
	Calls time.Duration // more than 0
	Audit time.Duration // 0 = for good
	// Releases is how many releases of an app keep their content besides the live one; 0 = all.
	Releases int
}

// Prune deletes what is kept no longer: calls and lines of the audit trail that are older than keep says; contents of
// releases beyond those that it keeps, and documents that no release refers to; samples that their app keeps no longer; old
// entries of the feed and events of webhooks; old usage of language models; runs that have expired; appointments that are over; what is kept of old imports; sessions, links,
// codes, invitations, accounts of reviewers and what OAuth clients hold, when it has expired. It is to be run now and then; replicas may run it at once.
func (s *Store) Prune(ctx context.Context, keep Retention) error {
	now := s.now()
	err := inBatches(func() (int64, error) { return s.q.PruneCallBatches(ctx, now.Add(-keep.Calls), pruneBatch) })
	if err != nil {
		return wrap("prune calls", err)
	}
	if keep.Audit > 0 {
		err := inBatches(func() (int64, error) { return s.q.PruneAudit(ctx, firstID(now.Add(-keep.Audit)), pruneBatch) })
		if err != nil {
			return wrap("prune audit trail", err)
		}
	}
	if keep.Releases > 0 {
		if err := s.thinAll(ctx, keep.Releases); err != nil {
			return err
		}
	}
	if err := s.pruneDocuments(ctx); err != nil {
		return err
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
		"prune sign-in links": s.q.PruneSignInLinks, "prune invitations": s.q.PruneInvitations, "prune ceremonies": s.q.PruneCeremonies,
		"prune codes": s.q.PruneEmailCodes, "prune links": s.q.PruneEmailLinks,
	} {
		if _, err := prune(ctx, now); err != nil {
			return wrap(what, err)
		}
	}
	if _, err := s.q.PruneEmailBudgets(ctx, now.Add(-mailWindow)); err != nil {
		return wrap("prune counts of mails", err)
	}
	if _, err := s.q.PruneSessions(ctx, now, now.Add(-identity.SessionIdle)); err != nil {
		return wrap("prune sessions", err)
	}
	if _, err := s.q.PruneAppointments(ctx, now.Add(-platform.AppointmentRetention)); err != nil {
		return wrap("prune appointments", err)
	}
	if _, err := s.q.PruneDataUndo(ctx, now.Add(-undoFor)); err != nil {
		return wrap("prune imports", err)
	}
	if err := inBatches(func() (int64, error) { return s.q.PruneWebhookEvents(ctx, now.Add(-webhooks.KeepEvents), pruneBatch) }); err != nil {
		return wrap("prune webhooks", err)
	}
	if err := s.pruneUsage(ctx, now); err != nil {
		return err
	}
	if err := s.pruneRuns(ctx, now); err != nil {
		return err
	}
	if err := s.pruneReviewers(ctx, now); err != nil {
		return err
	}
	if err := s.pruneOAuth(ctx, now); err != nil {
		return err
	}
	_, err = s.q.PruneFeed(ctx, now.Add(-feedRetention))
	return wrap("prune feed", err)
}

// inBatches calls prune, which returns how many rows it has deleted, until there are no more.
func inBatches(prune func() (int64, error)) error {
	for {
		if n, err := prune(); err != nil || n < pruneBatch {
			return err
		}
	}
}
