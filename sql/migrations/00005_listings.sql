-- +goose Up
-- What a directory of apps wants to know of an app besides what it publishes.
CREATE TABLE listings (
  app_id      text NOT NULL PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
  tagline     text NOT NULL CHECK (length(tagline) <= 100),
  category    text NOT NULL CHECK (length(category) <= 100),
  icon_url    text NOT NULL CHECK (length(icon_url) <= 500),
  privacy_url text NOT NULL CHECK (length(privacy_url) <= 500),
  support_url text NOT NULL CHECK (length(support_url) <= 500),
  website_url text NOT NULL CHECK (length(website_url) <= 500),
  company     text NOT NULL CHECK (length(company) <= 100)
);
