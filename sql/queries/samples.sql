-- name: Sampling :one
SELECT retention_days, since FROM sampling WHERE app_id = $1;

-- name: SampledApps :many
SELECT app_id, retention_days FROM sampling;

-- name: SetSampling :exec
INSERT INTO sampling (app_id, retention_days, since) VALUES ($1, $2, $3)
ON CONFLICT (app_id) DO UPDATE SET retention_days = excluded.retention_days;

-- name: EndSampling :exec
DELETE FROM sampling WHERE app_id = $1;

-- name: InsertSample :exec
INSERT INTO samples (id, app_id, at, tool, outcome, duration, client, protocol_version, arguments, arguments_bytes, result, result_bytes)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (id) DO NOTHING;

-- name: Samples :many
SELECT * FROM samples
WHERE app_id = $1 AND at >= sqlc.arg(since) AND (at < sqlc.arg(before) OR (at = sqlc.arg(before) AND id < sqlc.arg(before_id)))
ORDER BY at DESC, id DESC
LIMIT sqlc.arg(max_rows);

-- name: TrimSamples :exec
-- Keeps so many of the newest.
DELETE FROM samples WHERE id IN (
  SELECT old.id FROM samples AS old WHERE old.app_id = $1 ORDER BY old.at DESC, old.id DESC LIMIT 1000000 OFFSET sqlc.arg(kept)
);

-- name: PruneSamples :exec
DELETE FROM samples WHERE app_id = $1 AND at < $2;
