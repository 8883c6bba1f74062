package todo

import (
	"context"

	"berth/platform"
	"berth/platform/appkit"
)

// guidelines are the document's "Agent Integration": which tool to use for which intent, and how to answer.
const guidelines = `Choose the tool by what the user intends:

| User intent | Tool |
| --- | --- |
| "Add a task...", "I need to remember...", "Create..." | add_task |
| "Show me...", "What's pending?", "List..." | list_tasks |
| "Mark as complete", "Done with...", "Finished..." | complete_task |
| "Delete...", "Remove...", "Cancel..." | delete_task |
| "Change...", "Update...", "Rename..." | update_task |

After a tool has run:
1. Acknowledge the action with a friendly message.
2. Include relevant details (task title, count, etc.).
3. Offer follow-up suggestions when appropriate.

Answer along these lines:
- add_task: "I've added '{title}' to your task list!"
- list_tasks: "Here are your {count} tasks: ..."
- complete_task: "Nice work! '{title}' is marked as complete."
- delete_task: "'{title}' has been removed from your list."
- update_task: "I've updated '{title}' for you."`

// instructions are sent to every client at connect time, so they cannot say who the person is.
const instructions = `This server keeps the signed-in person's todo list. user_id is that person's e-mail address or id; any other answers "User not found". Ask the person for the e-mail address they signed up with if you do not know it.
task_id comes from list_tasks or add_task: never guess it.

` + guidelines

const review = `Let us go through my todo list.
1. Call list_tasks with status "pending" and show me what is open, oldest first.
2. Ask me what is done, what has changed and what can go; call complete_task, update_task or delete_task for each, and confirm before you delete.
3. Finish with one sentence: how many tasks are left, and which one you would start with.`

func prompts() []platform.PromptSpec {
	native := func(name string) platform.HandlerRef {
		return platform.HandlerRef{Kind: "native", Ref: slug + "/" + name}
	}
	return []platform.PromptSpec{
		{
			Name: "todo_assistant", Title: "Be my todo assistant",
			Description: "Which tool serves which intent, how to answer, and whose list it is",
			Handler:     native("todo_assistant"),
		},
		{
			Name: "review_tasks", Title: "Review my tasks",
			Description: "Go through what is pending and tidy it up together",
			Handler:     native("review_tasks"),
		},
	}
}

func (a *app) Prompts() map[string]appkit.PromptFunc {
	return map[string]appkit.PromptFunc{
		"todo_assistant": forCaller("Help me with my todo list.\n\n" + guidelines),
		"review_tasks":   forCaller(review),
	}
}

// forCaller returns a prompt of text with the user_id that the tools require.
func forCaller(text string) appkit.PromptFunc {
	return func(_ context.Context, call appkit.Call, _ map[string]string) (appkit.Prompt, error) {
		text := text + "\n\nMy user_id is " + string(call.Principal.User) + "."
		return appkit.Prompt{Messages: []appkit.Message{{Role: "user", Content: appkit.Text(text)[0]}}}, nil
	}
}
