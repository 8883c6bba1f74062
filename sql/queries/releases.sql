-- name: InsertRelease :exec
INSERT INTO releases (id, app_id, version, digest, manifest, views, draft_digest, published_at, published_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: Release :one
SELECT * FROM releases WHERE app_id = $1 AND version = $2;

-- name: Releases :many
SELECT releases.version, releases.digest, releases.published_at, releases.published_by, live.app_id AS live_app
FROM releases
LEFT JOIN live ON live.app_id = releases.app_id AND live.version = releases.version
WHERE releases.app_id = $1 AND releases.version < sqlc.arg(before)
ORDER BY releases.version DESC
LIMIT sqlc.arg(max_rows);

-- name: HasRelease :one
SELECT EXISTS (SELECT 1 FROM releases WHERE app_id = $1 AND digest = $2);

-- name: SetLive :exec
INSERT INTO live (app_id, version, layout) VALUES ($1, $2, $3)
ON CONFLICT (app_id) DO UPDATE SET version = excluded.version, layout = excluded.layout;

-- name: ClearLive :exec
DELETE FROM live WHERE app_id = $1;

-- name: LiveBySlug :one
-- It asks no workspace: whoever has the address may call.
SELECT apps.id, apps.workspace_id, apps.origin, releases.version, releases.manifest, releases.views
FROM apps
JOIN live ON live.app_id = apps.id
JOIN releases ON releases.app_id = live.app_id AND releases.version = live.version
WHERE apps.served_slug = $1;

-- name: InsertDocument :exec
INSERT INTO documents (digest, layout, head, tail, script_hash, style_hashes)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (digest) DO NOTHING;

-- name: Document :one
SELECT * FROM documents WHERE digest = $1;
