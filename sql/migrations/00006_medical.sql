-- +goose Up
-- Appointments of the medical app. The doctor's time is unique: whatever replicas do at once, it is given once.
CREATE TABLE appointments (
  id            text        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  doctor_id     text        NOT NULL CHECK (length(doctor_id) = 36),
  starts_at     timestamptz NOT NULL,
  caller        text        NOT NULL CHECK (length(caller) <= 100), -- who booked, '' = somebody who did not say
  person        boolean     NOT NULL, -- caller is a person of ours, not what a client says of itself
  patient_name  text        NOT NULL CHECK (length(patient_name) BETWEEN 1 AND 200),
  patient_phone text        NOT NULL CHECK (length(patient_phone) BETWEEN 1 AND 20),
  created_at    timestamptz NOT NULL,
  UNIQUE (doctor_id, starts_at)
);
CREATE INDEX appointments_by_caller ON appointments (caller, starts_at);
CREATE INDEX appointments_by_start ON appointments (starts_at);

-- Its one row is locked while an appointment is made, so that many at once do not exceed a limit together.
CREATE TABLE appointment_lock (id integer NOT NULL PRIMARY KEY CHECK (id = 1));
INSERT INTO appointment_lock (id) VALUES (1);
