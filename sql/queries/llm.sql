-- name: ReserveTokens :execrows
-- Adds tokens to what a holder uses in a month, unless that were more than most. No row means that it would be.
INSERT INTO llm_budgets (holder, month, tokens) VALUES ($1, $2, sqlc.arg(tokens))
ON CONFLICT (holder, month) DO UPDATE SET tokens = llm_budgets.tokens + excluded.tokens
WHERE llm_budgets.tokens + excluded.tokens <= sqlc.arg(most);

-- name: SettleTokens :exec
UPDATE llm_budgets SET tokens = CASE WHEN tokens + CAST(sqlc.arg(more) AS bigint) < 0 THEN 0 ELSE tokens + CAST(sqlc.arg(more) AS bigint) END
WHERE holder = $1 AND month = $2;

-- name: TokensUsed :one
SELECT CAST(COALESCE(SUM(tokens), 0) AS bigint) AS tokens FROM llm_budgets WHERE holder = $1 AND month = $2;

-- name: AddUsage :exec
-- Nothing for an app that has been deleted meanwhile.
INSERT INTO llm_usage (app_id, day, model, calls, input_tokens, output_tokens, cost)
SELECT apps.id, sqlc.arg(day), sqlc.arg(model), sqlc.arg(calls), sqlc.arg(input), sqlc.arg(output), CAST(sqlc.narg(cost) AS bigint)
FROM apps WHERE apps.id = sqlc.arg(app_id)
ON CONFLICT (app_id, day, model) DO UPDATE SET
  calls = llm_usage.calls + excluded.calls,
  input_tokens = llm_usage.input_tokens + excluded.input_tokens,
  output_tokens = llm_usage.output_tokens + excluded.output_tokens,
  cost = CASE WHEN llm_usage.cost IS NULL THEN excluded.cost WHEN excluded.cost IS NULL THEN llm_usage.cost ELSE llm_usage.cost + excluded.cost END;

-- name: Usage :many
SELECT day, model, calls, input_tokens, output_tokens, cost FROM llm_usage WHERE app_id = $1 ORDER BY day DESC, model;

-- name: PruneUsage :execrows
DELETE FROM llm_usage WHERE day < $1;

-- name: PruneBudgets :execrows
DELETE FROM llm_budgets WHERE month < $1;

-- name: WorkspaceModel :one
SELECT * FROM workspace_models WHERE workspace_id = $1;

-- name: SetWorkspaceModel :exec
INSERT INTO workspace_models (workspace_id, provider, base_url, api_key, model, model_fast, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (workspace_id) DO UPDATE SET provider = excluded.provider, base_url = excluded.base_url, api_key = excluded.api_key,
  model = excluded.model, model_fast = excluded.model_fast, updated_at = excluded.updated_at;

-- name: DeleteWorkspaceModel :execrows
DELETE FROM workspace_models WHERE workspace_id = $1;

-- name: EverySealedModel :many
SELECT workspace_id, provider, base_url, api_key FROM workspace_models WHERE workspace_id > sqlc.arg(after) AND octet_length(api_key) > 0 ORDER BY workspace_id LIMIT sqlc.arg(max_rows);

-- name: ResealModel :execrows
UPDATE workspace_models SET api_key = sqlc.arg(api_key) WHERE workspace_id = sqlc.arg(workspace_id) AND api_key = sqlc.arg(former);
