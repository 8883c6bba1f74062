-- +goose Up
-- Assertions of clients that were used (RFC 7523 §3, jti), until they would have ended: each is good for one use, at whichever replica.

CREATE TABLE oauth_assertions (
  hash       bytea       NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32), -- SHA-256 of the client's id and the assertion's
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_assertions_by_end ON oauth_assertions (expires_at);
