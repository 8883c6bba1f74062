-- +goose Up
-- Where rows are owned, those of nobody are not unique: an anonymous caller would learn from a refusal what another one has told.

DELETE FROM data_keys WHERE owner = '' AND EXISTS (
  SELECT 1 FROM data_tables AS t WHERE t.app_id = data_keys.app_id AND t.name = data_keys.table_name AND t.owned_rows
);

-- What the events of an app that wait take, as it is kept. 0 = nobody waits for it any more.
ALTER TABLE webhook_events ADD COLUMN bytes integer NOT NULL DEFAULT 0 CHECK (bytes >= 0);
UPDATE webhook_events SET bytes = octet_length(body) WHERE body <> '{}';
CREATE INDEX webhook_events_waiting ON webhook_events (app_id, bytes) WHERE bytes > 0;
