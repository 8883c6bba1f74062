-- +goose Up
-- How the answers of the servers behind live tools look, as it was recorded for a release, and what the last check found. Whichever
-- replica moves due_at checks a tool.

CREATE TABLE drift (
  app_id      text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  tool        text        NOT NULL CHECK (length(tool) BETWEEN 1 AND 64),
  version     integer     NOT NULL, -- of the release
  shape       text, -- null = not recorded yet
  state       text        NOT NULL CHECK (state IN ('ok', 'changed', 'failing', 'unknown')),
  differences text        NOT NULL CHECK (substr(differences, 1, 1) = '['),
  checked_at  timestamptz,
  due_at      timestamptz NOT NULL,
  PRIMARY KEY (app_id, tool)
);
CREATE INDEX drift_due ON drift (due_at);
