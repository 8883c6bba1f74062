-- +goose Up
-- How many calls a batch holds, so that the calls of many apps are counted without reading them. Batches from before have
-- none, and those that an older replica writes.
ALTER TABLE call_batches ADD COLUMN calls bigint;
ALTER TABLE call_batches ADD COLUMN errors bigint; -- calls of any outcome but ok
CREATE INDEX call_batches_counts ON call_batches (app_id, last_at, calls, errors);
