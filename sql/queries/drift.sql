-- name: Drift :many
SELECT * FROM drift WHERE app_id = $1 ORDER BY tool;

-- name: DriftOf :one
SELECT * FROM drift WHERE app_id = $1 AND tool = $2;

-- name: SetDrift :exec
INSERT INTO drift (app_id, tool, version, shape, state, differences, checked_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (app_id, tool) DO UPDATE SET version = excluded.version, shape = excluded.shape, state = excluded.state,
  differences = excluded.differences, checked_at = excluded.checked_at, due_at = excluded.due_at;

-- name: DriftDue :many
-- Each workspace's first before any one's second. What an operator has suspended is not checked.
SELECT fair.app_id, fair.workspace_id, fair.tool, fair.due_at FROM (
  SELECT d.app_id, apps.workspace_id, d.tool, d.due_at, ROW_NUMBER() OVER (PARTITION BY apps.workspace_id ORDER BY d.due_at) AS place
  FROM drift AS d JOIN apps ON apps.id = d.app_id JOIN workspaces ON workspaces.id = apps.workspace_id
  WHERE d.due_at <= sqlc.arg(now) AND apps.suspended_at IS NULL AND workspaces.suspended_at IS NULL
) AS fair
ORDER BY fair.place, fair.due_at
LIMIT sqlc.arg(max_rows);

-- name: ClaimDrift :execrows
UPDATE drift SET due_at = sqlc.arg(until) WHERE app_id = sqlc.arg(app_id) AND tool = sqlc.arg(tool) AND due_at = sqlc.arg(due_at);

-- name: DropDrift :exec
DELETE FROM drift WHERE app_id = $1 AND tool = $2;
