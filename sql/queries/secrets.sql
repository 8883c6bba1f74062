-- name: InsertSecret :exec
INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;

-- name: Secret :one
SELECT value FROM secrets WHERE name = $1;
