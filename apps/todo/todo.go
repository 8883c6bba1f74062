// Package todo is the todo app: five tools over one person's task list (spec 004), with a widget and prompts. It knows
// tasks and arguments; it must not know HTTP, MCP libraries or the database. It decides who may see what: user_id must
// name the caller, and every query is made for the caller.
package todo

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

const slug = "todo"

// Store keeps tasks. Every method takes the owner of the tasks; a task of somebody else is NOT_FOUND exactly like one
// that does not exist. A change is audited in its transaction, without anything that the person wrote.
type Store interface {
	// AddTask returns LIMIT_REACHED for somebody who has platform.MaxTasks.
	AddTask(ctx context.Context, by platform.Actor, title string, description *string, at time.Time) (platform.Task, error)
	// Tasks returns the tasks, newest first.
	Tasks(ctx context.Context, owner platform.UserID, filter platform.TaskFilter) ([]platform.Task, error)
	// CompleteTask may be repeated; only the first time is a change.
	CompleteTask(ctx context.Context, by platform.Actor, id int64) (platform.Task, error)
	// DeleteTask returns the task as it was.
	DeleteTask(ctx context.Context, by platform.Actor, id int64) (platform.Task, error)
	// UpdateTask changes what is not nil.
	UpdateTask(ctx context.Context, by platform.Actor, id int64, title, description *string) (platform.Task, error)
}

type app struct{ store Store }

// New makes the app over a task store. It is safe for concurrent use.
func New(store Store) appkit.App { return &app{store} }

var (
	_ appkit.Prompter  = (*app)(nil)
	_ appkit.Failer    = (*app)(nil)
	_ appkit.Templater = (*app)(nil)
)

func (a *app) Slug() string { return slug }

func (a *app) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{
		"add_task":      owned(a.add),
		"list_tasks":    owned(a.list),
		"complete_task": owned(a.complete),
		"delete_task":   owned(a.delete),
		"update_task":   owned(a.update),
	}
}

// Failure puts a failure that the platform found (a deadline, a fault of ours) into the document's shape.
func (a *app) Failure(_ string, failure *platform.Error) appkit.Result { return refuse(failure.Msg) }
