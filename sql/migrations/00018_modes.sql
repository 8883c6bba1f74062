-- +goose Up
-- The modes that tools of what is live were given without a publish: {"release": version, "tools": {name: {"mode", "was"}}}. They count
-- for that release alone, since an older replica may make another one live and leave them; null = none.

ALTER TABLE live ADD COLUMN modes text;
