-- name: InsertCallBatches :copyfrom
INSERT INTO call_batches (id, app_id, first_at, last_at, records)
VALUES ($1, $2, $3, $4, $5);

-- name: CallBatches :many
SELECT * FROM call_batches
WHERE app_id = $1 AND first_at <= sqlc.arg(until)
  AND (last_at < sqlc.arg(before) OR (last_at = sqlc.arg(before) AND id < sqlc.arg(before_id)))
ORDER BY last_at DESC, id DESC
LIMIT sqlc.arg(max_rows);

-- name: PruneCallBatches :execrows
DELETE FROM call_batches WHERE id IN (SELECT old.id FROM call_batches AS old WHERE old.last_at < $1 LIMIT $2);
