package todo

import (
	"context"
	"fmt"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

// changed is the result of the four tools that change a task.
type changed struct {
	TaskID int64  `json:"task_id"`
	Status string `json:"status"`
	Title  string `json:"title"`
}

// task is one task as list_tasks shows it.
type task struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	Completed   bool    `json:"completed"`
	CreatedAt   string  `json:"created_at"` // RFC 3339, UTC
}

type tasks struct {
	Tasks []task `json:"tasks"`
}

// refused is the structured content of every answer with isError.
type refused struct {
	Error  string `json:"error"`
	TaskID *int64 `json:"task_id,omitempty"`
}

func refuse(message string) appkit.Result {
	return appkit.Result{Structured: refused{Error: message}, IsError: true}
}

// handler runs a tool for the caller; user_id has been checked.
type handler func(ctx context.Context, by platform.Actor, in *arguments, now time.Time) (appkit.Result, error)

// owned makes the tool that runs h when user_id names the caller.
func owned(h handler) appkit.ToolFunc {
	return func(ctx context.Context, call appkit.Call) (appkit.Result, error) {
		in := read(call)
		if !in.names(call.Principal) {
			return refuse("User not found"), nil
		}
		return h(ctx, call.Actor(), in, call.Now)
	}
}

func (a *app) add(ctx context.Context, by platform.Actor, in *arguments, now time.Time) (appkit.Result, error) {
	title, description := in.title(), in.description()
	if !in.has("title") {
		in.reject("Title cannot be empty")
	}
	if in.rejected() {
		return in.refusal(), nil
	}
	t, err := a.store.AddTask(ctx, by, *title, description, now)
	switch {
	case platform.IsCode(err, platform.CodeLimitReached):
		return refuse(fmt.Sprintf("Task limit of %d reached", platform.MaxTasks)), nil
	case err != nil:
		return appkit.Result{}, fmt.Errorf("add task: %w", err)
	}
	return appkit.Result{Structured: changed{t.ID, "created", t.Title}}, nil
}

func (a *app) list(ctx context.Context, by platform.Actor, in *arguments, _ time.Time) (appkit.Result, error) {
	found, err := a.store.Tasks(ctx, by.User, in.filter())
	if err != nil {
		return appkit.Result{}, fmt.Errorf("list tasks: %w", err)
	}
	out := tasks{make([]task, len(found))} // an empty list is [], never null
	for i, t := range found {
		out.Tasks[i] = task{t.ID, t.Title, t.Description, t.Completed, t.CreatedAt.UTC().Format(time.RFC3339)}
	}
	text, err := platform.PlainJSON(out.Tasks)
	if err != nil {
		return appkit.Result{}, fmt.Errorf("encode tasks: %w", err)
	}
	// The widget calls the other tools and has to send the person's user_id.
	return appkit.Result{Structured: out, Content: appkit.Text(text), Meta: map[string]any{"user_id": string(by.User)}}, nil
}

func (a *app) complete(ctx context.Context, by platform.Actor, in *arguments, _ time.Time) (appkit.Result, error) {
	return change(in, "completed", func(id int64) (platform.Task, error) { return a.store.CompleteTask(ctx, by, id) })
}

func (a *app) delete(ctx context.Context, by platform.Actor, in *arguments, _ time.Time) (appkit.Result, error) {
	return change(in, "deleted", func(id int64) (platform.Task, error) { return a.store.DeleteTask(ctx, by, id) })
}

func (a *app) update(ctx context.Context, by platform.Actor, in *arguments, _ time.Time) (appkit.Result, error) {
	title, description := in.title(), in.description()
	if !in.has("title") && !in.has("description") {
		in.reject("No updates provided")
	}
	return change(in, "updated", func(id int64) (platform.Task, error) {
		return a.store.UpdateTask(ctx, by, id, title, description)
	})
}

// change applies a change to the task that task_id names, unless an argument has been rejected.
func change(in *arguments, status string, apply func(id int64) (platform.Task, error)) (appkit.Result, error) {
	id := in.taskID()
	if in.rejected() {
		return in.refusal(), nil
	}
	t, err := apply(id)
	switch {
	case platform.IsCode(err, platform.CodeNotFound):
		// A task that does not exist and a task of somebody else get the same answer.
		return appkit.Result{Structured: refused{Error: "Task not found", TaskID: &id}, IsError: true}, nil
	case err != nil:
		return appkit.Result{}, fmt.Errorf("change task: %w", err)
	}
	return appkit.Result{Structured: changed{t.ID, status, t.Title}}, nil
}
