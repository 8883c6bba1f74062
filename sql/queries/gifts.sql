-- name: InsertGiftCatalogue :many
-- Answers no row when the digest is known, or when somebody else has just brought in another one.
INSERT INTO gift_catalogues (version, digest, seeded_at)
SELECT COALESCE(MAX(version), 0) + 1, sqlc.arg(digest), sqlc.arg(seeded_at) FROM gift_catalogues WHERE 1 = 1
ON CONFLICT DO NOTHING RETURNING version;

-- name: GiftCatalogue :many
-- Answers whether the state with this digest is the newest one; no row when there is none.
SELECT mine.version = (SELECT MAX(every.version) FROM gift_catalogues AS every) AS newest FROM gift_catalogues AS mine WHERE mine.digest = $1;

-- name: Gifts :many
SELECT * FROM gifts ORDER BY key;

-- name: InsertGifts :copyfrom
INSERT INTO gifts (id, key, document, version, removed) VALUES ($1, $2, $3, $4, $5);

-- name: UpdateGift :exec
UPDATE gifts SET document = $1, version = $2, removed = $3 WHERE id = $4;

-- name: GiftVectors :many
SELECT gift_id, digest, vector FROM gift_vectors WHERE embedder = $1 ORDER BY gift_id;

-- name: UpsertGiftVector :exec
INSERT INTO gift_vectors (embedder, gift_id, digest, vector) VALUES ($1, $2, $3, $4)
ON CONFLICT (embedder, gift_id) DO UPDATE SET digest = excluded.digest, vector = excluded.vector;
