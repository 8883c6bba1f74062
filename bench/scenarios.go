package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// scenario is one kind of request in one era, made of all three servers.
type scenario struct {
	Name string `json:"name"`
	Era  string `json:"era"`
	slug string
	ask  ask
	tool string // native tool, whose own work is measured separately
	want []byte // Berth's answer
}

// person is the caller of the todo app, with five tasks; task is the id of one of them.
type person struct {
	user string
	task int
}

var taskTitles = []string{"Buy groceries for the week", "Call the dentist about Thursday", "Send the report to Ana", "Water the plants", "Renew the library card"}

const taskDescription = "Written by the benchmark; nothing to do here."

func (p person) addTask(title string) ask {
	return todoCall("add_task", fmt.Sprintf(`"user_id":%q,"title":%q,"description":%q`, p.user, title, taskDescription))
}

func (p person) listTasks() ask { return todoCall("list_tasks", fmt.Sprintf(`"user_id":%q`, p.user)) }

// updateTask writes the values that are there already, so that the other answers do not change. add_task itself cannot be
// measured for long: a person may have 1,000 tasks.
func (p person) updateTask() ask {
	return todoCall("update_task", fmt.Sprintf(`"user_id":%q,"task_id":%d,"title":%q,"description":%q`, p.user, p.task, taskTitles[0], taskDescription))
}

func todoCall(tool, arguments string) ask {
	return ask{method: "tools/call", name: tool, token: adminKey, params: fmt.Sprintf(`"name":%q,"arguments":{%s}`, tool, arguments)}
}

// withTasks adds the tasks of the first user.
func (s *berth) withTasks(ctx context.Context) (p person, err error) {
	var me struct{ User struct{ ID string } }
	if err := s.rest(ctx, http.MethodGet, "/me", nil, &me); err != nil {
		return p, err
	}
	p.user = me.User.ID
	for _, title := range taskTitles {
		_, got, err := p.addTask(title).once(ctx, s.mcpURL("todo"), legacy)
		if err != nil {
			return p, err
		}
		var added struct {
			StructuredContent struct {
				TaskID int `json:"task_id"`
			} `json:"structuredContent"`
		}
		if err := json.Unmarshal(got, &added); err != nil {
			return p, err
		}
		if p.task == 0 {
			p.task = added.StructuredContent.TaskID
		}
	}
	return p, nil
}

// prepare fills Berth and sends it every request once: all later answers must be the same.
func (b *bench) prepare(ctx context.Context, s *berth) ([]scenario, error) {
	if _, err := s.publishCards(ctx, "gifts", "forest"); err != nil {
		return nil, err
	}
	p, err := s.withTasks(ctx)
	if err != nil {
		return nil, err
	}
	scenarios := scenariosOf(p)
	for i := range scenarios {
		sc := &scenarios[i]
		var err error
		if sc.want, _, err = sc.ask.once(ctx, s.mcpURL(sc.slug), sc.Era); err != nil {
			return nil, err
		}
	}
	return scenarios, nil
}

func scenariosOf(p person) []scenario {
	const widget = "ui://widget/gifts.html"
	call := ask{method: "tools/call", name: "show_gifts", params: `"name":"show_gifts","arguments":{"message":"a present for my sister, about fifty dollars"}`}
	read := ask{method: "resources/read", name: widget, params: `"uri":"` + widget + `"`}
	var out []scenario
	both := func(name, slug, tool string, a ask) {
		for _, era := range []string{modern, legacy} {
			out = append(out, scenario{Name: name, Era: era, slug: slug, ask: a, tool: tool})
		}
	}
	both("tools/call (mock)", "gifts", "", call)
	both("tools/list", "gifts", "", ask{method: "tools/list"})
	both("resources/list", "gifts", "", ask{method: "resources/list"})
	both("resources/read", "gifts", "", read)
	out = append(out, scenario{Name: "server/discover", Era: modern, slug: "gifts", ask: ask{method: "server/discover"}}) // no other era has it
	both("list_tasks (native)", "todo", "list_tasks", p.listTasks())
	both("update_task (native)", "todo", "update_task", p.updateTask())
	return out
}
