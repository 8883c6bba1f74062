-- name: InsertSecret :exec
INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;

-- name: Secret :one
SELECT value FROM secrets WHERE name = $1;

-- name: AppSecrets :many
SELECT name, hosts, set_at, used_at FROM app_secrets WHERE app_id = $1 ORDER BY name;

-- name: SealedSecrets :many
SELECT name, hosts, value, used_at FROM app_secrets WHERE app_id = $1 ORDER BY name;

-- name: SetAppSecret :exec
INSERT INTO app_secrets (app_id, name, hosts, value, set_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (app_id, name) DO UPDATE SET hosts = excluded.hosts, value = excluded.value, set_at = excluded.set_at, used_at = NULL;

-- name: DeleteAppSecret :execrows
DELETE FROM app_secrets WHERE app_id = $1 AND name = $2;

-- name: UseAppSecret :exec
-- However many replicas say so, a row is written seldom.
UPDATE app_secrets SET used_at = sqlc.arg(at) WHERE app_id = sqlc.arg(app_id) AND name = sqlc.arg(name) AND (used_at IS NULL OR used_at <= sqlc.arg(before));

-- name: EverySealedSecret :many
SELECT s.app_id, apps.workspace_id, s.name, s.hosts, s.value
FROM app_secrets AS s JOIN apps ON apps.id = s.app_id
WHERE s.app_id > sqlc.arg(app_id) OR s.app_id = sqlc.arg(app_id) AND s.name > sqlc.arg(name)
ORDER BY s.app_id, s.name
LIMIT sqlc.arg(max_rows);

-- name: ResealSecret :execrows
UPDATE app_secrets SET value = sqlc.arg(value) WHERE app_id = sqlc.arg(app_id) AND name = sqlc.arg(name) AND value = sqlc.arg(former);
