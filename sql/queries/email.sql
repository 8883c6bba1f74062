-- name: InsertEmailCode :exec
INSERT INTO email_codes (browser, email, hash, tries, expires_at) VALUES ($1, $2, $3, 0, $4);

-- name: TryEmailCode :one
-- Counts a try before anybody learns whether it is right.
UPDATE email_codes SET tries = tries + 1
WHERE browser = $1 AND expires_at > sqlc.arg(now) AND tries < sqlc.arg(most)
RETURNING *;

-- name: DeleteEmailCode :execrows
DELETE FROM email_codes WHERE browser = $1;

-- name: PruneEmailCodes :execrows
DELETE FROM email_codes WHERE expires_at < $1;

-- name: InsertEmailLink :exec
INSERT INTO email_links (hash, user_id, purpose, email, expires_at) VALUES ($1, $2, $3, $4, $5);

-- name: EmailLink :one
SELECT sqlc.embed(email_links), sqlc.embed(users)
FROM email_links JOIN users ON users.id = email_links.user_id
WHERE email_links.hash = $1;

-- name: UseEmailLink :one
DELETE FROM email_links WHERE hash = $1 AND user_id = $2 AND expires_at > sqlc.arg(now) RETURNING *;

-- name: DeleteEmailLinks :exec
DELETE FROM email_links WHERE user_id = $1 AND purpose = $2;

-- name: PruneEmailLinks :execrows
DELETE FROM email_links WHERE expires_at < $1;

-- name: OpenEmailBudget :exec
INSERT INTO email_budgets (email_key, sent, changed_at) VALUES ($1, '[]', $2) ON CONFLICT (email_key) DO NOTHING;

-- name: LockEmailBudget :one
SELECT sent FROM email_budgets WHERE email_key = $1 FOR NO KEY UPDATE;

-- name: SetEmailBudget :exec
UPDATE email_budgets SET sent = $2, changed_at = $3 WHERE email_key = $1;

-- name: PruneEmailBudgets :execrows
DELETE FROM email_budgets WHERE changed_at < $1;

-- name: CountInvitationsOf :one
-- The open invitations that are bound to an address, which is in lower case.
SELECT COUNT(*) FROM invitations WHERE lower(email) = CAST(sqlc.arg(email) AS text) AND expires_at > sqlc.arg(now);

-- name: AppsNaming :many
-- Some of the apps that are served and say in their drafts whom they let in, which the index apps_naming_people finds, and have a text
-- somewhere, which is in lower case.
SELECT apps.id, apps.draft FROM apps JOIN workspaces ON workspaces.id = apps.workspace_id
WHERE apps.draft LIKE '%"allow":{"%' AND replace(lower(apps.draft), CAST(sqlc.arg(ending) AS text), '') <> lower(apps.draft)
  AND apps.suspended_at IS NULL AND workspaces.suspended_at IS NULL
  AND EXISTS (SELECT 1 FROM live WHERE live.app_id = apps.id)
  AND apps.id > sqlc.arg(after) ORDER BY apps.id LIMIT sqlc.arg(most);
