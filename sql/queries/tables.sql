-- name: AppOrigin :one
SELECT origin FROM apps WHERE id = $1 AND workspace_id = $2;

-- name: DataTables :many
SELECT data_tables.* FROM data_tables JOIN apps ON apps.id = data_tables.app_id
WHERE data_tables.app_id = $1 AND apps.workspace_id = $2
ORDER BY data_tables.created_at, data_tables.name;

-- name: DataTable :one
SELECT data_tables.* FROM data_tables JOIN apps ON apps.id = data_tables.app_id
WHERE data_tables.app_id = $1 AND apps.workspace_id = $2 AND data_tables.name = $3;

-- name: DataRevision :one
SELECT data_tables.revision FROM data_tables JOIN apps ON apps.id = data_tables.app_id
WHERE data_tables.app_id = $1 AND apps.workspace_id = $2 AND data_tables.name = $3;

-- name: LockDataTable :one
-- The table of an app of the workspace that does not ship with the server.
SELECT * FROM data_tables WHERE data_tables.app_id = $1 AND data_tables.name = $2
  AND EXISTS (SELECT 1 FROM apps WHERE apps.id = data_tables.app_id AND apps.workspace_id = $3 AND apps.origin <> 'seeded') FOR NO KEY UPDATE;

-- name: LockDataTables :many
SELECT * FROM data_tables WHERE app_id = $1 ORDER BY name FOR NO KEY UPDATE;

-- name: InsertDataTable :exec
INSERT INTO data_tables (app_id, name, title, columns, owned_rows, row_count, bytes, revision, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7, $7);

-- name: UpdateDataTable :exec
UPDATE data_tables SET title = $3, columns = $4 WHERE app_id = $1 AND name = $2;

-- name: CountDataRows :one
-- Every change of a table or of its rows ends with it.
UPDATE data_tables SET row_count = row_count + CAST(sqlc.arg(rows) AS integer), bytes = bytes + CAST(sqlc.arg(more) AS bigint),
  revision = revision + 1, updated_at = sqlc.arg(at)
WHERE data_tables.app_id = sqlc.arg(app_id) AND data_tables.name = sqlc.arg(name)
RETURNING row_count, revision, EXISTS (SELECT 1 FROM webhooks WHERE webhooks.app_id = data_tables.app_id) AS has_webhooks;

-- name: DeleteDataTable :exec
DELETE FROM data_tables WHERE app_id = $1 AND name = $2;

-- name: DataRows :many
-- In the order of the primary key, so that the database sorts nothing: mostly that is the one in which they were created.
SELECT id, data, owner, rev, created_at, updated_at FROM data_rows WHERE app_id = $1 AND table_name = $2 ORDER BY id;

-- name: DataRowRevisions :many
SELECT id, rev FROM data_rows WHERE app_id = $1 AND table_name = $2;

-- name: DataRowsAfter :many
SELECT * FROM data_rows
WHERE app_id = $1 AND table_name = $2
  AND (created_at > sqlc.arg(after) OR created_at = sqlc.arg(after) AND id > sqlc.arg(after_id))
ORDER BY created_at, id
LIMIT sqlc.arg(max_rows);

-- name: DataRow :one
SELECT * FROM data_rows WHERE app_id = $1 AND table_name = $2 AND id = $3;

