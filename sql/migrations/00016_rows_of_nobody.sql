-- +goose Up
-- Where rows are owned, those of nobody are not unique: an anonymous caller would learn from a refusal what another one has told.

DELETE FROM data_keys WHERE owner = '' AND EXISTS (
  SELECT 1 FROM data_tables AS t WHERE t.app_id = data_keys.app_id AND t.name = data_keys.table_name AND t.owned_rows
);
