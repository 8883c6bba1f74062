-- name: InsertWebhook :exec
INSERT INTO webhooks (id, app_id, url, events, secret, failures, resume_at, created_at) VALUES ($1, $2, $3, $4, $5, 0, $6, $6);

-- name: Webhooks :many
SELECT id, url, events, created_at FROM webhooks WHERE app_id = $1 ORDER BY id;

-- name: HoldWebhooks :many
-- None of them is deleted until the transaction ends.
SELECT id, url, events, created_at FROM webhooks WHERE app_id = $1 ORDER BY id FOR SHARE;

-- name: Webhook :one
SELECT id, url, events, created_at FROM webhooks WHERE id = $1 AND app_id = $2;

-- name: DeleteWebhook :execrows
DELETE FROM webhooks WHERE id = $1 AND app_id = $2;

-- name: WebhookBacklog :one
-- How many deliveries wait, counted up to a number.
SELECT COUNT(*) FROM (
  SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'pending' LIMIT CAST(sqlc.arg(most) AS integer)
) AS waiting;

-- name: WebhookBytes :one
-- What the events of an app that wait take.
SELECT CAST(COALESCE(SUM(bytes), 0) AS bigint) FROM webhook_events WHERE app_id = $1 AND bytes > 0;

-- name: InsertWebhookEvent :exec
INSERT INTO webhook_events (id, app_id, kind, table_name, row_id, body, bytes, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: InsertWebhookEvents :copyfrom
INSERT INTO webhook_events (id, app_id, kind, table_name, row_id, body, bytes, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: InsertWebhookDelivery :exec
INSERT INTO webhook_deliveries (webhook_id, event_id, row_key, position, state, attempts, due_at, status, error)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: InsertWebhookDeliveries :copyfrom
INSERT INTO webhook_deliveries (webhook_id, event_id, row_key, position, state, attempts, due_at, status, error)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: WebhooksDue :many
-- Each workspace's first before any one's second, and so on: what one has too much of does not keep the others from being listed.
-- Chance decides among those of one workspace, so that none that cannot be served is in another's way for good. Of what an operator has
-- suspended nothing is sent.
SELECT fair.id, fair.workspace_id FROM (
  SELECT w.id, apps.workspace_id, ROW_NUMBER() OVER (PARTITION BY apps.workspace_id ORDER BY random()) AS place
  FROM (SELECT DISTINCT d.webhook_id FROM webhook_deliveries AS d WHERE d.state = 'pending' AND d.due_at <= sqlc.arg(now)) AS due
    JOIN webhooks AS w ON w.id = due.webhook_id JOIN apps ON apps.id = w.app_id JOIN workspaces ON workspaces.id = apps.workspace_id
  WHERE apps.suspended_at IS NULL AND workspaces.suspended_at IS NULL AND w.resume_at <= sqlc.arg(now)
) AS fair
ORDER BY fair.place, random()
LIMIT sqlc.arg(max_rows);

-- name: WebhookDeliveriesDue :many
-- What is due of a webhook, each row's first alone: the next waits until it has been delivered or given up. Only the foremost of what
-- waits is looked at; the first of a row among them is its first of all. They are read once, since after an import PostgreSQL knows
-- nothing yet of how many wait, and would compare all with all.
WITH foremost AS (
  SELECT event_id, row_key, position, attempts, due_at FROM webhook_deliveries
  WHERE webhook_id = sqlc.arg(webhook_id) AND state = 'pending' ORDER BY position, event_id LIMIT sqlc.arg(foremost)
), placed AS (
  SELECT event_id, position, attempts, due_at, ROW_NUMBER() OVER (PARTITION BY row_key ORDER BY position, event_id) AS place FROM foremost
), due AS (
  SELECT event_id, position, attempts FROM placed WHERE place = 1 AND due_at <= sqlc.arg(now) ORDER BY position, event_id LIMIT sqlc.arg(max_rows)
)
SELECT due.event_id, due.attempts, e.body, e.at, w.url, w.secret, w.failures
FROM due JOIN webhook_events AS e ON e.id = due.event_id JOIN webhooks AS w ON w.id = sqlc.arg(webhook_id)
  JOIN apps ON apps.id = w.app_id JOIN workspaces ON workspaces.id = apps.workspace_id
WHERE apps.suspended_at IS NULL AND workspaces.suspended_at IS NULL
ORDER BY due.position, due.event_id;

-- name: ClaimWebhookDelivery :execrows
UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = sqlc.arg(until), attempted_at = sqlc.arg(now)
WHERE webhook_id = sqlc.arg(webhook_id) AND event_id = sqlc.arg(event_id) AND state = 'pending' AND attempts = sqlc.arg(attempts);

-- name: SettleWebhookDelivery :execrows
UPDATE webhook_deliveries SET state = sqlc.arg(state), due_at = sqlc.arg(due_at), status = sqlc.arg(status), error = sqlc.arg(error)
WHERE webhook_id = sqlc.arg(webhook_id) AND event_id = sqlc.arg(event_id) AND state = 'pending' AND attempts = sqlc.arg(attempts);

-- name: ForgetWebhookBody :exec
-- What the row said is kept no longer than somebody is to be told of it.
UPDATE webhook_events SET body = '{}', bytes = 0 WHERE id = $1
  AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS d WHERE d.event_id = $1 AND d.state = 'pending');

-- name: ForgetWebhookBodies :exec
-- ForgetWebhookBody for all events of an app.
UPDATE webhook_events SET body = '{}', bytes = 0 WHERE app_id = $1 AND bytes > 0
  AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS d WHERE d.event_id = webhook_events.id AND d.state = 'pending');

-- name: WebhookAnswered :exec
UPDATE webhooks SET failures = 0 WHERE id = $1 AND failures > 0;

-- name: LeaveWebhookAlone :exec
-- Deliveries that fail together count once.
UPDATE webhooks SET failures = failures + 1, resume_at = sqlc.arg(until) WHERE id = sqlc.arg(id) AND resume_at <= sqlc.arg(started);

-- name: WebhookDeliveries :many
SELECT d.event_id, e.kind, e.table_name, e.row_id, e.at, d.state, d.attempts, d.due_at, d.attempted_at, d.status, d.error
FROM webhook_deliveries AS d JOIN webhook_events AS e ON e.id = d.event_id
WHERE d.webhook_id = sqlc.arg(webhook_id) AND (CAST(sqlc.arg(before) AS text) = '' OR d.event_id < sqlc.arg(before))
ORDER BY d.event_id DESC
LIMIT sqlc.arg(max_rows);

-- name: PruneWebhookEvents :execrows
-- Deliveries go with their event.
DELETE FROM webhook_events WHERE id IN (SELECT old.id FROM webhook_events AS old WHERE old.at < $1 ORDER BY old.at LIMIT $2);

-- name: EverySealedWebhook :many
SELECT id, secret FROM webhooks WHERE id > sqlc.arg(after) ORDER BY id LIMIT sqlc.arg(max_rows);

-- name: ResealWebhook :execrows
UPDATE webhooks SET secret = sqlc.arg(secret) WHERE id = sqlc.arg(id) AND secret = sqlc.arg(former);
