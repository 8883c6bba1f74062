package todo

import (
	"encoding/json"

	"berth/platform"
)

// Template returns a draft that shows a task list as plain data, for authors who start from this app.
func (a *app) Template() platform.Draft {
	return platform.Draft{
		Name: "Task list", Description: "Shows a list of tasks with what each is about, when it is due and whether it is done.",
		Tools: []platform.ToolDraft{{
			Name: "show_tasks",
			Description: "Show the list of tasks with what each is about, when it is due and whether it is done. " +
				"Use this when the person asks what there is to do, what is due or what is done already. Needs no further information.",
			Layout:       "list",
			MockData:     json.RawMessage(templateData),
			ResponseText: "Here are the four tasks. Two are due this week: buying groceries today, and sending the report on Friday. One is done: calling the dentist.",
		}},
	}
}

const templateData = `{"title":"Your tasks","subtitle":"Four tasks, one of them done","items":[` +
	`{"id":1,"title":"Buy groceries","subtitle":"Milk, eggs, bread","value":"today","badge":"Due"},` +
	`{"id":2,"title":"Send the monthly report","subtitle":"To Maria and the finance team","value":"Friday","badge":"Due"},` +
	`{"id":3,"title":"Book the train to Porto","subtitle":"Two seats by the window","value":"next week"},` +
	`{"id":4,"title":"Call the dentist","subtitle":"Appointment on the 12th at 9:30","value":"yesterday","badge":"Done"}],` +
	`"actions":[{"label":"Add a task","prompt":"Add a task to my list."},{"label":"What is due?","prompt":"Which of my tasks are due this week?"}]}`
