-- name: InsertRelease :exec
INSERT INTO releases (id, app_id, version, digest, manifest, views, draft_digest, published_at, published_by, content)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: Release :one
SELECT releases.id, releases.app_id, releases.version, releases.digest, releases.views, releases.draft_digest, releases.published_at,
  releases.published_by, releases.content, CAST(COALESCE(owner.manifest, releases.manifest) AS text) AS manifest
FROM releases
LEFT JOIN releases AS owner ON releases.content = 'shared' AND owner.app_id = releases.app_id AND owner.content = 'own' AND owner.digest = releases.digest
WHERE releases.app_id = $1 AND releases.version = $2
LIMIT 1;

-- name: ReleaseLabel :one
-- A release without its content.
SELECT id, version, digest, views, draft_digest, published_at, published_by, content FROM releases WHERE app_id = $1 AND version = $2;

-- name: ContentOwner :one
-- The release of the app that has the content of this digest.
SELECT id, version, digest, views, draft_digest, published_at, published_by, content FROM releases
WHERE app_id = $1 AND content = 'own' AND digest = $2 ORDER BY version DESC LIMIT 1;

-- name: ContentHeir :one
-- The newest release above a version that shares the content of this digest.
SELECT id, version, digest, views, draft_digest, published_at, published_by, content FROM releases
WHERE app_id = $1 AND content = 'shared' AND digest = $2 AND version > $3 ORDER BY version DESC LIMIT 1;

-- name: RelabelRelease :exec
UPDATE releases SET id = sqlc.arg(new_id), version = sqlc.arg(new_version), draft_digest = sqlc.arg(draft_digest),
  published_at = sqlc.arg(published_at), published_by = sqlc.arg(published_by)
WHERE app_id = sqlc.arg(app_id) AND version = sqlc.arg(version);

-- name: RestateDraft :exec
-- The draft that the release was made from says something else now that the release says as well.
UPDATE releases SET draft_digest = $3 WHERE app_id = $1 AND version = $2;

-- name: DeleteRelease :exec
DELETE FROM releases WHERE app_id = $1 AND version = $2;

-- name: OldReleases :many
-- Releases up to a version that have or share content and are not live.
SELECT releases.version, releases.digest, releases.content
FROM releases
LEFT JOIN live ON live.app_id = releases.app_id AND live.version = releases.version
WHERE releases.app_id = $1 AND releases.content IN ('own', 'shared') AND releases.version <= $2 AND live.app_id IS NULL
ORDER BY releases.version
LIMIT $3;

-- name: ThinRelease :exec
UPDATE releases SET manifest = sqlc.arg(manifest), views = '[]', content = 'thinned' WHERE app_id = sqlc.arg(app_id) AND version = sqlc.arg(version);

-- name: AppsWithOldReleases :many
-- Apps that keep more releases than so many beside what is live.
SELECT apps.id, apps.workspace_id FROM apps
WHERE apps.publish_version > sqlc.arg(kept) AND apps.id > sqlc.arg(after) AND EXISTS (
  SELECT 1 FROM releases
  LEFT JOIN live ON live.app_id = releases.app_id AND live.version = releases.version
  WHERE releases.app_id = apps.id AND releases.content IN ('own', 'shared') AND releases.version <= apps.publish_version - sqlc.arg(kept) AND live.app_id IS NULL
)
ORDER BY apps.id
LIMIT sqlc.arg(max_rows);

-- name: Releases :many
SELECT releases.version, releases.digest, releases.published_at, releases.published_by, releases.content, live.app_id AS live_app
FROM releases
LEFT JOIN live ON live.app_id = releases.app_id AND live.version = releases.version
WHERE releases.app_id = $1 AND releases.version < sqlc.arg(before)
ORDER BY releases.version DESC
LIMIT sqlc.arg(max_rows);

-- name: HasRelease :one
SELECT EXISTS (SELECT 1 FROM releases WHERE app_id = $1 AND digest = $2);

-- name: SetLive :exec
INSERT INTO live (app_id, version, layout) VALUES ($1, $2, $3)
ON CONFLICT (app_id) DO UPDATE SET version = excluded.version, layout = excluded.layout, modes = NULL;

-- name: SetLiveModes :exec
UPDATE live SET modes = $2 WHERE app_id = $1;

-- name: ClearLive :exec
DELETE FROM live WHERE app_id = $1;

-- name: LiveBySlug :one
-- It asks no workspace: whoever has the address may call.
SELECT apps.id, apps.workspace_id, apps.origin, releases.version, releases.manifest, releases.views, live.modes,
  CAST(COALESCE(apps.own_data_at > releases.published_at, FALSE) AS boolean) AS own_data,
  CAST(apps.suspended_at IS NOT NULL OR workspaces.suspended_at IS NOT NULL AS boolean) AS suspended
FROM apps
JOIN workspaces ON workspaces.id = apps.workspace_id
JOIN live ON live.app_id = apps.id
JOIN releases ON releases.app_id = live.app_id AND releases.version = live.version
WHERE apps.served_slug = $1;
