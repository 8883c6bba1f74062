-- +goose Up
-- What bounds the disk. Rows from before stay as they are, and those that older replicas write are read as before.

-- Where the content of a release is: in its own row, in that of a release of the app with the same digest, or no longer kept.
-- What is live has its own, which older replicas read. Without it, the manifest is a text that they refuse to decode.
ALTER TABLE releases ADD COLUMN content text NOT NULL DEFAULT 'own' CHECK (content IN ('own', 'shared', 'thinned'));
CREATE INDEX releases_by_content ON releases (app_id, content, version, digest);
CREATE INDEX releases_by_digest ON releases (digest, content);

-- The documents of releases of that digest, so that those are found that no release refers to. Releases from before and those
-- of older replicas are entered before it is asked.
CREATE TABLE document_uses (
  release_digest text NOT NULL CHECK (length(release_digest) = 64),
  document       text NOT NULL CHECK (length(document) = 64),
  PRIMARY KEY (release_digest, document)
);
CREATE INDEX document_uses_by_document ON document_uses (document);

-- Calls that a batch counts beside those that it lists: a JSON array of groups. calls and errors hold both.
ALTER TABLE call_batches ADD COLUMN counted text CHECK (substr(counted, 1, 1) = '[');

-- Whether people had used the database before there were defaults for how long things are kept: nothing of theirs goes without the
-- operator's word.
CREATE TABLE installation (
  id       integer NOT NULL PRIMARY KEY CHECK (id = 1),
  upgraded boolean NOT NULL
);
INSERT INTO installation (id, upgraded) SELECT 1, COUNT(*) > 0 FROM users;
