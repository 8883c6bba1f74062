-- name: NextTaskID :one
UPDATE task_counter SET last = last + 1 WHERE id = 1 RETURNING last;

-- name: CountTasks :one
-- Counts no further than the limit asks.
SELECT COUNT(*) FROM (SELECT 1 FROM tasks WHERE user_id = $1 LIMIT $2) AS counted;

-- name: InsertTask :one
INSERT INTO tasks (id, user_id, title, description, completed, created_at) VALUES ($1, $2, $3, $4, FALSE, $5) RETURNING *;

-- name: Tasks :many
SELECT * FROM tasks
WHERE user_id = $1
  AND (CAST(sqlc.arg(status) AS text) = '' OR (CAST(sqlc.arg(status) AS text) = 'completed') = completed)
ORDER BY created_at DESC, id DESC;

-- name: Task :one
SELECT * FROM tasks WHERE user_id = $1 AND id = $2;

-- name: CompleteTask :one
UPDATE tasks SET completed = TRUE WHERE user_id = $1 AND id = $2 AND NOT completed RETURNING *;

-- name: DeleteTask :one
DELETE FROM tasks WHERE user_id = $1 AND id = $2 RETURNING *;

-- name: UpdateTask :one
UPDATE tasks SET title = COALESCE(sqlc.narg(title), title), description = COALESCE(sqlc.narg(description), description)
WHERE user_id = sqlc.arg(user_id) AND id = sqlc.arg(id)
RETURNING *;
