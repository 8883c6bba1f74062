-- +goose Up
-- Since when the rows of an app are no longer invented: its author has sent others. What was published before says so no longer either.
-- Null: they never were, or still are.

ALTER TABLE apps ADD COLUMN own_data_at timestamptz;
