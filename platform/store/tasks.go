package store

import (
	"context"
	"strconv"
	"time"

	"berth/platform"
	"berth/platform/store/db"
)

func toTask(t db.Task) platform.Task {
	return platform.Task{ID: t.ID, Title: t.Title, Description: optional(t.Description), Completed: t.Completed, CreatedAt: t.CreatedAt.UTC()}
}

// taskState returns a task's fields for the audit trail: whether it is done, and nothing of what the person wrote.
func taskState(t db.Task) fields { return fields{"completed": t.Completed} }

// taskOf returns the task, or NOT_FOUND both for a missing one and for another person's.
func taskOf(verb string, t db.Task, err error) (platform.Task, error) {
	if err != nil {
		return platform.Task{}, missing(verb, err, platform.CodeNotFound, "Task not found")
	}
	return toTask(t), nil
}

// changeTask runs apply, which changes one task and returns the line for the audit trail of the actor's workspace.
func (s *Store) changeTask(ctx context.Context, by platform.Actor, verb string, apply func(t tx) (db.Task, change, error)) (platform.Task, error) {
	var task platform.Task
	err := s.inTransaction(ctx, func(t tx) error {
		row, c, err := apply(t)
		if task, err = taskOf("write task", row, err); err != nil {
			return err
		}
		if err := t.use(ctx, by); err != nil { // after the person is locked
			return err
		}
		c.workspace, c.target = by.Workspace, strconv.FormatInt(task.ID, 10)
		return t.audit(ctx, by, c)
	})
	if err != nil {
		return platform.Task{}, wrap(verb, err)
	}
	return task, nil
}

// AddTask gives the actor a new task; description "" means none. An unknown person is NOT_FOUND, one who already has
// platform.MaxTasks is LIMIT_REACHED.
func (s *Store) AddTask(ctx context.Context, by platform.Actor, title string, description *string, at time.Time) (platform.Task, error) {
	return s.changeTask(ctx, by, "add task", func(t tx) (db.Task, change, error) {
		if err := t.roomForTask(ctx, by.User); err != nil {
			return db.Task{}, change{}, err
		}
		id, err := t.NextTaskID(ctx)
		if err != nil {
			return db.Task{}, change{}, wrap("number task", err)
		}
		row, err := t.InsertTask(ctx, db.InsertTaskParams{ID: id, UserID: string(by.User), Title: title, Description: value(description), CreatedAt: at})
		return row, change{action: "task.add", after: taskState(row)}, err
	})
}

// roomForTask checks the limit. It makes other new tasks of the person wait until the transaction ends, so that many at
// once cannot exceed the limit together.
func (t tx) roomForTask(ctx context.Context, user platform.UserID) error {
	if _, err := t.LockUser(ctx, string(user)); err != nil {
		return missing("lock user", err, platform.CodeNotFound, "User not found")
	}
	n, err := t.CountTasks(ctx, string(user), platform.MaxTasks)
	if err != nil {
		return wrap("count tasks", err)
	}
	if n >= platform.MaxTasks {
		return platform.Errorf(platform.CodeLimitReached, "Task limit of %d reached", platform.MaxTasks)
	}
	return nil
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

// CompleteTask marks the task as done. It may be repeated, which changes nothing and is not audited.
func (s *Store) CompleteTask(ctx context.Context, by platform.Actor, id int64) (platform.Task, error) {
	task, err := s.changeTask(ctx, by, "complete task", func(t tx) (db.Task, change, error) {
		row, err := t.CompleteTask(ctx, string(by.User), id)
		return row, change{action: "task.complete", before: fields{"completed": false}, after: taskState(row)}, err
	})
	if platform.IsCode(err, platform.CodeNotFound) {
		row, err := s.q.Task(ctx, string(by.User), id) // done before, or not there
		return taskOf("find task", row, err)
	}
	return task, err
}

// DeleteTask returns the task as it was.
func (s *Store) DeleteTask(ctx context.Context, by platform.Actor, id int64) (platform.Task, error) {
	return s.changeTask(ctx, by, "delete task", func(t tx) (db.Task, change, error) {
		row, err := t.DeleteTask(ctx, string(by.User), id)
		return row, change{action: "task.delete", before: taskState(row)}, err
	})
}

// UpdateTask changes the fields that are not nil; a description of "" removes it.
func (s *Store) UpdateTask(ctx context.Context, by platform.Actor, id int64, title, description *string) (platform.Task, error) {
	return s.changeTask(ctx, by, "update task", func(t tx) (db.Task, change, error) {
		row, err := t.UpdateTask(ctx, db.UpdateTaskParams{Title: title, Description: description, UserID: string(by.User), ID: id})
		return row, change{action: "task.update", before: taskState(row), after: taskState(row)}, err
	})
}
