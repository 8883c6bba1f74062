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
	room, err := c.roomForEvents(ctx, hooks)
	if err != nil {
		return err
	}
	var events []db.InsertWebhookEventsParams
	var deliveries []db.InsertWebhookDeliveriesParams
	for _, change := range c.changed {
		kind, id := change.kind, newID()
		wanted := slices.DeleteFunc(slices.Clone(hooks), func(w webhooks.Webhook) bool { return !slices.Contains(w.Events, kind) })
		if len(wanted) == 0 {
			continue
		}
		body, err := room.body(wanted, func() (string, error) { return webhooks.Body(kind, c.at.Name, change.row, c.now) })
		if err != nil {
			return err
		}
		for _, w := range wanted {
			d := db.InsertWebhookDeliveriesParams{WebhookID: string(w.ID), EventID: id, RowKey: c.at.Name + "/" + string(change.row.ID),
				Position: c.table.Revision, State: string(webhooks.Pending), DueAt: c.now}
			if body == "" || room.full[w.ID] {
				d.State, d.Error = string(webhooks.Failed), "was not sent: too many others were waiting"
			}
			deliveries = append(deliveries, d)
		}
		e := db.InsertWebhookEventsParams{ID: id, AppID: string(c.at.App), Kind: string(kind), TableName: c.at.Name,
			RowID: string(change.row.ID), Body: body, Bytes: int32(len(body)), At: c.now}
		if body == "" {
			e.Body = "{}" // of what nobody is told
		}
		events = append(events, e)
	}
	return c.insertEvents(ctx, events, deliveries)
}

// roomForEvents is what an app's events that wait may still take.
type roomForEvents struct {
	full  map[platform.WebhookID]bool // for which too many deliveries wait
	bytes int64                       // of bodies
}

// body returns the body of an event that webhooks want to know of, and takes its room; "" where nobody is to be told.
func (r *roomForEvents) body(wanted []webhooks.Webhook, write func() (string, error)) (string, error) {
	if !slices.ContainsFunc(wanted, func(w webhooks.Webhook) bool { return !r.full[w.ID] }) {
		return "", nil
	}
	body, err := write()
	if err != nil || int64(len(body)) > r.bytes {
		return "", err
	}
	r.bytes -= int64(len(body))
	return body, nil
}

// roomForEvents counts what waits. Others may do so at once for other tables of the app, so that a little more may wait in the end.
func (c *tableChange) roomForEvents(ctx context.Context, hooks []webhooks.Webhook) (*roomForEvents, error) {
	room := &roomForEvents{full: map[platform.WebhookID]bool{}}
	for _, w := range hooks {
		n, err := c.WebhookBacklog(ctx, string(w.ID), webhooks.MaxWaiting)
		if err != nil {
			return nil, wrap("count deliveries", err)
		}
		room.full[w.ID] = n >= webhooks.MaxWaiting
	}
	taken, err := c.WebhookBytes(ctx, string(c.at.App))
	room.bytes = webhooks.MaxBytes - taken
	return room, wrap("count bytes of events", err)
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
