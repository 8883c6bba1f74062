-- name: UseAssertion :execrows
INSERT INTO oauth_assertions (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING;

-- name: PruneAssertions :execrows
DELETE FROM oauth_assertions WHERE hash IN (SELECT old.hash FROM oauth_assertions AS old WHERE old.expires_at < $1 ORDER BY old.expires_at LIMIT $2);
