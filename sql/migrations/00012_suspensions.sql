-- +goose Up
-- What an operator has suspended: why, for its owner to read, and since when. Null: it is not suspended.

ALTER TABLE users ADD COLUMN suspended_reason text CHECK (length(suspended_reason) BETWEEN 1 AND 500);
ALTER TABLE users ADD COLUMN suspended_at timestamptz;

ALTER TABLE workspaces ADD COLUMN suspended_reason text CHECK (length(suspended_reason) BETWEEN 1 AND 500);
ALTER TABLE workspaces ADD COLUMN suspended_at timestamptz;
-- The person whose suspension took it along; null = it was suspended by itself.
ALTER TABLE workspaces ADD COLUMN suspended_with text CHECK (length(suspended_with) = 36);

ALTER TABLE apps ADD COLUMN suspended_reason text CHECK (length(suspended_reason) BETWEEN 1 AND 500);
ALTER TABLE apps ADD COLUMN suspended_at timestamptz;
