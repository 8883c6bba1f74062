-- +goose Up
-- The feed also names callers that are no longer what they were: the ids of people, sessions and keys. Replicas of before leave
-- them alone and notice when their caches run out.
ALTER TABLE feed_entries ADD COLUMN callers text CHECK (substr(callers, 1, 1) = '['); -- null = none

-- Since when a person has an address that nobody has proven: null = that of the sign-up. Such an address opens no invitation
-- that is bound to it. Who changed theirs before is known from the audit trail.
ALTER TABLE users ADD COLUMN email_changed_at timestamptz;
UPDATE users SET email_changed_at = (
  SELECT MAX(audit.at) FROM audit WHERE audit.action = 'user.update' AND audit.target = users.id AND substr(audit.before, 1, 9) = '{"email":'
);
