-- name: Listing :one
SELECT * FROM listings WHERE app_id = $1;

-- name: SetListing :exec
INSERT INTO listings (app_id, tagline, category, icon_url, privacy_url, support_url, website_url, company)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (app_id) DO UPDATE SET tagline = excluded.tagline, category = excluded.category, icon_url = excluded.icon_url,
  privacy_url = excluded.privacy_url, support_url = excluded.support_url, website_url = excluded.website_url, company = excluded.company;
