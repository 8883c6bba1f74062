package todo

import (
	"encoding/json"
	"fmt"

	"berth/platform"
)

// widget is the view that shows the task list and changes it by calling the other tools.
const widget = "todo-list"

func (a *app) Manifest() platform.Manifest {
	return platform.Manifest{
		Name:         "Todo",
		Description:  "A personal todo list: add, list, complete, change and delete your tasks by talking about them.",
		Instructions: instructions,
		Access:       platform.AccessPerson,
		Tools:        tools(),
		Views: []platform.ViewSpec{{
			Name: widget, URI: "ui://widget/todo-list.html", Layout: "todo-list", Title: "Your tasks",
			Description:   "The person's tasks, or the task that was changed, to complete, change and delete in place. There is no need to repeat them in text.",
			PrefersBorder: true,
			Sample:        json.RawMessage(sample),
		}},
		Prompts: prompts(),
	}
}

// The tools of the document, in its order. Names, descriptions and input schemas are the document's own, to the letter.
func tools() []platform.ToolSpec {
	specs := []platform.ToolSpec{
		{
			Name: "add_task", Title: "Add a task", Description: "Create a new task for the user's todo list",
			Input: object(`"title":{"type":"string","description":"The task title (1-200 characters)","minLength":1,"maxLength":200},`+
				`"description":{"type":"string","description":"Optional task description","maxLength":1000}`, "title"),
			Output: outcome("created"), Example: json.RawMessage(`{"title":"Buy groceries","description":"Milk, eggs, bread"}`),
			Meta: meta("Adding the task…", "Task added"),
		},
		{
			Name: "list_tasks", Title: "List tasks", Description: "Retrieve tasks from the user's todo list",
			Input: object(`"status":{"type":"string","description":"Filter by task status",` +
				`"enum":["all","pending","completed"],"default":"all"}`),
			Output: json.RawMessage(listOutput),
			Hints:  platform.Hints{ReadOnly: true, Idempotent: true},
			Meta:   meta("Looking up your tasks…", "Here are your tasks"),
		},
		{
			Name: "complete_task", Title: "Complete a task", Description: "Mark a task as complete",
			Input:  object(taskID("The ID of the task to complete"), "task_id"),
			Output: outcome("completed"), Example: json.RawMessage(`{"task_id":1}`),
			Hints: platform.Hints{Idempotent: true},
			Meta:  meta("Completing the task…", "Task completed"),
		},
		{
			Name: "delete_task", Title: "Delete a task", Description: "Remove a task from the user's todo list",
			Input:  object(taskID("The ID of the task to delete"), "task_id"),
			Output: outcome("deleted"), Example: json.RawMessage(`{"task_id":1}`),
			Hints: platform.Hints{Destructive: true},
			Meta:  meta("Deleting the task…", "Task deleted"),
		},
		{
			Name: "update_task", Title: "Change a task", Description: "Update a task's title or description",
			Input: object(taskID("The ID of the task to update")+","+
				`"title":{"type":"string","description":"New task title (optional)","minLength":1,"maxLength":200},`+
				`"description":{"type":"string","description":"New task description (optional)","maxLength":1000}`, "task_id"),
			Output: outcome("updated"), Example: json.RawMessage(`{"task_id":1,"title":"Buy groceries for Sunday"}`),
			Hints: platform.Hints{Destructive: true},
			Meta:  meta("Changing the task…", "Task changed"),
		},
	}
	for i := range specs {
		specs[i].Handler = platform.HandlerRef{Kind: "native", Ref: slug + "/" + specs[i].Name}
		specs[i].View = widget
		specs[i].OwnValidation = true
	}
	return specs
}

// object returns an input schema: user_id, the properties, and those of them that are required besides user_id.
func object(properties string, required ...string) json.RawMessage {
	names, err := json.Marshal(append([]string{"user_id"}, required...))
	if err != nil {
		panic(err) // a list of strings always encodes
	}
	return json.RawMessage(`{"type":"object","properties":{` +
		`"user_id":{"type":"string","description":"The user's unique identifier"},` + properties + `},"required":` + string(names) + `}`)
}

func taskID(description string) string {
	return fmt.Sprintf(`"task_id":{"type":"integer","description":%q}`, description)
}

// outcome returns the output schema of a tool that changes a task. A refusal has to fit as well: clients check it too.
func outcome(status string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"task_id":{"type":"integer"},` +
		`"status":{"type":"string","enum":["` + status + `"]},"title":{"type":"string"},"error":{"type":"string"}},` +
		`"anyOf":[{"required":["task_id","status","title"]},{"required":["error"]}]}`)
}

// listOutput is the document's array as an object: MCP up to 2025-11-25 knows no other root. Its "nullable" is
// OpenAPI's word for the type null.
const listOutput = `{"type":"object","properties":{"tasks":{"type":"array","items":{"type":"object","properties":{` +
	`"id":{"type":"integer"},"title":{"type":"string"},"description":{"type":["string","null"]},` +
	`"completed":{"type":"boolean"},"created_at":{"type":"string","format":"date-time"}}}},"error":{"type":"string"}},` +
	`"anyOf":[{"required":["tasks"]},{"required":["error"]}]}`

const sample = `{"tasks":[` +
	`{"id":1,"title":"Buy groceries","description":"Milk, eggs, bread","completed":false,"created_at":"2025-12-20T10:30:00Z"},` +
	`{"id":2,"title":"Call mom","description":null,"completed":true,"created_at":"2025-12-20T09:15:00Z"}]}`

// meta lets both the model and the widget call a tool, and sets the text that is shown during the call (64 characters at
// most).
func meta(invoking, invoked string) map[string]json.RawMessage {
	quote := func(s string) json.RawMessage { return json.RawMessage(fmt.Sprintf("%q", s)) }
	return map[string]json.RawMessage{
		"openai/widgetAccessible":        json.RawMessage(`true`),
		"openai/toolInvocation/invoking": quote(invoking),
		"openai/toolInvocation/invoked":  quote(invoked),
		"ui":                             json.RawMessage(`{"visibility":["model","app"]}`),
	}
}
