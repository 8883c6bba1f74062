package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/store/db"
)

func toTask(t db.Task) platform.Task {
	return platform.Task{ID: t.ID, Title: t.Title, Description: optional(t.Description), Completed: t.Completed, CreatedAt: t.CreatedAt.UTC()}
}

// taskOf answers the task, or NOT_FOUND for one that is missing and for another person's alike.
func taskOf(verb string, t db.Task, err error) (platform.Task, error) {
	if err != nil {
		return platform.Task{}, missing(verb, err, platform.CodeNotFound, "Task not found")
	}
	return toTask(t), nil
}

// AddTask gives owner a new task; a description of "" is none. An unknown owner is NOT_FOUND.
func (s *Store) AddTask(ctx context.Context, owner platform.UserID, title string, description *string, at time.Time) (platform.Task, error) {
	var task platform.Task
	err := s.inTransaction(ctx, func(t tx) error {
		id, err := t.NextTaskID(ctx)
		if err != nil {
			return wrap("number task", err)
		}
		row, err := t.InsertTask(ctx, db.InsertTaskParams{ID: id, UserID: string(owner), Title: title, Description: value(description), CreatedAt: at})
		if sqlState(err) == foreignKey {
			return platform.Errorf(platform.CodeNotFound, "User not found")
		}
		task = toTask(row)
		return wrap("insert task", err)
	})
	if err != nil {
		return platform.Task{}, wrap("add task", err)
	}
	return task, nil
}

// Tasks lists owner's tasks, newest first; any unknown filter means all.
func (s *Store) Tasks(ctx context.Context, owner platform.UserID, filter platform.TaskFilter) ([]platform.Task, error) {
	if filter != platform.TasksPending && filter != platform.TasksCompleted {
		filter = ""
	}
	rows, err := s.q.Tasks(ctx, string(owner), string(filter))
	if err != nil {
		return nil, wrap("list tasks", err)
	}
	tasks := make([]platform.Task, len(rows))
	for i, r := range rows {
		tasks[i] = toTask(r)
	}
	return tasks, nil
}

// CompleteTask marks the task as done; it may be repeated.
func (s *Store) CompleteTask(ctx context.Context, owner platform.UserID, id int64) (platform.Task, error) {
	t, err := s.q.CompleteTask(ctx, string(owner), id)
	return taskOf("complete task", t, err)
}

// DeleteTask answers the task as it was.
func (s *Store) DeleteTask(ctx context.Context, owner platform.UserID, id int64) (platform.Task, error) {
	t, err := s.q.DeleteTask(ctx, string(owner), id)
	return taskOf("delete task", t, err)
}

// UpdateTask changes what is not nil; a description of "" takes it away.
func (s *Store) UpdateTask(ctx context.Context, owner platform.UserID, id int64, title, description *string) (platform.Task, error) {
	t, err := s.q.UpdateTask(ctx, db.UpdateTaskParams{Title: title, Description: description, UserID: string(owner), ID: id})
	return taskOf("update task", t, err)
}
