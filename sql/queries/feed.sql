-- name: BumpFeed :one
UPDATE feed SET revision = revision + 1 WHERE id = 1 RETURNING revision;

-- name: InsertFeedEntry :exec
INSERT INTO feed_entries (revision, app_id, slugs, callers, at) VALUES ($1, $2, $3, $4, $5);

-- name: FeedRevision :one
SELECT revision FROM feed WHERE id = 1;

-- name: FeedEntries :many
SELECT revision, app_id, slugs, callers FROM feed_entries WHERE revision > $1 ORDER BY revision LIMIT sqlc.arg(max_rows);

-- name: PruneFeed :execrows
DELETE FROM feed_entries WHERE at < $1;

-- name: LockFeed :one
-- Whatever changes what is served waits until the transaction ends, or has been stored.
SELECT revision FROM feed WHERE id = 1 FOR NO KEY UPDATE;

-- name: RaiseFeed :exec
UPDATE feed SET revision = revision + CAST($1 AS bigint) WHERE id = 1;
