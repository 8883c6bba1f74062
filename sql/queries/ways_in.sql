-- name: Passkeys :many
SELECT * FROM passkeys WHERE user_id = $1 ORDER BY id DESC;

-- name: CountPasskeys :one
SELECT count(*) FROM passkeys WHERE user_id = $1;

-- name: PasskeyOwner :one
SELECT sqlc.embed(passkeys), sqlc.embed(users) FROM passkeys JOIN users ON users.id = passkeys.user_id WHERE passkeys.credential = $1;

-- name: InsertPasskey :exec
INSERT INTO passkeys (id, user_id, credential, record, name, created_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: UsePasskey :execrows
UPDATE passkeys SET record = $3, last_used_at = $4 WHERE id = $1 AND user_id = $2;

-- name: DeletePasskey :execrows
DELETE FROM passkeys WHERE id = $1 AND user_id = $2;

-- name: DeletePasskeysOf :execrows
DELETE FROM passkeys WHERE user_id = $1;

-- name: InsertCeremony :exec
INSERT INTO ceremonies (hash, ceremony, expires_at) VALUES ($1, $2, $3);

-- name: Ceremony :one
SELECT ceremony, expires_at FROM ceremonies WHERE hash = $1;

-- name: TakeCeremony :one
DELETE FROM ceremonies WHERE hash = $1 RETURNING ceremony, expires_at;

-- name: PruneCeremonies :execrows
DELETE FROM ceremonies WHERE expires_at < $1;

-- name: UserByIdentity :one
SELECT users.* FROM identities JOIN users ON users.id = identities.user_id WHERE identities.issuer = $1 AND identities.subject = $2;

-- name: InsertIdentity :exec
INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4);

-- name: DeleteIdentitiesOf :execrows
DELETE FROM identities WHERE user_id = $1;
