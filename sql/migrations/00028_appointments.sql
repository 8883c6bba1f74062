-- +goose Up
-- How long an appointment takes, so that no patient gets two that overlap. Those from before count as an hour, the longest there was.
ALTER TABLE appointments ADD COLUMN minutes integer NOT NULL DEFAULT 60 CHECK (minutes BETWEEN 1 AND 1440);
-- A patient is found by the phone number; of what callers without an account have booked lately there is a limit.
CREATE INDEX appointments_by_patient ON appointments (patient_phone, starts_at);
CREATE INDEX appointments_by_making ON appointments (created_at);
-- A person is named by the id alone, as wherever else somebody's data are exported or deleted.
UPDATE appointments SET caller = substr(caller, 8) WHERE person AND caller LIKE 'person:%';
