-- +goose Up
-- Arguments and results of calls, kept only where an author asks for it. The samples belong to the setting: where it is
-- taken away they go with it, and a replica that has not heard of that yet can write no more.

CREATE TABLE sampling (
  app_id         text        NOT NULL PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
  retention_days integer     NOT NULL CHECK (retention_days BETWEEN 1 AND 30),
  since          timestamptz NOT NULL
);

CREATE TABLE samples (
  id               text        NOT NULL PRIMARY KEY CHECK (length(id) = 36), -- that of the call in the call log
  app_id           text        NOT NULL REFERENCES sampling (app_id) ON DELETE CASCADE,
  at               timestamptz NOT NULL,
  tool             text        NOT NULL CHECK (length(tool) <= 128),
  outcome          text        NOT NULL CHECK (length(outcome) <= 32),
  duration         bigint      NOT NULL, -- microseconds
  client           text        NOT NULL CHECK (length(client) <= 100),
  protocol_version text        NOT NULL CHECK (length(protocol_version) <= 32),
  arguments        text        NOT NULL,
  arguments_bytes  bigint      NOT NULL, -- before it was cut
  result           text        NOT NULL,
  result_bytes     bigint      NOT NULL
);
CREATE INDEX samples_by_app ON samples (app_id, at, id);
