-- +goose Up
-- The tables of apps and their rows, which belong to an app and not to a release. Whoever changes a table or its rows holds the
-- lock on its line in data_tables, so that its counts are exact; data_space comes last in a transaction.

CREATE TABLE data_tables (
  app_id     text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 63),
  title      text        NOT NULL CHECK (length(title) <= 200),
  columns    text        NOT NULL CHECK (substr(columns, 1, 1) = '['),
  owned_rows boolean     NOT NULL,
  row_count  integer     NOT NULL CHECK (row_count >= 0),
  bytes      bigint      NOT NULL CHECK (bytes >= 0), -- of the rows' data
  revision   bigint      NOT NULL, -- counts changes from the time of the creation on, in microseconds: a table made again repeats none
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, name)
);

CREATE TABLE data_rows (
  app_id     text        NOT NULL,
  table_name text        NOT NULL,
  id         text        NOT NULL CHECK (length(id) = 36),
  data       text        NOT NULL CHECK (substr(data, 1, 1) = '{'),
  owner      text        NOT NULL CHECK (length(owner) <= 100), -- '' = nobody
  rev        bigint      NOT NULL CHECK (rev >= 1),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, table_name, id),
  FOREIGN KEY (app_id, table_name) REFERENCES data_tables (app_id, name) ON DELETE CASCADE
);

-- The cells of unique columns, as digests: whatever replicas do at once, each is there once.
CREATE TABLE data_keys (
  app_id      text  NOT NULL,
  table_name  text  NOT NULL,
  column_name text  NOT NULL,
  owner       text  NOT NULL, -- '' unless rows are owned
  hash        bytea NOT NULL CHECK (octet_length(hash) = 32),
  row_id      text  NOT NULL,
  PRIMARY KEY (app_id, table_name, column_name, owner, hash),
  FOREIGN KEY (app_id, table_name, row_id) REFERENCES data_rows (app_id, table_name, id) ON DELETE CASCADE
);
CREATE INDEX data_keys_by_row ON data_keys (app_id, table_name, row_id);

-- The bytes of all rows of a workspace.
CREATE TABLE data_space (
  workspace_id text   NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  bytes        bigint NOT NULL CHECK (bytes >= 0)
);

-- The last import into a table, as long as it can be taken back, and the rows that it touched, as they were before.
CREATE TABLE data_undo (
  app_id       text        NOT NULL,
  table_name   text        NOT NULL,
  workspace_id text        NOT NULL,
  bytes        bigint      NOT NULL CHECK (bytes >= 0),
  at           timestamptz NOT NULL,
  PRIMARY KEY (app_id, table_name),
  FOREIGN KEY (app_id, table_name) REFERENCES data_tables (app_id, name) ON DELETE CASCADE
);
CREATE INDEX data_undo_by_workspace ON data_undo (workspace_id, at);
CREATE INDEX data_undo_by_time ON data_undo (at);

CREATE TABLE data_undo_rows (
  app_id     text        NOT NULL,
  table_name text        NOT NULL,
  id         text        NOT NULL CHECK (length(id) = 36),
  deed       text        NOT NULL CHECK (deed IN ('created', 'changed', 'removed')),
  data       text        NOT NULL, -- '' = of a row that was created
  owner      text        NOT NULL,
  rev        bigint      NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, table_name, id),
  FOREIGN KEY (app_id, table_name) REFERENCES data_undo (app_id, table_name) ON DELETE CASCADE
);
