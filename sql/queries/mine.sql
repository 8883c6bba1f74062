-- What the database holds of one person.

-- name: AppsWithTables :many
-- Each change of an app's tables raises their revisions together; a table made again has a greater one than any before.
SELECT app_id, CAST(SUM(revision) AS bigint) AS revision FROM data_tables WHERE app_id > $1 GROUP BY app_id ORDER BY app_id LIMIT sqlc.arg(max_rows);

-- name: TablesOfOwner :many
-- The tables of an app with rows of a person, and those where an import that can be taken back has kept some.
SELECT data_tables.name, apps.workspace_id FROM data_tables JOIN apps ON apps.id = data_tables.app_id
WHERE data_tables.app_id = $1 AND (
  EXISTS (SELECT 1 FROM data_rows AS r WHERE r.app_id = data_tables.app_id AND r.table_name = data_tables.name AND r.owner = $2 AND r.owner <> '')
  OR EXISTS (SELECT 1 FROM data_undo_rows AS k WHERE k.app_id = data_tables.app_id AND k.table_name = data_tables.name AND k.owner = $2 AND k.owner <> '')
)
ORDER BY data_tables.name;

-- name: RowsOfOwner :many
SELECT sqlc.embed(data_rows), apps.name AS app_name
FROM data_rows JOIN apps ON apps.id = data_rows.app_id
WHERE data_rows.owner = $1 AND data_rows.owner <> ''
ORDER BY data_rows.app_id, data_rows.table_name, data_rows.id;

-- name: RowsOfOwnerIn :many
SELECT * FROM data_rows WHERE app_id = $1 AND table_name = $2 AND owner = $3 AND owner <> '' ORDER BY id;

-- name: DeleteKeptRowsOfOwner :exec
-- What an import that can be taken back has kept of them.
DELETE FROM data_undo_rows WHERE app_id = $1 AND table_name = $2 AND owner = $3 AND owner <> '';

-- name: AppointmentsOfPerson :many
SELECT * FROM appointments WHERE caller = $1 AND person ORDER BY starts_at;

-- name: DeleteAppointmentsOfPerson :execrows
DELETE FROM appointments WHERE caller = $1 AND person;

-- name: DeleteRunsOfCaller :execrows
DELETE FROM runs WHERE caller = $1 AND caller <> '';
