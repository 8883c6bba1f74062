-- name: InsertCallBatches :copyfrom
INSERT INTO call_batches (id, app_id, first_at, last_at, records, calls, errors)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: InsertCountedCalls :exec
-- Calls that are counted and not listed.
INSERT INTO call_batches (id, app_id, first_at, last_at, records, calls, errors, counted)
VALUES ($1, $2, $3, $4, '[]', $5, $6, $7);

-- name: CallBatches :many
SELECT id, app_id, last_at, records, counted FROM call_batches
WHERE app_id = $1 AND first_at <= sqlc.arg(until)
  AND (last_at < sqlc.arg(before) OR (last_at = sqlc.arg(before) AND id < sqlc.arg(before_id)))
ORDER BY last_at DESC, id DESC
LIMIT sqlc.arg(max_rows);

-- name: PruneCallBatches :execrows
DELETE FROM call_batches WHERE id IN (SELECT old.id FROM call_batches AS old WHERE old.last_at < $1 LIMIT $2);

-- name: CountCalls :many
-- The counts of a workspace's apps, over so many batches at most. An app whose last call two batches hold comes twice.
SELECT newest.app_id, newest.last_at, counted.calls, counted.errors, counted.batches, counted.known
FROM (
  SELECT recent.app_id, MAX(recent.last_at) AS last_at, CAST(COALESCE(SUM(recent.calls), 0) AS bigint) AS calls,
    CAST(COALESCE(SUM(recent.errors), 0) AS bigint) AS errors, COUNT(*) AS batches, COUNT(recent.calls) AS known
  FROM (
    SELECT call_batches.app_id, call_batches.last_at, call_batches.calls, call_batches.errors
    FROM apps JOIN call_batches ON call_batches.app_id = apps.id
    WHERE apps.workspace_id = sqlc.arg(workspace_id) AND call_batches.last_at >= sqlc.arg(since)
    LIMIT sqlc.arg(max_batches)
  ) AS recent
  GROUP BY recent.app_id
) AS counted
JOIN call_batches AS newest ON newest.app_id = counted.app_id AND newest.last_at = counted.last_at;
