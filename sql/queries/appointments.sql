-- name: LockAppointments :one
SELECT id FROM appointment_lock WHERE id = 1 FOR NO KEY UPDATE;

-- name: Appointments :many
SELECT * FROM appointments WHERE doctor_id = $1 AND starts_at >= sqlc.arg(first) AND starts_at <= sqlc.arg(last) ORDER BY starts_at;

-- name: CountAppointmentsOfCaller :one
SELECT COUNT(*) FROM appointments WHERE caller = $1 AND starts_at > sqlc.arg(after);

-- name: CountUnprovenAppointments :one
-- Those of a doctor that no person of ours has made.
SELECT COUNT(*) FROM appointments WHERE doctor_id = $1 AND starts_at > sqlc.arg(after) AND NOT person;

-- name: AppointmentsOfPhone :many
SELECT * FROM appointments WHERE patient_phone = $1 AND starts_at > sqlc.arg(after) AND starts_at < sqlc.arg(before);

-- name: UnprovenMaking :one
-- When those were made that no person of ours has made: the latest but so many, since a time.
SELECT created_at FROM appointments WHERE NOT person AND created_at > sqlc.arg(after) ORDER BY created_at DESC LIMIT 1 OFFSET sqlc.arg(skipped);

-- name: InsertAppointment :exec
INSERT INTO appointments (id, doctor_id, starts_at, minutes, caller, person, patient_name, patient_phone, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: PruneAppointments :execrows
DELETE FROM appointments WHERE starts_at < $1;
