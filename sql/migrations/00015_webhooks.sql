-- +goose Up
-- Who is told of changes of an app's rows. An event is recorded in the transaction of its change, with a delivery for each webhook
-- that wants it; whichever replica claims a delivery sends it.

CREATE TABLE webhooks (
  id         text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  app_id     text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  url        text        NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  events     text        NOT NULL CHECK (substr(events, 1, 1) = '['),
  secret     bytea       NOT NULL, -- sealed by the vault
  failures   integer     NOT NULL, -- of its server, one after the other
  resume_at  timestamptz NOT NULL, -- until then its server is left alone
  created_at timestamptz NOT NULL
);
CREATE INDEX webhooks_by_app ON webhooks (app_id, id);

CREATE TABLE webhook_events (
  id         text        NOT NULL PRIMARY KEY CHECK (length(id) = 36), -- the webhook-id of its deliveries
  app_id     text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  kind       text        NOT NULL CHECK (kind IN ('row.created', 'row.updated', 'row.deleted')),
  table_name text        NOT NULL,
  row_id     text        NOT NULL,
  body       text        NOT NULL CHECK (substr(body, 1, 1) = '{'),
  at         timestamptz NOT NULL
);
CREATE INDEX webhook_events_by_time ON webhook_events (at);
CREATE INDEX webhook_events_by_app ON webhook_events (app_id);

-- Events of one row are delivered in the order of their position, which is the table's revision. A delivery that somebody has
-- claimed is due again when the claim ends; attempts tells one claim from the next.
CREATE TABLE webhook_deliveries (
  webhook_id   text        NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id     text        NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
  row_key      text        NOT NULL, -- table and row
  position     bigint      NOT NULL,
  state        text        NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts     integer     NOT NULL,
  due_at       timestamptz NOT NULL,
  attempted_at timestamptz,
  status       integer     NOT NULL, -- of the last answer, 0 = none
  error        text        NOT NULL,
  PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at, webhook_id) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, row_key, position, event_id) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (webhook_id, position, event_id) WHERE state = 'pending';
