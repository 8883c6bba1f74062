-- +goose Up
-- What people tell an app that ships with the server is never kept; its samples go with the setting.

DELETE FROM sampling WHERE app_id IN (SELECT id FROM apps WHERE origin = 'seeded');
