-- What the database holds of one person.

-- name: AppsWithTables :many
SELECT DISTINCT app_id FROM data_tables WHERE app_id > $1 ORDER BY app_id LIMIT sqlc.arg(max_rows);

-- name: RowsOfOwner :many
SELECT sqlc.embed(data_rows), apps.name AS app_name, apps.workspace_id
FROM data_rows JOIN apps ON apps.id = data_rows.app_id
WHERE data_rows.owner = $1 AND data_rows.owner <> ''
ORDER BY data_rows.app_id, data_rows.table_name, data_rows.id;

-- name: DeleteKeptRowsOfOwner :exec
-- What an import that can be taken back has kept of them.
DELETE FROM data_undo_rows WHERE owner = $1 AND owner <> '';

-- name: AppointmentsOfPerson :many
SELECT * FROM appointments WHERE caller = $1 AND person ORDER BY starts_at;

-- name: DeleteAppointmentsOfPerson :execrows
DELETE FROM appointments WHERE caller = $1 AND person;

-- name: DeleteRunsOfCaller :execrows
DELETE FROM runs WHERE caller = $1 AND caller <> '';