-- name: InsertDataRow :exec
INSERT INTO data_rows (app_id, table_name, id, data, owner, rev, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: InsertDataRows :copyfrom
INSERT INTO data_rows (app_id, table_name, id, data, owner, rev, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: UpdateDataRow :exec
UPDATE data_rows SET data = $4, rev = $5, updated_at = $6 WHERE app_id = $1 AND table_name = $2 AND id = $3;

-- name: DeleteDataRow :exec
DELETE FROM data_rows WHERE app_id = $1 AND table_name = $2 AND id = $3;

-- name: DeleteDataRows :exec
DELETE FROM data_rows WHERE app_id = $1 AND table_name = $2;

-- name: DeleteTouchedDataRows :exec
-- Deletes the rows that the last import has touched. Each is looked up by its key: PostgreSQL knows nothing yet of what has just been
-- imported, and would compare all with all.
DELETE FROM data_rows WHERE data_rows.app_id = $1 AND data_rows.table_name = $2
  AND (SELECT touched.deed FROM data_undo_rows AS touched
       WHERE touched.app_id = data_rows.app_id AND touched.table_name = data_rows.table_name AND touched.id = data_rows.id) IS NOT NULL;

-- name: DataKeyRow :one
SELECT row_id FROM data_keys WHERE app_id = $1 AND table_name = $2 AND column_name = $3 AND owner = $4 AND hash = $5;

-- name: DataKeys :many
SELECT column_name, owner, hash, row_id FROM data_keys WHERE app_id = $1 AND table_name = $2;

-- name: InsertDataKey :exec
INSERT INTO data_keys (app_id, table_name, column_name, owner, hash, row_id) VALUES ($1, $2, $3, $4, $5, $6);

-- name: InsertDataKeys :copyfrom
INSERT INTO data_keys (app_id, table_name, column_name, owner, hash, row_id) VALUES ($1, $2, $3, $4, $5, $6);

-- name: DeleteDataKeysOfRow :exec
DELETE FROM data_keys WHERE app_id = $1 AND table_name = $2 AND row_id = $3;

-- name: DeleteDataKeys :exec
DELETE FROM data_keys WHERE app_id = $1 AND table_name = $2;

-- name: OpenDataSpace :exec
INSERT INTO data_space (workspace_id, bytes) VALUES ($1, 0) ON CONFLICT (workspace_id) DO NOTHING;

-- name: TakeDataSpace :execrows
-- Takes nothing where there would be more than the limit. What shrinks always fits.
UPDATE data_space SET bytes = bytes + CAST(sqlc.arg(more) AS bigint)
WHERE workspace_id = sqlc.arg(workspace_id)
  AND (CAST(sqlc.arg(more) AS bigint) <= 0 OR bytes + CAST(sqlc.arg(more) AS bigint) <= CAST(sqlc.arg(most) AS bigint));

-- name: InsertDataUndo :exec
INSERT INTO data_undo (app_id, table_name, workspace_id, bytes, at) VALUES ($1, $2, $3, $4, $5);

-- name: DataUndo :one
SELECT * FROM data_undo WHERE app_id = $1 AND table_name = $2;

-- name: DataUndos :many
-- What the imports of a workspace keep, the newest first.
SELECT app_id, table_name, bytes FROM data_undo WHERE workspace_id = $1 ORDER BY at DESC, app_id, table_name;

-- name: DeleteDataUndo :execrows
DELETE FROM data_undo WHERE app_id = $1 AND table_name = $2;

-- name: PruneDataUndo :execrows
DELETE FROM data_undo WHERE at < $1;

-- name: InsertDataUndoRows :copyfrom
INSERT INTO data_undo_rows (app_id, table_name, id, deed, data, owner, rev, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: DataUndoRows :many
SELECT id, deed, data, owner, rev, created_at, updated_at FROM data_undo_rows WHERE app_id = $1 AND table_name = $2;

-- name: KeepDataRows :exec
-- Keeps all rows of a table as removed ones.
INSERT INTO data_undo_rows (app_id, table_name, id, deed, data, owner, rev, created_at, updated_at)
SELECT r.app_id, r.table_name, r.id, 'removed', r.data, r.owner, r.rev, r.created_at, r.updated_at
FROM data_rows AS r WHERE r.app_id = $1 AND r.table_name = $2;

-- name: CopyDataTables :exec
-- Copies the tables of an app to another one, which has none. Of rows, those that belong to nobody alone are copied.
INSERT INTO data_tables (app_id, name, title, columns, owned_rows, row_count, bytes, revision, created_at, updated_at)
SELECT CAST(sqlc.arg(copy_id) AS text), t.name, t.title, t.columns, t.owned_rows, COUNT(r.id), COALESCE(SUM(octet_length(r.data)), 0), t.revision, t.created_at, t.updated_at
FROM data_tables AS t LEFT JOIN data_rows AS r ON r.app_id = t.app_id AND r.table_name = t.name AND r.owner = ''
WHERE t.app_id = sqlc.arg(app_id)
GROUP BY t.app_id, t.name;

-- name: CopyDataRows :exec
INSERT INTO data_rows (app_id, table_name, id, data, owner, rev, created_at, updated_at)
SELECT CAST(sqlc.arg(copy_id) AS text), r.table_name, r.id, r.data, r.owner, r.rev, r.created_at, r.updated_at
FROM data_rows AS r WHERE r.app_id = sqlc.arg(app_id) AND r.owner = '';

-- name: CopyDataKeys :exec
INSERT INTO data_keys (app_id, table_name, column_name, owner, hash, row_id)
SELECT CAST(sqlc.arg(copy_id) AS text), k.table_name, k.column_name, k.owner, k.hash, k.row_id
FROM data_keys AS k
WHERE k.app_id = sqlc.arg(app_id)
  AND (SELECT r.owner FROM data_rows AS r WHERE r.app_id = k.app_id AND r.table_name = k.table_name AND r.id = k.row_id) = '';
