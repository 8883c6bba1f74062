-- name: InsertApp :exec
INSERT INTO apps (id, workspace_id, origin, name, description, draft_slug, tool_name, tool_description, layout, theme,
  mock_data, response_text, system_prompt, search, draft, rev, publish_version, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1, 0, $16, $16);

-- name: CountAuthoredApps :one
-- Counts no further than the limit asks.
SELECT COUNT(*) FROM (
  SELECT 1 FROM apps WHERE workspace_id = $1 AND origin = 'authored' LIMIT $2
) AS counted;

-- name: LockApp :one
SELECT rev FROM apps WHERE id = $1 AND workspace_id = $2 FOR NO KEY UPDATE;

-- name: App :one
SELECT sqlc.embed(apps), live.version AS live_version, live.layout AS live_layout, live.modes AS live_modes, releases.draft_digest AS live_digest,
  workspaces.suspended_reason AS workspace_suspended_reason, workspaces.suspended_at AS workspace_suspended_at
FROM apps
JOIN workspaces ON workspaces.id = apps.workspace_id
LEFT JOIN live ON live.app_id = apps.id
LEFT JOIN releases ON releases.app_id = live.app_id AND releases.version = live.version
WHERE apps.id = $1 AND apps.workspace_id = $2;

-- name: SeededApp :one
SELECT sqlc.embed(apps), live.version AS live_version, live.layout AS live_layout, live.modes AS live_modes, releases.draft_digest AS live_digest,
  workspaces.suspended_reason AS workspace_suspended_reason, workspaces.suspended_at AS workspace_suspended_at
FROM apps
JOIN workspaces ON workspaces.id = apps.workspace_id
LEFT JOIN live ON live.app_id = apps.id
LEFT JOIN releases ON releases.app_id = live.app_id AND releases.version = live.version
WHERE apps.origin = 'seeded' AND apps.draft_slug = $1;

-- name: Apps :many
-- Taking the text out changes what contains it: a search without patterns, the same on both engines.
SELECT sqlc.embed(apps), live.version AS live_version, live.layout AS live_layout, live.modes AS live_modes, releases.draft_digest AS live_digest,
  workspaces.suspended_reason AS workspace_suspended_reason, workspaces.suspended_at AS workspace_suspended_at
FROM apps
JOIN workspaces ON workspaces.id = apps.workspace_id
LEFT JOIN live ON live.app_id = apps.id
LEFT JOIN releases ON releases.app_id = live.app_id AND releases.version = live.version
WHERE apps.workspace_id = sqlc.arg(workspace_id)
  AND (CAST(sqlc.arg(before) AS text) = '' OR apps.id < sqlc.arg(before))
  AND (CAST(sqlc.arg(status) AS text) = '' OR (CAST(sqlc.arg(status) AS text) = 'published') = (live.version IS NOT NULL))
  AND (CAST(sqlc.arg(wanted) AS text) = '' OR replace(apps.search, sqlc.arg(wanted), '') <> apps.search)
ORDER BY apps.id DESC
LIMIT sqlc.arg(max_rows);

-- name: AppIDs :many
SELECT id FROM apps WHERE workspace_id = $1;

-- name: AppSizes :many
-- The bytes of what may be long in the same apps, in the same order.
SELECT CAST(COALESCE(octet_length(apps.draft), 0) + COALESCE(octet_length(apps.mock_data), 0) + octet_length(apps.response_text) + octet_length(apps.system_prompt) AS bigint)
FROM apps
LEFT JOIN live ON live.app_id = apps.id
WHERE apps.workspace_id = sqlc.arg(workspace_id)
  AND (CAST(sqlc.arg(before) AS text) = '' OR apps.id < sqlc.arg(before))
  AND (CAST(sqlc.arg(status) AS text) = '' OR (CAST(sqlc.arg(status) AS text) = 'published') = (live.version IS NOT NULL))
  AND (CAST(sqlc.arg(wanted) AS text) = '' OR replace(apps.search, sqlc.arg(wanted), '') <> apps.search)
ORDER BY apps.id DESC
LIMIT sqlc.arg(max_rows);

-- name: UpdateDraft :exec
UPDATE apps SET name = $2, description = $3, draft_slug = $4, tool_name = $5, tool_description = $6, layout = $7,
  theme = $8, mock_data = $9, response_text = $10, system_prompt = $11, search = $12, draft = $13, rev = rev + 1, updated_at = $14
WHERE id = $1;

-- name: MarkPublished :exec
UPDATE apps SET served_slug = $2, publish_version = $3, published_at = $4 WHERE id = $1;

-- name: MarkOwnData :exec
UPDATE apps SET own_data_at = sqlc.arg(at) WHERE id = $1;

-- name: TouchApp :exec
UPDATE apps SET rev = rev + 1, updated_at = $2 WHERE id = $1;

-- name: DeleteApp :exec
DELETE FROM apps WHERE id = $1;

-- name: SlugHolder :one
SELECT workspace_id, app_id FROM slugs WHERE slug = $1;

-- name: ClaimSlug :execrows
-- Takes a slug that is new, that is the app's already, or that a deleted app of the same workspace had.
INSERT INTO slugs (slug, workspace_id, app_id, served) VALUES ($1, $2, $3, FALSE)
ON CONFLICT (slug) DO UPDATE SET app_id = excluded.app_id
WHERE slugs.workspace_id = excluded.workspace_id AND (slugs.app_id IS NULL OR slugs.app_id = excluded.app_id);

-- name: MarkSlugServed :exec
UPDATE slugs SET served = TRUE WHERE slug = $1;

-- name: ReleaseSlug :exec
DELETE FROM slugs WHERE slug = $1 AND app_id = $2 AND served = FALSE;

-- name: ReleaseSlugs :exec
DELETE FROM slugs WHERE app_id = $1 AND served = FALSE;
