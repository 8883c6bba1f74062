-- name: InsertCalls :copyfrom
INSERT INTO calls (id, app_id, at, tool, outcome, duration_us, client, protocol_version, bytes)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: Calls :many
SELECT * FROM calls
WHERE app_id = $1 AND (at < sqlc.arg(before) OR (at = sqlc.arg(before) AND id < sqlc.arg(before_id)))
ORDER BY at DESC, id DESC
LIMIT sqlc.arg(max_rows);

-- name: PruneCalls :execrows
DELETE FROM calls WHERE id IN (SELECT old.id FROM calls AS old WHERE old.at < $1 LIMIT $2);
