-- +goose Up
-- A draft is one JSON document, so that a new field of it needs no column. Null: an older program has stored the app, and its
-- columns say everything. They are written as well, for replicas of before, and what those write there counts; once none is
-- left, the document takes their place.
ALTER TABLE apps ADD COLUMN draft text CHECK (substr(draft, 1, 1) = '{');
