package store

import (
	"context"
	"math"
	"time"

	"berth/platform"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

var _ webhooks.Queue = (*Store)(nil)

// foremostDeliveries is how many deliveries of a webhook are looked at first for those that are due.
const foremostDeliveries = 100

// WebhooksDue implements webhooks.Queue.
func (s *Store) WebhooksDue(ctx context.Context, most int) ([]webhooks.Due, error) {
	found, err := s.q.WebhooksDue(ctx, s.now(), int32(most))
	if err != nil {
		return nil, wrap("list webhooks that are due", err)
	}
	due := make([]webhooks.Due, len(found))
	for i, w := range found {
		due[i] = webhooks.Due{Webhook: platform.WebhookID(w.ID), Workspace: platform.WorkspaceID(w.WorkspaceID)}
	}
	return due, nil
}

// ClaimDeliveries implements webhooks.Queue. Each claim is one statement that succeeds for one replica alone, so that none waits
// for another.
func (s *Store) ClaimDeliveries(ctx context.Context, id platform.WebhookID, most int, lease time.Duration) ([]webhooks.Claim, error) {
	due, err := s.deliveriesDue(ctx, id, most, s.now())
	if err != nil {
		return nil, wrap("list deliveries that are due", err)
	}
	var claims []webhooks.Claim
	for _, d := range due {
		now := s.now() // the lease begins here, however long it took to find what is due
		n, err := s.q.ClaimWebhookDelivery(ctx, db.ClaimWebhookDeliveryParams{Until: now.Add(lease), Now: &now, WebhookID: string(id), EventID: d.EventID, Attempts: d.Attempts})
		if err != nil {
			return claims, wrap("claim delivery", err)
		}
		if n == 1 {
			claims = append(claims, webhooks.Claim{Webhook: id, Event: d.EventID, Attempt: int(d.Attempts) + 1, URL: d.Url, Sealed: d.Secret, Body: d.Body,
				At: d.At.UTC(), Claimed: now, Failures: int(d.Failures)})
		}
	}
	return claims, nil
}

// deliveriesDue looks at the foremost deliveries, and at all where too few of those are due: they wait for another attempt, or for it.
func (s *Store) deliveriesDue(ctx context.Context, id platform.WebhookID, most int, now time.Time) (due []db.WebhookDeliveriesDueRow, err error) {
	for _, foremost := range []int32{foremostDeliveries, math.MaxInt32} {
		due, err = s.q.WebhookDeliveriesDue(ctx, db.WebhookDeliveriesDueParams{WebhookID: string(id), Foremost: foremost, Now: now, MaxRows: int32(most)})
		if err != nil || len(due) >= most {
			break
		}
	}
	return due, err
}

// Settle implements webhooks.Queue.
func (s *Store) Settle(ctx context.Context, c webhooks.Claim, to webhooks.Settlement) error {
	return wrap("settle delivery", s.inTransaction(ctx, func(t tx) error {
		n, err := t.SettleWebhookDelivery(ctx, db.SettleWebhookDeliveryParams{State: string(to.State), DueAt: to.DueAt, Status: int32(to.Status),
			Error: clean(to.Error, 300), WebhookID: string(c.Webhook), EventID: c.Event, Attempts: int32(c.Attempt)})
		if err != nil || n == 0 { // it was deleted, or the claim has ended
			return err
		}
		if to.State != webhooks.Pending {
			if err := t.ForgetWebhookBody(ctx, c.Event); err != nil {
				return err
			}
		}
		switch {
		case to.Pause > 0:
			return t.LeaveWebhookAlone(ctx, t.now.Add(to.Pause), string(c.Webhook), c.Claimed)
		case to.Answered && c.Failures > 0:
			return t.WebhookAnswered(ctx, string(c.Webhook))
		}
		return nil
	}))
}
