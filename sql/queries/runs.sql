-- name: LockAppForRun :one
-- Those of one app are recorded one after the other, so that its limit holds.
SELECT id FROM apps WHERE id = $1 FOR NO KEY UPDATE;

-- name: OpenRunsOfApp :one
SELECT COUNT(*) FROM runs WHERE app_id = sqlc.arg(app_id) AND state IN ('working', 'input_required') AND expires_at > sqlc.arg(now);

-- name: OpenRunsOfCaller :one
SELECT COUNT(*) FROM runs WHERE caller = sqlc.arg(caller) AND state IN ('working', 'input_required') AND expires_at > sqlc.arg(now);

-- name: InsertRun :exec
INSERT INTO runs (id, app_id, tool, caller, call_key, state, version, owner, lease_until, attempt, task, arguments, round, answers, outcome, taken,
  created_at, changed_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);

-- name: Run :one
SELECT * FROM runs WHERE id = sqlc.arg(id) AND app_id = sqlc.arg(app_id) AND expires_at > sqlc.arg(now);

-- name: RunByKey :one
-- The newest that the same call joins, or whose outcome it takes.
SELECT * FROM runs
WHERE app_id = sqlc.arg(app_id) AND call_key = sqlc.arg(call_key) AND NOT taken AND state IN ('working', 'completed', 'failed')
  AND (state = 'working' OR changed_at >= sqlc.arg(since)) AND expires_at > sqlc.arg(now)
ORDER BY created_at DESC, id DESC
LIMIT 1;

-- name: RunsChanged :many
SELECT id, call_key, state, version, owner, taken FROM runs WHERE changed_at >= sqlc.arg(since) ORDER BY changed_at, id;

-- name: MoveRun :execrows
UPDATE runs SET state = sqlc.arg(state), version = version + 1, owner = sqlc.arg(owner), lease_until = sqlc.arg(lease_until), attempt = sqlc.arg(attempt),
  task = sqlc.arg(task), arguments = sqlc.arg(arguments), round = sqlc.arg(round), answers = sqlc.arg(answers), outcome = sqlc.arg(outcome),
  taken = sqlc.arg(taken), changed_at = sqlc.arg(changed_at), expires_at = sqlc.arg(expires_at)
WHERE id = sqlc.arg(id) AND version = sqlc.arg(version);

-- name: RenewRuns :exec
-- A process that was away for longer than its lease has lost what it works at.
UPDATE runs SET lease_until = sqlc.arg(until) WHERE owner = sqlc.arg(owner) AND state = 'working' AND lease_until > sqlc.arg(now);

-- name: ReleaseRuns :exec
UPDATE runs SET lease_until = sqlc.arg(now) WHERE owner = sqlc.arg(owner) AND state = 'working' AND lease_until > sqlc.arg(now);

-- name: PruneRuns :execrows
DELETE FROM runs WHERE id IN (SELECT old.id FROM runs AS old WHERE old.expires_at <= $1 ORDER BY old.expires_at LIMIT $2);
