-- name: Upgraded :one
SELECT upgraded FROM installation WHERE id = 1;
