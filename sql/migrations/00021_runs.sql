-- +goose Up
-- Calls of tools that take longer than a client waits. One is recorded when it has become long; whoever makes the same call again, or
-- holds a task's id, learns here what has become of it, on whichever replica.

CREATE TABLE runs (
  id          text        NOT NULL PRIMARY KEY CHECK (length(id) = 36), -- run_ and 128 random bits
  app_id      text        NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  tool        text        NOT NULL,
  caller      text        NOT NULL, -- a person's id, '' = nobody in particular
  call_key    text        NOT NULL, -- digest of what makes two calls the same, '' = this one is like no other
  state       text        NOT NULL CHECK (state IN ('working', 'input_required', 'completed', 'failed', 'cancelled')),
  version     integer     NOT NULL, -- grows with each change but that of the lease
  owner       text        NOT NULL, -- the process that works
  lease_until timestamptz NOT NULL, -- after which the process counts as gone
  attempt     integer     NOT NULL,
  task        boolean     NOT NULL, -- a client follows it by its id
  arguments   text        NOT NULL, -- of the call, '' = not kept
  round       integer     NOT NULL, -- of questions to the client
  answers     text        NOT NULL, -- to those of this round, '' = none
  outcome     text        NOT NULL, -- '' = none yet
  taken       boolean     NOT NULL, -- the outcome has been told
  created_at  timestamptz NOT NULL,
  changed_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX runs_by_call ON runs (app_id, call_key, created_at);
CREATE INDEX runs_by_change ON runs (changed_at);
CREATE INDEX runs_by_expiry ON runs (expires_at);
CREATE INDEX runs_open_of_app ON runs (app_id) WHERE state IN ('working', 'input_required');
CREATE INDEX runs_open_of_caller ON runs (caller) WHERE state IN ('working', 'input_required');
CREATE INDEX runs_by_owner ON runs (owner) WHERE state = 'working';
