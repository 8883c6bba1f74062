-- +goose Up
-- What apps send along to their authors' APIs, sealed by the vault for this place alone: the workspace, the app, the name and the
-- hosts. (The table secrets holds what the server makes for itself.)

CREATE TABLE app_secrets (
  app_id  text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  name    text        NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  hosts   text        NOT NULL CHECK (substr(hosts, 1, 1) = '['),
  value   bytea       NOT NULL,
  set_at  timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (app_id, name)
);
