-- +goose Up
-- One file for PostgreSQL and SQLite. Ids are UUIDv7 in canonical text form and times come from Go; JSON is kept as
-- text, exactly as it was given.

CREATE TABLE users (
  id            text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  email         text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key     text        NOT NULL UNIQUE CHECK (length(email_key) BETWEEN 3 AND 512), -- lower case
  name          text        NOT NULL CHECK (length(name) <= 200),
  password_hash text        NOT NULL CHECK (length(password_hash) <= 500),
  created_at    timestamptz NOT NULL
);

-- Each process that starts prints a link of its own: all of them work until one is used.
CREATE TABLE signin_links (
  hash       bytea       NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
  user_id    text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX signin_links_by_user ON signin_links (user_id);

CREATE TABLE sessions (
  id           text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  user_id      text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash         bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  user_agent   text        NOT NULL CHECK (length(user_agent) <= 500),
  address      text        NOT NULL CHECK (length(address) <= 100),
  created_at   timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE workspaces (
  id         text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 300),
  created_at timestamptz NOT NULL
);

CREATE TABLE members (
  workspace_id text        NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id      text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role         text        NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  joined_at    timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

-- An invitation belongs to the membership of the owner who made it, so that nobody comes back by a link of their own.
CREATE TABLE invitations (
  id           text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  workspace_id text        NOT NULL,
  maker_id     text        NOT NULL,
  email        text        NOT NULL CHECK (length(email) <= 254), -- '' = whoever has the link
  role         text        NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  hash         bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, maker_id) REFERENCES members (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_workspace ON invitations (workspace_id, maker_id);

-- A key belongs to a membership: when its maker leaves the workspace, the key goes too. So do the keys that were made
-- with it, or else a stolen key could outlive its revocation.
CREATE TABLE api_keys (
  id           text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  workspace_id text        NOT NULL,
  maker_id     text        NOT NULL,
  made_by_key  text REFERENCES api_keys (id) ON DELETE CASCADE,
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  prefix       text        NOT NULL CHECK (length(prefix) BETWEEN 1 AND 32),
  hash         bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  role         text        NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz,
  last_used_at timestamptz,
  FOREIGN KEY (workspace_id, maker_id) REFERENCES members (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX api_keys_by_workspace ON api_keys (workspace_id, maker_id);
CREATE INDEX api_keys_by_parent ON api_keys (made_by_key);

CREATE TABLE apps (
  id               text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  workspace_id     text        NOT NULL REFERENCES workspaces (id),
  origin           text        NOT NULL CHECK (origin IN ('authored', 'seeded')),
  name             text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description      text        NOT NULL CHECK (length(description) <= 2000),
  draft_slug       text        NOT NULL CHECK (length(draft_slug) <= 63), -- '' = none yet
  tool_name        text        NOT NULL CHECK (length(tool_name) <= 64),
  tool_description text        NOT NULL CHECK (length(tool_description) <= 1024),
  layout           text        NOT NULL CHECK (length(layout) <= 64),
  theme            text        NOT NULL CHECK (substr(theme, 1, 1) = '{' AND octet_length(theme) <= 4096),
  mock_data        text CHECK (substr(mock_data, 1, 1) IN ('{', '[') AND octet_length(mock_data) <= 262144),
  response_text    text        NOT NULL CHECK (octet_length(response_text) <= 262144),
  system_prompt    text        NOT NULL CHECK (length(system_prompt) <= 8000),
  search           text        NOT NULL, -- what a list looks for text in, lower case
  rev              bigint      NOT NULL CHECK (rev >= 1),
  served_slug      text UNIQUE CHECK (length(served_slug) BETWEEN 1 AND 63),
  publish_version  integer     NOT NULL CHECK (publish_version >= 0),
  published_at     timestamptz,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  CHECK ((publish_version = 0) = (served_slug IS NULL)),
  CHECK ((publish_version = 0) = (published_at IS NULL))
);
CREATE INDEX apps_by_workspace ON apps (workspace_id, id);
CREATE UNIQUE INDEX apps_seeded ON apps (draft_slug) WHERE origin = 'seeded';

-- Who has a slug. One that has been served stays bound to its workspace for good, so that nobody else can ever answer
-- at an address that people have come to trust.
CREATE TABLE slugs (
  slug         text    NOT NULL PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 63),
  workspace_id text    NOT NULL REFERENCES workspaces (id),
  app_id       text REFERENCES apps (id) ON DELETE SET NULL, -- null = the app was deleted
  served       boolean NOT NULL
);
CREATE INDEX slugs_by_app ON slugs (app_id);

CREATE TABLE documents (
  digest       text  NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
  layout       text  NOT NULL CHECK (length(layout) <= 64),
  head         bytea NOT NULL,
  tail         bytea NOT NULL,
  script_hash  text  NOT NULL CHECK (length(script_hash) <= 100),
  style_hashes text  NOT NULL CHECK (substr(style_hashes, 1, 1) = '[')
);

CREATE TABLE releases (
  id           text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  app_id       text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  version      integer     NOT NULL CHECK (version >= 1),
  digest       text        NOT NULL CHECK (length(digest) = 64),
  manifest     text        NOT NULL CHECK (substr(manifest, 1, 1) = '{'),
  views        text        NOT NULL CHECK (substr(views, 1, 1) = '['),
  draft_digest text        NOT NULL CHECK (length(draft_digest) = 64),
  published_at timestamptz NOT NULL,
  published_by text        NOT NULL CHECK (length(published_by) <= 254),
  UNIQUE (app_id, version)
);

-- What is served: at most one release of an app, and one of its own.
CREATE TABLE live (
  app_id  text    NOT NULL PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
  version integer NOT NULL,
  FOREIGN KEY (app_id, version) REFERENCES releases (app_id, version)
);

-- The revision counts changes of what is served. It is raised in the transaction of the change; the lock on its one row
-- orders those transactions, so that entries appear in order and without gaps.
CREATE TABLE feed (
  id       integer NOT NULL PRIMARY KEY CHECK (id = 1),
  revision bigint  NOT NULL
);
INSERT INTO feed (id, revision) VALUES (1, 0);

CREATE TABLE feed_entries (
  revision bigint      NOT NULL PRIMARY KEY,
  app_id   text        NOT NULL,
  slugs    text        NOT NULL CHECK (substr(slugs, 1, 1) = '['),
  at       timestamptz NOT NULL
);
CREATE INDEX feed_entries_by_time ON feed_entries (at);

-- The audit trail names people and apps without referring to them: it outlives them.
CREATE TABLE audit (
  id           text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  at           timestamptz NOT NULL,
  workspace_id text, -- null = a change of a person's own account
  actor_kind   text        NOT NULL CHECK (actor_kind IN ('anonymous', 'session', 'key', 'system')),
  actor_user   text,
  actor_key    text,
  actor        text        NOT NULL,
  action       text        NOT NULL CHECK (length(action) BETWEEN 1 AND 64),
  target       text        NOT NULL,
  before       text,
  after        text,
  address      text        NOT NULL,
  user_agent   text        NOT NULL,
  request_id   text        NOT NULL
);
CREATE INDEX audit_by_workspace ON audit (workspace_id, id);

-- The call log is written in batches after the fact, so it refers to apps that may be gone by then.
-- The call log, a row for the calls of one app that were written together: a row for each call would cost more than
-- the call. records is a JSON array of them, with the oldest first.
CREATE TABLE call_batches (
  id       text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  app_id   text        NOT NULL CHECK (length(app_id) <= 36),
  first_at timestamptz NOT NULL,
  last_at  timestamptz NOT NULL,
  records  text        NOT NULL CHECK (substr(records, 1, 1) = '['),
  CHECK (first_at <= last_at)
);
CREATE INDEX call_batches_by_app ON call_batches (app_id, last_at, id);
CREATE INDEX call_batches_by_time ON call_batches (last_at);

-- Task numbers are unique over all people and never given out twice. Identity columns are spelled differently on the
-- two engines, a counter is not.
CREATE TABLE task_counter (
  id   integer NOT NULL PRIMARY KEY CHECK (id = 1),
  last bigint  NOT NULL
);
INSERT INTO task_counter (id, last) VALUES (1, 0);

CREATE TABLE tasks (
  id          bigint      NOT NULL PRIMARY KEY,
  user_id     text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title       text        NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text        NOT NULL CHECK (length(description) <= 1000), -- '' = none
  completed   boolean     NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX tasks_by_user ON tasks (user_id, created_at, id);

CREATE TABLE secrets (
  name  text  NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  value bytea NOT NULL CHECK (octet_length(value) = 32)
);
