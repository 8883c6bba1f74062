-- +goose Up
-- A workspace is suspended because all of its owners are, or else by itself: suspended_with is one of those owners, null in the other
-- case. What was stored did not follow the owners in all that they did; from here on it does.
UPDATE workspaces SET suspended_reason = NULL, suspended_at = NULL, suspended_with = NULL WHERE suspended_with IS NOT NULL AND EXISTS (
  SELECT 1 FROM members JOIN users ON users.id = members.user_id
  WHERE members.workspace_id = workspaces.id AND members.role = 'owner' AND users.suspended_at IS NULL
);
UPDATE workspaces SET
  suspended_with = (
    SELECT users.id FROM members JOIN users ON users.id = members.user_id
    WHERE members.workspace_id = workspaces.id AND members.role = 'owner' ORDER BY users.suspended_at DESC, users.id DESC LIMIT 1
  ),
  suspended_reason = (
    SELECT users.suspended_reason FROM members JOIN users ON users.id = members.user_id
    WHERE members.workspace_id = workspaces.id AND members.role = 'owner' ORDER BY users.suspended_at DESC, users.id DESC LIMIT 1
  ),
  suspended_at = (
    SELECT users.suspended_at FROM members JOIN users ON users.id = members.user_id
    WHERE members.workspace_id = workspaces.id AND members.role = 'owner' ORDER BY users.suspended_at DESC, users.id DESC LIMIT 1
  )
WHERE suspended_at IS NULL
  AND EXISTS (SELECT 1 FROM members WHERE members.workspace_id = workspaces.id AND members.role = 'owner')
  AND NOT EXISTS (
    SELECT 1 FROM members JOIN users ON users.id = members.user_id
    WHERE members.workspace_id = workspaces.id AND members.role = 'owner' AND users.suspended_at IS NULL
  );
