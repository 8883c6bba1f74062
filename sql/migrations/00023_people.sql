-- +goose Up
-- How people prove that an e-mail address is theirs, and what a proof is good for.

-- Since when it is proven that the address is the person's, by a code or a link that was mailed to it. Null: it is not, as of everybody
-- of before.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz;

-- Codes that were mailed to sign in with, one for each browser that asked. The hash needs the browser's secret besides the code.
CREATE TABLE email_codes (
  browser    bytea       NOT NULL PRIMARY KEY CHECK (octet_length(browser) = 32), -- SHA-256 of its secret
  email      text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  hash       bytea       NOT NULL CHECK (octet_length(hash) = 32),
  tries      integer     NOT NULL CHECK (tries >= 0),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_codes_by_end ON email_codes (expires_at);

-- Links that prove an address, or let a person set a new password.
CREATE TABLE email_links (
  hash       bytea       NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
  user_id    text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    text        NOT NULL CHECK (purpose IN ('verify', 'reset')),
  email      text        NOT NULL CHECK (length(email) <= 254), -- where it was mailed to, '' = an operator has handed it over
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_links_by_user ON email_links (user_id, purpose);
CREATE INDEX email_links_by_end ON email_links (expires_at);

-- When mails were last sent to an address: a JSON array of seconds.
CREATE TABLE email_budgets (
  email_key  text        NOT NULL PRIMARY KEY CHECK (length(email_key) BETWEEN 3 AND 512),
  sent       text        NOT NULL CHECK (substr(sent, 1, 1) = '['),
  changed_at timestamptz NOT NULL
);
CREATE INDEX email_budgets_by_change ON email_budgets (changed_at);

-- A second link to an invitation, which only its mail has: who comes by it has proven the address. Null: none was mailed.
ALTER TABLE invitations ADD COLUMN mail_hash bytea CHECK (octet_length(mail_hash) = 32);
CREATE UNIQUE INDEX invitations_by_mail ON invitations (mail_hash);

-- The rows of one person in an app: the owner's id is another one in each app.
CREATE INDEX data_rows_by_owner ON data_rows (owner) WHERE owner <> '';
CREATE INDEX runs_by_caller ON runs (caller) WHERE caller <> '';
