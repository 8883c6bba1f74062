-- +goose Up
-- Which apps say whom they let in: where nobody but who is invited signs up, that is an invitation. The words are those with which a draft
-- begins its list; a text in a draft has other quotation marks.
CREATE INDEX apps_naming_people ON apps (id) WHERE draft LIKE '%"allow":{"%';

-- Whose attempt it is, so that it goes with them: an attempt may name their e-mail address. Null: nobody's, or a replica of before has noted it.
ALTER TABLE oauth_attempts ADD COLUMN user_id text REFERENCES users (id) ON DELETE CASCADE;
UPDATE oauth_attempts SET user_id = (SELECT users.id FROM users WHERE users.email_key = lower(oauth_attempts.person));
CREATE INDEX oauth_attempts_by_user ON oauth_attempts (user_id);
