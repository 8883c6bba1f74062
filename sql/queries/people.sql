-- name: InsertUser :exec
INSERT INTO users (id, email, email_key, name, password_hash, created_at, email_changed_at, email_verified_at, reviews_app, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: User :one
SELECT * FROM users WHERE id = $1;

-- name: UserByEmail :one
SELECT * FROM users WHERE email_key = $1;

-- name: LockUser :one
SELECT * FROM users WHERE id = $1 FOR NO KEY UPDATE;

-- name: Reviewer :one
-- The account for the reviewers of an app.
SELECT * FROM users WHERE reviews_app = $1;

-- name: LockReviewer :one
SELECT * FROM users WHERE reviews_app = $1 FOR NO KEY UPDATE;

-- name: ExpiredReviewers :many
SELECT apps.id, apps.workspace_id FROM users JOIN apps ON apps.id = users.reviews_app
WHERE users.expires_at <= sqlc.arg(now) ORDER BY apps.id LIMIT sqlc.arg(max_rows);

-- name: UpdateUser :exec
UPDATE users SET email = $2, email_key = $3, name = $4, password_hash = $5, email_changed_at = $6, email_verified_at = $7 WHERE id = $1;

-- name: InsertSession :exec
INSERT INTO sessions (id, user_id, hash, user_agent, address, created_at, last_seen_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: SessionByHash :one
SELECT sqlc.embed(sessions), sqlc.embed(users) FROM sessions JOIN users ON users.id = sessions.user_id
WHERE sessions.hash = $1;

-- name: Sessions :many
SELECT sqlc.embed(sessions), sqlc.embed(users) FROM sessions JOIN users ON users.id = sessions.user_id
WHERE sessions.user_id = $1
ORDER BY sessions.created_at DESC, sessions.id DESC;

-- name: LiveSession :one
-- That it is there, and stays until the transaction ends.
SELECT id FROM sessions WHERE id = $1 AND user_id = $2 FOR SHARE;

-- name: TouchSession :exec
UPDATE sessions SET last_seen_at = $2 WHERE id = $1;

-- name: DeleteSession :execrows
DELETE FROM sessions WHERE user_id = $1 AND id = $2;

-- name: DeleteSessionsExcept :execrows
DELETE FROM sessions WHERE user_id = $1 AND id <> $2;

-- name: PruneSessions :execrows
DELETE FROM sessions WHERE expires_at < $1 OR last_seen_at < sqlc.arg(seen_before);

-- name: InsertSignInLink :exec
INSERT INTO signin_links (hash, user_id, expires_at) VALUES ($1, $2, $3);

-- name: SignInLink :one
SELECT user_id FROM signin_links WHERE hash = $1 AND expires_at > $2;

-- name: UseSignInLink :execrows
DELETE FROM signin_links WHERE hash = $1;

-- name: DeleteSignInLinks :exec
DELETE FROM signin_links WHERE user_id = $1;

-- name: PruneSignInLinks :execrows
DELETE FROM signin_links WHERE expires_at < $1;

-- name: DeleteUser :execrows
-- Takes memberships, sessions, keys, tasks and links along.
DELETE FROM users WHERE id = $1;

-- name: KeysOfMaker :many
SELECT id FROM api_keys WHERE maker_id = $1 ORDER BY id;

-- name: DeleteKeysOfMaker :execrows
DELETE FROM api_keys WHERE maker_id = $1;

-- name: OwnedWorkspaces :many
-- The workspaces that a person owns alone.
SELECT workspaces.id, workspaces.name
FROM workspaces JOIN members ON members.workspace_id = workspaces.id AND members.role = 'owner'
WHERE members.user_id = $1 AND NOT EXISTS (
  SELECT 1 FROM members AS others
  WHERE others.workspace_id = workspaces.id AND others.role = 'owner' AND others.user_id <> $1
)
ORDER BY workspaces.id;

-- name: WorkspaceContents :one
-- What keeps a workspace from being left or deleted.
SELECT (SELECT COUNT(*) FROM apps WHERE apps.workspace_id = workspaces.id) AS apps,
  (SELECT COUNT(*) FROM members WHERE members.workspace_id = workspaces.id) AS people,
  (SELECT COUNT(*) FROM slugs WHERE slugs.workspace_id = workspaces.id) AS slugs
FROM workspaces WHERE workspaces.id = $1;

-- name: DeleteWorkspace :exec
DELETE FROM workspaces WHERE id = $1;
