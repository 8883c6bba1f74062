-- +goose Up
-- What language models cost, and those that workspaces bring themselves.

-- By day of UTC. The cost is in billionths of a US dollar; null: the price of none of the calls is known.
CREATE TABLE llm_usage (
  app_id        text   NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  day           text   NOT NULL CHECK (length(day) = 10),
  model         text   NOT NULL,
  calls         bigint NOT NULL,
  input_tokens  bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cost          bigint,
  PRIMARY KEY (app_id, day, model)
);

-- Tokens of the operator's key that an app, or a workspace, has used in a month of UTC, with those that are reserved for what is
-- being asked. It outlives the app: a new one gives no workspace more.
CREATE TABLE llm_budgets (
  holder text   NOT NULL CHECK (length(holder) = 36),
  month  text   NOT NULL CHECK (length(month) = 7),
  tokens bigint NOT NULL CHECK (tokens >= 0),
  PRIMARY KEY (holder, month)
);

CREATE TABLE workspace_models (
  workspace_id text        NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  provider     text        NOT NULL,
  base_url     text        NOT NULL CHECK (length(base_url) <= 2000), -- '' = the provider's own
  api_key      bytea       NOT NULL, -- sealed by the vault; empty = none
  model        text        NOT NULL CHECK (length(model) <= 100),
  model_fast   text        NOT NULL CHECK (length(model_fast) <= 100), -- '' = model
  updated_at   timestamptz NOT NULL
);
