-- name: LockAppointments :one
SELECT id FROM appointment_lock WHERE id = 1 FOR NO KEY UPDATE;

-- name: Appointments :many
SELECT * FROM appointments WHERE doctor_id = $1 AND starts_at >= sqlc.arg(first) AND starts_at <= sqlc.arg(last) ORDER BY starts_at;

-- name: CountAppointmentsOfCaller :one
SELECT COUNT(*) FROM appointments WHERE caller = $1 AND starts_at > sqlc.arg(after);

-- name: CountUnprovenAppointments :one
-- Those of a doctor that no person of ours has made.
SELECT COUNT(*) FROM appointments WHERE doctor_id = $1 AND starts_at > sqlc.arg(after) AND NOT person;

-- name: InsertAppointment :exec
INSERT INTO appointments (id, doctor_id, starts_at, caller, person, patient_name, patient_phone, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: PruneAppointments :execrows
DELETE FROM appointments WHERE starts_at < $1;
