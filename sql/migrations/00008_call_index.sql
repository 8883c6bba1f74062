-- +goose Up
-- One index serves both the pages of an app's calls and their counts: in a log of very many apps each further one costs
-- as much as the rows.
DROP INDEX call_batches_counts;
DROP INDEX call_batches_by_app;
CREATE INDEX call_batches_by_app ON call_batches (app_id, last_at, id, calls, errors);
