-- name: InsertOAuthClient :exec
INSERT INTO oauth_clients (id, metadata, address, created_at, used) VALUES ($1, $2, $3, $4, FALSE);

-- name: OAuthClient :one
SELECT metadata FROM oauth_clients WHERE id = $1;

-- name: UseOAuthClient :exec
UPDATE oauth_clients SET used = TRUE WHERE id = $1 AND NOT used;

-- name: PruneOAuthClients :execrows
DELETE FROM oauth_clients WHERE id IN (SELECT old.id FROM oauth_clients AS old WHERE NOT old.used AND old.created_at < $1 ORDER BY old.created_at LIMIT $2);

-- name: TrimOAuthClients :execrows
-- The oldest of those without a token, beyond so many.
DELETE FROM oauth_clients WHERE id IN (
  SELECT old.id FROM oauth_clients AS old WHERE NOT old.used ORDER BY old.created_at DESC LIMIT sqlc.arg(max_rows) OFFSET sqlc.arg(kept)
);

-- name: OAuthDocument :one
SELECT * FROM oauth_documents WHERE url = $1;

-- name: InsertOAuthDocument :execrows
INSERT INTO oauth_documents (url, body, etag, fetched_at, fresh_until) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (url) DO NOTHING;

-- name: UpdateOAuthDocument :exec
-- Of two replicas that fetch it, the later one is right.
UPDATE oauth_documents SET body = $2, etag = $3, fetched_at = $4, fresh_until = $5 WHERE url = $1 AND fetched_at <= $4;

-- name: TrimOAuthDocuments :execrows
-- The oldest, beyond so many, of clients that nobody has agreed to.
DELETE FROM oauth_documents WHERE url IN (
  SELECT old.url FROM oauth_documents AS old
  WHERE NOT EXISTS (SELECT 1 FROM oauth_consents WHERE oauth_consents.client = old.url)
  ORDER BY old.fetched_at DESC LIMIT sqlc.arg(max_rows) OFFSET sqlc.arg(kept)
);

-- name: PruneOAuthDocuments :execrows
DELETE FROM oauth_documents WHERE url IN (SELECT old.url FROM oauth_documents AS old WHERE old.fetched_at < $1 ORDER BY old.fetched_at LIMIT $2);

-- name: OAuthConsent :one
SELECT scopes FROM oauth_consents WHERE user_id = $1 AND app_id = $2 AND client = $3;

