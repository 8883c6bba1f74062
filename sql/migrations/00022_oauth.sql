-- +goose Up
-- OAuth: which clients people let use apps, and what those clients hold. Of codes and tokens the SHA-256 is kept. Lists of texts are JSON.

-- Clients that registered themselves. The others are known by a document at the address that is their id.
CREATE TABLE oauth_clients (
  id         text        NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  metadata   text        NOT NULL CHECK (substr(metadata, 1, 1) = '{' AND octet_length(metadata) <= 65536),
  address    text        NOT NULL CHECK (length(address) <= 100), -- that it registered from
  used       boolean     NOT NULL, -- it has had a token; one that never had is deleted in the end
  created_at timestamptz NOT NULL
);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE NOT used;

-- The last copies of clients' documents.
CREATE TABLE oauth_documents (
  url         text        NOT NULL PRIMARY KEY CHECK (octet_length(url) BETWEEN 1 AND 2048),
  body        bytea       NOT NULL CHECK (octet_length(body) <= 65536),
  etag        text        NOT NULL CHECK (octet_length(etag) <= 1024), -- '' = none
  fetched_at  timestamptz NOT NULL,
  fresh_until timestamptz NOT NULL
);
CREATE INDEX oauth_documents_by_time ON oauth_documents (fetched_at);

-- What a person has agreed to, so as not to be asked again. A consent that was withdrawn stays, without scopes: it tells which apps a
-- client was ever let to use.
CREATE TABLE oauth_consents (
  user_id   text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  app_id    text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  client    text        NOT NULL CHECK (octet_length(client) BETWEEN 1 AND 2048),
  resource  text        NOT NULL CHECK (length(resource) <= 2048), -- of the last one
  scopes    text        NOT NULL CHECK (substr(scopes, 1, 1) = '['),
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, app_id, client)
);
CREATE INDEX oauth_consents_by_app ON oauth_consents (app_id);
CREATE INDEX oauth_consents_by_client ON oauth_consents (client, app_id, agreed_at);

-- One person lets one client use one app. Its codes and tokens go with it; whoever changes one of them locks the grant first.
CREATE TABLE oauth_grants (
  id           text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  user_id      text        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  app_id       text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  client       text        NOT NULL CHECK (octet_length(client) BETWEEN 1 AND 2048),
  client_name  text        NOT NULL CHECK (length(client_name) <= 500),
  client_host  text        NOT NULL CHECK (length(client_host) <= 500), -- '' = the client has registered
  resource     text        NOT NULL CHECK (length(resource) <= 2048),
  scopes       text        NOT NULL CHECK (substr(scopes, 1, 1) = '['),
  generation   integer     NOT NULL CHECK (generation >= 0), -- of the newest refresh token, 0 = there is none
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at   timestamptz NOT NULL -- when the last of its codes and tokens does
);
CREATE INDEX oauth_grants_by_user ON oauth_grants (user_id, created_at);
CREATE INDEX oauth_grants_by_app ON oauth_grants (app_id, user_id);
CREATE INDEX oauth_grants_by_end ON oauth_grants (expires_at);

CREATE TABLE oauth_codes (
  hash       bytea       NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
  grant_id   text        NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  redirect   text        NOT NULL CHECK (octet_length(redirect) <= 4096),
  challenge  text        NOT NULL CHECK (length(challenge) <= 128),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX oauth_codes_by_grant ON oauth_codes (grant_id);
CREATE INDEX oauth_codes_by_end ON oauth_codes (expires_at);

-- Those that were used stay until they would have ended: whoever uses one again ends the grant.
CREATE TABLE oauth_refresh_tokens (
  hash       bytea       NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
  grant_id   text        NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  generation integer     NOT NULL CHECK (generation >= 1),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  UNIQUE (grant_id, generation)
);
CREATE INDEX oauth_refresh_tokens_by_end ON oauth_refresh_tokens (expires_at);

CREATE TABLE oauth_access_tokens (
  hash       bytea       NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
  grant_id   text        NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  scopes     text        NOT NULL CHECK (substr(scopes, 1, 1) = '['),
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_access_tokens_by_grant ON oauth_access_tokens (grant_id);
CREATE INDEX oauth_access_tokens_by_end ON oauth_access_tokens (expires_at);

-- Steps of clients on their way to a token, for authors. An app's last 50 are kept.
CREATE TABLE oauth_attempts (
  id      text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  app_id  text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  at      timestamptz NOT NULL,
  client  text        NOT NULL CHECK (length(client) <= 2048),
  person  text        NOT NULL CHECK (length(person) <= 500), -- '' = nobody yet
  step    text        NOT NULL CHECK (length(step) <= 32),
  outcome text        NOT NULL CHECK (length(outcome) <= 32),
  reason  text        NOT NULL CHECK (length(reason) <= 2000)
);
CREATE INDEX oauth_attempts_by_app ON oauth_attempts (app_id, at, id);

-- Who acts by an access token. The check of actor_kind is older than tokens, and so are replicas that still run: such a row says 'key'
-- there, and has a grant.
ALTER TABLE audit ADD COLUMN actor_grant text;
