-- name: SuspendApp :exec
UPDATE apps SET suspended_reason = $2, suspended_at = $3 WHERE id = $1;

-- name: SuspendWorkspace :exec
UPDATE workspaces SET suspended_reason = $2, suspended_at = $3, suspended_with = $4 WHERE id = $1;

-- name: SuspendUser :exec
UPDATE users SET suspended_reason = $2, suspended_at = $3 WHERE id = $1;

-- name: WorkspacesOf :many
-- The workspaces that a person is in, whatever their role.
SELECT workspace_id FROM members WHERE user_id = $1 ORDER BY workspace_id;

-- name: ClosingOwner :one
-- The owner whose suspension closes a workspace: of owners who are all suspended the last one to be. There is none while any is not.
SELECT users.id, users.email, users.suspended_reason FROM members JOIN users ON users.id = members.user_id
WHERE members.workspace_id = $1 AND members.role = 'owner' AND NOT EXISTS (
  SELECT 1 FROM members AS others JOIN users AS free ON free.id = others.user_id
  WHERE others.workspace_id = members.workspace_id AND others.role = 'owner' AND free.suspended_at IS NULL
)
ORDER BY users.suspended_at DESC, users.id DESC
LIMIT 1;

-- name: LiveSlugs :many
SELECT apps.served_slug FROM apps JOIN live ON live.app_id = apps.id WHERE apps.workspace_id = $1 ORDER BY apps.id;

-- name: Publisher :one
SELECT workspaces.name, workspaces.created_at FROM apps JOIN workspaces ON workspaces.id = apps.workspace_id WHERE apps.id = $1;

-- name: AllApps :many
SELECT apps.id, apps.name, apps.draft_slug, apps.served_slug, live.version AS live_version, apps.workspace_id, workspaces.name AS workspace_name,
  apps.suspended_reason, workspaces.suspended_reason AS workspace_suspended_reason,
  CAST(COALESCE((
    SELECT MIN(users.email) FROM members JOIN users ON users.id = members.user_id
    WHERE members.workspace_id = apps.workspace_id AND members.role = 'owner'
  ), '') AS text) AS owner
FROM apps
JOIN workspaces ON workspaces.id = apps.workspace_id
LEFT JOIN live ON live.app_id = apps.id
WHERE apps.id > $1
ORDER BY apps.id
LIMIT sqlc.arg(max_rows);

-- name: AllUsers :many
SELECT id, email, name, created_at, suspended_reason FROM users WHERE id > $1 ORDER BY id LIMIT sqlc.arg(max_rows);

-- name: AppSuspension :one
-- The app's own, whatever that of its workspace.
SELECT suspended_reason FROM apps WHERE id = $1;

-- name: UserSuspension :one
SELECT suspended_reason FROM users WHERE id = $1;
