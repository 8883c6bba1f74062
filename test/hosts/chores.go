package hosts

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"berth/platform"
	"berth/platform/appkit"
)

// Slug is where Chores is served.
const Slug = "chores"

// chores is an app whose widget changes what the server keeps: open to everybody, since a host of the tests has no token.
type chores struct {
	mu   sync.Mutex
	done map[int]bool
}

// Chores makes an app with the widget of the todo app and two tasks of its own: list_tasks shows them, complete_task ends
// one.
func Chores() appkit.App { return &chores{done: map[int]bool{}} }

var titles = [...]string{"Feed the cat", "Water the plants"}

func (*chores) Slug() string { return Slug }

func (*chores) Manifest() platform.Manifest {
	tool := func(name, description, properties, required string, hints platform.Hints) platform.ToolSpec {
		return platform.ToolSpec{
			Name: name, Description: description, Hints: hints, View: "tasks",
			Input: json.RawMessage(`{"type":"object","properties":{"user_id":{"type":"string","description":"Whose chores"}` +
				properties + `},"required":["user_id"` + required + `]}`),
			Output:  json.RawMessage(`{"type":"object"}`),
			Handler: platform.HandlerRef{Kind: "native", Ref: Slug + "/" + name},
		}
	}
	return platform.Manifest{
		Name: "Chores", Description: "Chores of a household.", Access: platform.AccessPublic,
		Tools: []platform.ToolSpec{
			tool("list_tasks", "List the chores.", "", "", platform.Hints{ReadOnly: true}),
			tool("complete_task", "End a chore.", `,"task_id":{"type":"integer","description":"Which one"}`, `,"task_id"`, platform.Hints{Idempotent: true}),
		},
		Views: []platform.ViewSpec{{Name: "tasks", URI: "ui://widget/{slug}.html", Layout: "todo-list", Title: "Chores", Description: "The chores, to end in place."}},
	}
}

func (a *chores) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{"list_tasks": a.list, "complete_task": a.complete}
}

type task struct {
	ID        int    `json:"id"`
	Title     string `json:"title"`
	Completed bool   `json:"completed"`
}

func (a *chores) list(context.Context, appkit.Call) (appkit.Result, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var tasks []task
	for i, title := range titles {
		tasks = append(tasks, task{i + 1, title, a.done[i+1]})
	}
	return appkit.Result{Structured: map[string]any{"tasks": tasks}}, nil
}

func (a *chores) complete(_ context.Context, call appkit.Call) (appkit.Result, error) {
	var arguments struct {
		ID int `json:"task_id"`
	}
	if err := json.Unmarshal(call.Arguments, &arguments); err != nil {
		return appkit.Result{}, err
	}
	if arguments.ID < 1 || arguments.ID > len(titles) {
		return appkit.Result{IsError: true, Structured: map[string]any{"error": fmt.Sprintf("There is no chore %d.", arguments.ID)}}, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done[arguments.ID] = true
	return appkit.Result{Structured: map[string]any{"task_id": arguments.ID, "status": "completed", "title": titles[arguments.ID-1]}}, nil
}
