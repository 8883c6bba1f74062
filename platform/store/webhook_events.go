package store

import (
	"context"
	"slices"

	"berth/platform"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

// tellWebhooks records an event for each changed row that some webhook wants to know of, with its deliveries. The table's
// revision, which has been raised, is their place in the order.
func (c *tableChange) tellWebhooks(ctx context.Context) error {
	if len(c.changed) == 0 {
		return nil
	}
	held, err := c.HoldWebhooks(ctx, string(c.at.App))
	if err != nil || len(held) == 0 {
		return wrap("list webhooks", err)
	}
	hooks := make([]webhooks.Webhook, len(held))
	for i, w := range held {
		if hooks[i], err = toWebhook(db.WebhookRow(w)); err != nil {
			return err
		}
	}
	full, err := c.fullBacklogs(ctx, hooks)
	if err != nil {
		return err
	}
	var events []db.InsertWebhookEventsParams
	var deliveries []db.InsertWebhookDeliveriesParams
	for _, change := range c.changed {
		kind, id := webhooks.Kind(change.kind), newID()
		wanted, waits := false, false
		for _, w := range hooks {
			if !slices.Contains(w.Events, kind) {
				continue
			}
			d := db.InsertWebhookDeliveriesParams{WebhookID: string(w.ID), EventID: id, RowKey: c.at.Name + "/" + string(change.row.ID),
				Position: c.table.Revision, State: string(webhooks.Pending), DueAt: c.now}
			if full[w.ID] {
				d.State, d.Error = string(webhooks.Failed), "was not sent: too many others were waiting"
			}
			deliveries, wanted, waits = append(deliveries, d), true, waits || !full[w.ID]
		}
		if !wanted {
			continue
		}
		body := "{}" // of what nobody is told
		if waits {
			if body, err = webhooks.Body(kind, c.at.Name, change.row, c.now); err != nil {
				return err
			}
		}
		events = append(events, db.InsertWebhookEventsParams{ID: id, AppID: string(c.at.App), Kind: string(kind), TableName: c.at.Name,
			RowID: string(change.row.ID), Body: body, At: c.now})
	}
	return c.insertEvents(ctx, events, deliveries)
}

// fullBacklogs finds the webhooks for which too many deliveries wait.
func (c *tableChange) fullBacklogs(ctx context.Context, hooks []webhooks.Webhook) (map[platform.WebhookID]bool, error) {
	full := map[platform.WebhookID]bool{}
	for _, w := range hooks {
		n, err := c.WebhookBacklog(ctx, string(w.ID), webhooks.MaxWaiting)
		if err != nil {
			return nil, wrap("count deliveries", err)
		}
		full[w.ID] = n >= webhooks.MaxWaiting
	}
	return full, nil
}

func (c *tableChange) insertEvents(ctx context.Context, events []db.InsertWebhookEventsParams, deliveries []db.InsertWebhookDeliveriesParams) error {
	if len(events) > few {
		if _, err := c.InsertWebhookEvents(ctx, events); err != nil {
			return wrap("record events", err)
		}
		_, err := c.InsertWebhookDeliveries(ctx, deliveries)
		return wrap("record deliveries", err)
	}
	for _, e := range events {
		if err := c.InsertWebhookEvent(ctx, db.InsertWebhookEventParams(e)); err != nil {
			return wrap("record event", err)
		}
	}
	for _, d := range deliveries {
		if err := c.InsertWebhookDelivery(ctx, db.InsertWebhookDeliveryParams(d)); err != nil {
			return wrap("record delivery", err)
		}
	}
	return nil
}
