-- +goose Up
-- Accounts for those who review an app for a directory: somebody who builds the app makes one, with a password, for that app alone.

-- The app; null: a person's own account. There is no reference, since a backup is read people first; who deletes an app deletes them too.
ALTER TABLE users ADD COLUMN reviews_app text CHECK (length(reviews_app) = 36);
-- When the account ends; null: never.
ALTER TABLE users ADD COLUMN expires_at timestamptz;
CREATE UNIQUE INDEX users_by_reviewed_app ON users (reviews_app);
