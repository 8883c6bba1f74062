package store

import (
	"context"
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

var _ webhooks.Store = (*Store)(nil)

// Webhooks implements webhooks.Store.
func (s *Store) Webhooks(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]webhooks.Webhook, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, err
	}
	return tx{Queries: s.q}.webhooks(ctx, app)
}

func (t tx) webhooks(ctx context.Context, app platform.AppID) ([]webhooks.Webhook, error) {
	rows, err := t.Webhooks(ctx, string(app))
	if err != nil {
		return nil, wrap("list webhooks", err)
	}
	all := make([]webhooks.Webhook, len(rows))
	for i, r := range rows {
		if all[i], err = toWebhook(db.WebhookRow(r)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func toWebhook(r db.WebhookRow) (webhooks.Webhook, error) {
	w := webhooks.Webhook{ID: platform.WebhookID(r.ID), URL: r.Url, CreatedAt: r.CreatedAt.UTC()}
	if err := json.Unmarshal([]byte(r.Events), &w.Events); err != nil {
		return webhooks.Webhook{}, fmt.Errorf("read events of webhook: %w", err)
	}
	return w, nil
}

// AddWebhook implements webhooks.Store.
func (s *Store) AddWebhook(ctx context.Context, by platform.Actor, app platform.AppID, w webhooks.Webhook, sealed []byte) (webhooks.Webhook, error) {
	err := s.changeIn(ctx, by, func(t tx) error {
		if err := t.mayHaveWebhooks(ctx, by.Workspace, app); err != nil {
			return err
		}
		others, err := t.webhooks(ctx, app)
		if err != nil {
			return err
		}
		if len(others) >= webhooks.MaxWebhooks {
			return platform.Errorf(platform.CodeLimitReached, "This app has reached its limit of %d webhooks.", webhooks.MaxWebhooks)
		}
		events, err := platform.PlainJSON(w.Events)
		if err != nil {
			return fmt.Errorf("write events of webhook: %w", err)
		}
		w.CreatedAt = t.now
		err = t.InsertWebhook(ctx, db.InsertWebhookParams{ID: string(w.ID), AppID: string(app), Url: w.URL, Events: events, Secret: sealed, ResumeAt: t.now})
		if err != nil {
			return wrap("insert webhook", err)
		}
		return t.audit(ctx, by, change{by.Workspace, "webhook.create", string(app), nil, webhookFields(w)})
	})
	if err != nil {
		return webhooks.Webhook{}, wrap("add webhook", err)
	}
	return w, nil
}

// mayHaveWebhooks finds the app, and keeps others from changing it until the transaction ends.
func (t tx) mayHaveWebhooks(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) error {
	app, err := t.lockApp(ctx, ws, id)
	if err != nil {
		return err
	}
	if app.Origin == platform.OriginSeeded {
		return platform.Errorf(platform.CodeForbidden, "This app ships with the server: it has no webhooks.")
	}
	return nil
}

// webhookFields leaves out what may be a secret in the address: its path and query.
func webhookFields(w webhooks.Webhook) fields {
	return fields{"id": w.ID, "host": webhooks.Host(w.URL), "events": w.Events}
}

// DeleteWebhook implements webhooks.Store.
func (s *Store) DeleteWebhook(ctx context.Context, by platform.Actor, app platform.AppID, id platform.WebhookID) error {
	return wrap("delete webhook", s.changeIn(ctx, by, func(t tx) error {
		if err := t.mayHaveWebhooks(ctx, by.Workspace, app); err != nil {
			return err
		}
		w, err := t.webhook(ctx, app, id)
		if err != nil {
			return err
		}
		if _, err := t.DeleteWebhook(ctx, string(id), string(app)); err != nil {
			return wrap("delete webhook", err)
		}
		if err := t.ForgetWebhookBodies(ctx, string(app)); err != nil {
			return wrap("forget bodies", err)
		}
		return t.audit(ctx, by, change{by.Workspace, "webhook.delete", string(app), webhookFields(w), nil})
	}))
}

// webhook finds one of the app's.
func (t tx) webhook(ctx context.Context, app platform.AppID, id platform.WebhookID) (webhooks.Webhook, error) {
	const none = "There is no such webhook."
	if !validID(string(id)) {
		return webhooks.Webhook{}, platform.Errorf(platform.CodeNotFound, none)
	}
	r, err := t.Webhook(ctx, string(id), string(app))
	if err != nil {
		return webhooks.Webhook{}, missing("load webhook", err, platform.CodeNotFound, none)
	}
	return toWebhook(r)
}

// WebhookDeliveries implements webhooks.Store.
func (s *Store) WebhookDeliveries(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, id platform.WebhookID, page webhooks.Page,
) ([]webhooks.Delivery, string, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, "", err
	}
	if _, err := (tx{Queries: s.q}).webhook(ctx, app, id); err != nil {
		return nil, "", err
	}
	before, err := position(page.Cursor, "deliveries", validID)
	if err != nil {
		return nil, "", err
	}
	n := limit(page.Limit)
	rows, err := s.q.WebhookDeliveries(ctx, string(id), before, int32(n+1))
	if err != nil {
		return nil, "", wrap("list deliveries", err)
	}
	rows, next := paged(rows, n, "deliveries", func(r db.WebhookDeliveriesRow) string { return r.EventID })
	all := make([]webhooks.Delivery, len(rows))
	for i, r := range rows {
		all[i] = webhooks.Delivery{ID: r.EventID, Kind: webhooks.Kind(r.Kind), Table: r.TableName, Row: platform.RowID(r.RowID), At: r.At.UTC(),
			State: webhooks.State(r.State), Attempts: int(r.Attempts), AttemptedAt: value(r.AttemptedAt).UTC(), NextAt: r.DueAt.UTC(), Status: int(r.Status), Error: r.Error}
	}
	return all, next, nil
}
