-- name: InsertDocument :exec
INSERT INTO documents (digest, layout, head, tail, script_hash, style_hashes)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (digest) DO NOTHING;

-- name: Document :one
SELECT * FROM documents WHERE digest = $1;

-- name: InsertDocumentUse :exec
INSERT INTO document_uses (release_digest, document) VALUES ($1, $2) ON CONFLICT (release_digest, document) DO NOTHING;

-- name: ReleasesWithoutUses :many
-- Releases that show documents and for which none are entered.
SELECT id, digest, views FROM releases
WHERE id > sqlc.arg(after) AND content <> 'thinned' AND views <> '[]'
  AND NOT EXISTS (SELECT 1 FROM document_uses WHERE document_uses.release_digest = releases.digest)
ORDER BY id
LIMIT sqlc.arg(max_rows);

-- name: PruneDocumentUses :execrows
DELETE FROM document_uses WHERE release_digest IN (
  SELECT old.release_digest FROM document_uses AS old
  WHERE NOT EXISTS (SELECT 1 FROM releases WHERE releases.digest = old.release_digest AND releases.content <> 'thinned')
  LIMIT $1
);

-- name: PruneDocuments :execrows
DELETE FROM documents WHERE digest IN (
  SELECT old.digest FROM documents AS old
  WHERE NOT EXISTS (SELECT 1 FROM document_uses WHERE document_uses.document = old.digest)
  LIMIT $1
);
