-- name: RecentViews :many
-- The widgets of an app's newest releases. It asks no workspace: whoever has the address may read them.
SELECT views FROM releases WHERE app_id = $1 ORDER BY version DESC LIMIT $2;
