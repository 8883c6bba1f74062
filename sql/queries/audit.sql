-- name: InsertAudit :exec
INSERT INTO audit (id, at, workspace_id, actor_kind, actor_user, actor_key, actor, action, target, before, after,
  address, user_agent, request_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- name: Audit :many
SELECT * FROM audit
WHERE workspace_id = $1 AND (CAST(sqlc.arg(before) AS text) = '' OR id < sqlc.arg(before))
ORDER BY id DESC
LIMIT sqlc.arg(max_rows);
