-- +goose Up
-- The catalogue of the gift app: each state of it that was ever brought in, and the gifts. A gift that a later state
-- leaves out stays as removed, so that its id and key are never given to another one.
CREATE TABLE gift_catalogues (
  version   integer     NOT NULL PRIMARY KEY CHECK (version > 0),
  digest    text        NOT NULL UNIQUE CHECK (length(digest) = 64),
  seeded_at timestamptz NOT NULL
);

CREATE TABLE gifts (
  id       text    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  key      text    NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 100),
  document text    NOT NULL CHECK (substr(document, 1, 1) = '{'),
  version  integer NOT NULL REFERENCES gift_catalogues (version), -- that brought this document, or left the gift out
  removed  boolean NOT NULL
);

-- What an embedder made of a gift's text; digest is of that text. vector holds 32-bit floats, little endian.
CREATE TABLE gift_vectors (
  embedder text  NOT NULL CHECK (length(embedder) BETWEEN 1 AND 300),
  gift_id  text  NOT NULL REFERENCES gifts (id),
  digest   text  NOT NULL CHECK (length(digest) = 64),
  vector   bytea NOT NULL,
  PRIMARY KEY (embedder, gift_id)
);
CREATE INDEX gift_vectors_by_gift ON gift_vectors (gift_id);
