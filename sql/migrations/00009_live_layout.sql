-- +goose Up
-- The layout of the release that is served is part of its widget's address, while the draft may have another one already.
-- What is live now gets its draft's, since a release keeps its own in JSON, which the engines read differently: where the draft
-- is ahead with another layout, the address is right again from the next publish on.

ALTER TABLE live ADD COLUMN layout text NOT NULL DEFAULT '' CHECK (length(layout) <= 64);
UPDATE live SET layout = (SELECT apps.layout FROM apps WHERE apps.id = live.app_id);