-- name: SetOAuthConsent :exec
INSERT INTO oauth_consents (user_id, app_id, client, resource, scopes, agreed_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (user_id, app_id, client) DO UPDATE SET resource = excluded.resource, scopes = excluded.scopes, agreed_at = excluded.agreed_at;

-- name: TrimOAuthConsents :exec
-- The oldest of a person, beyond so many.
DELETE FROM oauth_consents WHERE oauth_consents.user_id = sqlc.arg(user_id) AND (oauth_consents.app_id, oauth_consents.client) IN (
  SELECT old.app_id, old.client FROM oauth_consents AS old WHERE old.user_id = sqlc.arg(user_id)
  ORDER BY old.agreed_at DESC, old.client LIMIT sqlc.arg(max_rows) OFFSET sqlc.arg(kept)
);

-- name: WithdrawOAuthConsent :exec
UPDATE oauth_consents SET scopes = '[]' WHERE user_id = $1 AND app_id = $2 AND client = $3;

-- name: WithdrawOAuthConsentsAt :exec
UPDATE oauth_consents SET scopes = '[]' WHERE user_id = $1 AND app_id = $2;

-- name: WithdrawOAuthConsentsOf :exec
UPDATE oauth_consents SET scopes = '[]' WHERE user_id = $1;

-- name: OAuthClientApps :one
-- The first and the last of the apps that a client was ever let to use, '' when there is none.
SELECT
  CAST(COALESCE((SELECT c.app_id FROM oauth_consents AS c WHERE c.client = sqlc.arg(client) ORDER BY c.app_id LIMIT 1), '') AS text) AS first_app,
  CAST(COALESCE((SELECT c.app_id FROM oauth_consents AS c WHERE c.client = sqlc.arg(client) ORDER BY c.app_id DESC LIMIT 1), '') AS text) AS last_app;

-- name: OAuthConsentResource :one
SELECT resource FROM oauth_consents WHERE client = $1 AND app_id = $2 ORDER BY agreed_at DESC LIMIT 1;

-- name: GrantableApp :one
-- What is served of an app, if anything.
SELECT releases.manifest, CAST(apps.suspended_at IS NOT NULL OR workspaces.suspended_at IS NOT NULL AS boolean) AS suspended
FROM apps
JOIN workspaces ON workspaces.id = apps.workspace_id
JOIN live ON live.app_id = apps.id
JOIN releases ON releases.app_id = live.app_id AND releases.version = live.version
WHERE apps.id = $1;

-- name: InsertOAuthGrant :exec
INSERT INTO oauth_grants (id, user_id, app_id, client, client_name, client_host, resource, scopes, generation, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10);

-- name: InsertOAuthCode :exec
INSERT INTO oauth_codes (hash, grant_id, redirect, challenge, expires_at) VALUES ($1, $2, $3, $4, $5);

-- name: LockGrantOfCode :one
SELECT * FROM oauth_grants WHERE id = (SELECT grant_id FROM oauth_codes WHERE hash = $1) AND NOT EXISTS (
  SELECT 1 FROM users WHERE users.id = oauth_grants.user_id AND users.expires_at <= sqlc.arg(now)
) FOR NO KEY UPDATE;

-- name: OAuthCode :one
SELECT * FROM oauth_codes WHERE hash = $1;

-- name: UseOAuthCode :exec
UPDATE oauth_codes SET used_at = $2 WHERE hash = $1;

-- name: LockGrantOfRefreshToken :one
SELECT * FROM oauth_grants WHERE id = (SELECT grant_id FROM oauth_refresh_tokens WHERE hash = $1) AND NOT EXISTS (
  SELECT 1 FROM users WHERE users.id = oauth_grants.user_id AND users.expires_at <= sqlc.arg(now)
) FOR NO KEY UPDATE;

-- name: RefreshToken :one
SELECT * FROM oauth_refresh_tokens WHERE hash = $1;

-- name: UseRefreshToken :exec
UPDATE oauth_refresh_tokens SET used_at = $2 WHERE hash = $1;

-- name: InsertRefreshToken :exec
-- A token that is asked for again is there already.
INSERT INTO oauth_refresh_tokens (hash, grant_id, generation, expires_at) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING;

-- name: InsertAccessToken :exec
INSERT INTO oauth_access_tokens (hash, grant_id, scopes, expires_at) VALUES ($1, $2, $3, $4);

-- name: RaiseOAuthGrant :exec
UPDATE oauth_grants SET generation = $2, expires_at = $3 WHERE id = $1;

-- name: AccessToken :one
-- A token, its grant and its person, by one look into each table.
SELECT sqlc.embed(oauth_grants), oauth_access_tokens.scopes AS token_scopes, oauth_access_tokens.expires_at AS token_expires_at, sqlc.embed(users)
FROM oauth_access_tokens
JOIN oauth_grants ON oauth_grants.id = oauth_access_tokens.grant_id
JOIN users ON users.id = oauth_grants.user_id
WHERE oauth_access_tokens.hash = $1 AND oauth_access_tokens.expires_at > sqlc.arg(now);

-- name: LockGrantOfAccessToken :one
SELECT * FROM oauth_grants WHERE id = (SELECT grant_id FROM oauth_access_tokens WHERE hash = $1) FOR NO KEY UPDATE;

-- name: DeleteAccessToken :execrows
DELETE FROM oauth_access_tokens WHERE hash = $1;

-- name: LiveGrant :one
-- That it is there, and stays until the transaction ends.
SELECT id FROM oauth_grants WHERE id = $1 AND user_id = $2 AND app_id = $3 AND expires_at > sqlc.arg(now) FOR SHARE;

-- name: TouchOAuthGrant :exec
UPDATE oauth_grants SET last_used_at = sqlc.arg(at) WHERE id = sqlc.arg(id) AND (last_used_at IS NULL OR last_used_at < sqlc.arg(at));

-- name: OAuthGrants :many
SELECT sqlc.embed(oauth_grants), apps.name AS app_name
FROM oauth_grants JOIN apps ON apps.id = oauth_grants.app_id
WHERE oauth_grants.user_id = $1 AND oauth_grants.expires_at > sqlc.arg(now)
ORDER BY oauth_grants.created_at DESC, oauth_grants.id DESC;

-- name: OAuthGrant :one
SELECT sqlc.embed(oauth_grants), apps.workspace_id FROM oauth_grants JOIN apps ON apps.id = oauth_grants.app_id WHERE oauth_grants.id = $1;

-- name: DeleteOAuthGrant :execrows
DELETE FROM oauth_grants WHERE id = $1;

-- name: TrimOAuthGrants :many
-- Those of a person that were not used for longest, beyond so many.
DELETE FROM oauth_grants WHERE id IN (
  SELECT old.id FROM oauth_grants AS old WHERE old.user_id = sqlc.arg(user_id)
  ORDER BY COALESCE(old.last_used_at, old.created_at) DESC, old.id DESC LIMIT sqlc.arg(max_rows) OFFSET sqlc.arg(kept)
) RETURNING id;

-- name: DeleteOAuthGrantsOf :many
DELETE FROM oauth_grants WHERE user_id = $1 RETURNING id;

-- name: DeleteOAuthGrantsAt :many
DELETE FROM oauth_grants WHERE app_id = $1 AND user_id = $2 RETURNING id;

-- name: OAuthPeople :many
-- Who lets clients use an app, the newest account first.
SELECT DISTINCT user_id FROM oauth_grants
WHERE app_id = sqlc.arg(app_id) AND expires_at > sqlc.arg(now)
ORDER BY user_id DESC LIMIT sqlc.arg(max_rows) OFFSET sqlc.arg(skip);

-- name: OAuthGrantsOfPeople :many
SELECT sqlc.embed(oauth_grants), users.email, users.name, CAST(users.reviews_app IS NOT NULL AS boolean) AS reviewer FROM oauth_grants JOIN users ON users.id = oauth_grants.user_id
WHERE oauth_grants.app_id = sqlc.arg(app_id) AND oauth_grants.user_id >= sqlc.arg(first_user) AND oauth_grants.user_id <= sqlc.arg(last_user)
  AND oauth_grants.expires_at > sqlc.arg(now)
ORDER BY oauth_grants.user_id DESC, oauth_grants.created_at, oauth_grants.id;

-- name: PruneOAuthCodes :execrows
DELETE FROM oauth_codes WHERE hash IN (SELECT old.hash FROM oauth_codes AS old WHERE old.expires_at < $1 ORDER BY old.expires_at LIMIT $2);

-- name: PruneAccessTokens :execrows
DELETE FROM oauth_access_tokens WHERE hash IN (SELECT old.hash FROM oauth_access_tokens AS old WHERE old.expires_at < $1 ORDER BY old.expires_at LIMIT $2);

-- name: PruneRefreshTokens :execrows
DELETE FROM oauth_refresh_tokens WHERE hash IN (SELECT old.hash FROM oauth_refresh_tokens AS old WHERE old.expires_at < $1 ORDER BY old.expires_at LIMIT $2);

-- name: PruneOAuthGrants :execrows
DELETE FROM oauth_grants WHERE id IN (SELECT old.id FROM oauth_grants AS old WHERE old.expires_at < $1 ORDER BY old.expires_at LIMIT $2);

-- name: InsertOAuthAttempt :exec
INSERT INTO oauth_attempts (id, app_id, at, client, person, step, outcome, reason, user_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: TrimOAuthAttempts :exec
DELETE FROM oauth_attempts WHERE id IN (
  SELECT old.id FROM oauth_attempts AS old WHERE old.app_id = sqlc.arg(app_id) ORDER BY old.at DESC, old.id DESC LIMIT sqlc.arg(max_rows) OFFSET sqlc.arg(kept)
);

-- name: OAuthAttempts :many
SELECT sqlc.embed(oauth_attempts), coalesce(oauth_clients.metadata, '{}') AS metadata
FROM oauth_attempts LEFT JOIN oauth_clients ON oauth_clients.id = oauth_attempts.client
WHERE oauth_attempts.app_id = $1 ORDER BY oauth_attempts.at DESC, oauth_attempts.id DESC LIMIT sqlc.arg(max_rows);
