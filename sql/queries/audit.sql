-- name: InsertAudit :exec
INSERT INTO audit (id, at, workspace_id, actor_kind, actor_user, actor_key, actor, action, target, before, after,
  address, user_agent, request_id, actor_grant)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- name: PruneAudit :execrows
-- Ids are in the order of time.
DELETE FROM audit WHERE id IN (SELECT old.id FROM audit AS old WHERE old.id < $1 ORDER BY old.id LIMIT $2);

-- name: Audit :many
-- An action's group, the part before its dot, stands for all of its actions.
SELECT * FROM audit
WHERE workspace_id = sqlc.arg(workspace_id) AND (CAST(sqlc.arg(before) AS text) = '' OR id < sqlc.arg(before))
  AND (CAST(sqlc.arg(action) AS text) = '' OR action = sqlc.arg(action)
    OR substr(action, 1, length(CAST(sqlc.arg(action) AS text)) + 1) = CAST(sqlc.arg(action) AS text) || '.')
  AND (CAST(sqlc.arg(actor) AS text) = '' OR lower(actor) = lower(sqlc.arg(actor)))
  AND (CAST(sqlc.arg(target) AS text) = '' OR target = sqlc.arg(target))
  AND at >= sqlc.arg(since) AND at < sqlc.arg(until)
ORDER BY id DESC
LIMIT sqlc.arg(max_rows);
