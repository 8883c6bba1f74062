-- +goose Up
-- Two more ways to sign in.

-- Passkeys of people (WebAuthn): the public half of each, and what is needed to judge how it answers.

CREATE TABLE passkeys (
  id           text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  user_id      text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential   bytea       NOT NULL UNIQUE CHECK (octet_length(credential) BETWEEN 1 AND 1023),
  record       text        NOT NULL CHECK (substr(record, 1, 1) = '{' AND octet_length(record) <= 16384),
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, id);

-- What browsers and the OpenID provider were asked that have not answered yet. Each is answered once.
CREATE TABLE ceremonies (
  hash       bytea       NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32), -- SHA-256 of the browser's secret
  ceremony   text        NOT NULL CHECK (substr(ceremony, 1, 1) = '{' AND octet_length(ceremony) <= 32768),
  expires_at timestamptz NOT NULL
);
CREATE INDEX ceremonies_by_end ON ceremonies (expires_at);

-- Who people are at the OpenID provider that the operator names.
CREATE TABLE identities (
  issuer     text        NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  subject    text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id    text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_user ON identities (user_id);
