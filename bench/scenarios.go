package main

import (
	"context"
	"fmt"
	"slices"
)

// scenario is one kind of request in one era, made of all three servers.
type scenario struct {
	Name string `json:"name"`
	Era  string `json:"era"`
	slug string
	ask  ask
	tool string // native tool, whose own work counts apart
	want []byte // Berth's answer; nil = it differs from call to call
	size int    // of the answer, in bytes
}

// people are the callers of the todo app: one lists five tasks, the other adds.
type people struct{ lister, adder, adderKey string }

// prepare fills Berth and asks it every request once: what it answers is what all are held to.
func (b *bench) prepare(ctx context.Context, s *berth) (people, []scenario, error) {
	var p people
	var err error
	if p.lister, _, err = s.whoami(ctx); err != nil {
		return p, nil, err
	}
	if p.adder, p.adderKey, err = s.secondPerson(ctx); err != nil {
		return p, nil, err
	}
	if _, err := s.publishCards(ctx, "gifts", "forest"); err != nil {
		return p, nil, err
	}
	for _, title := range taskTitles {
		add := ask{method: "tools/call", name: "add_task", token: adminKey, params: addTask(p.lister, title)}
		if _, _, err := add.once(ctx, s.mcpURL("todo"), legacy); err != nil {
			return p, nil, err
		}
	}
	scenarios := p.scenarios()
	for i := range scenarios {
		sc := &scenarios[i]
		body, _, err := sc.ask.once(ctx, s.mcpURL(sc.slug), sc.Era)
		if err != nil {
			return p, nil, err
		}
		if sc.size = len(body); sc.tool != "add_task" {
			sc.want = body
		}
	}
	return p, scenarios, nil
}

var taskTitles = []string{"Buy groceries for the week", "Call the dentist about Thursday", "Send the report to Ana", "Water the plants", "Renew the library card"}

func addTask(user, title string) string {
	return fmt.Sprintf(`"name":"add_task","arguments":{"user_id":%q,"title":%q,"description":"Written by the benchmark; nothing to do here."}`, user, title)
}

func (p people) scenarios() []scenario {
	const widget = "ui://widget/gifts.html"
	public := func(method, name, params string) ask { return ask{method: method, name: name, params: params} }
	call := public("tools/call", "show_gifts", `"name":"show_gifts","arguments":{"message":"a present for my sister, about fifty dollars"}`)
	list := ask{method: "tools/call", name: "list_tasks", token: adminKey, params: fmt.Sprintf(`"name":"list_tasks","arguments":{"user_id":%q}`, p.lister)}
	add := ask{method: "tools/call", name: "add_task", token: p.adderKey, params: addTask(p.adder, "Buy groceries for the week")}
	var out []scenario
	for _, era := range []string{modern, legacy} {
		out = append(out,
			scenario{Name: "tools/call (mock)", Era: era, slug: "gifts", ask: call},
			scenario{Name: "tools/list", Era: era, slug: "gifts", ask: public("tools/list", "", "")},
			scenario{Name: "resources/list", Era: era, slug: "gifts", ask: public("resources/list", "", "")},
			scenario{Name: "resources/read", Era: era, slug: "gifts", ask: public("resources/read", widget, `"uri":"`+widget+`"`)})
		if era == modern { // the legacy eras have no such method
			out = append(out, scenario{Name: "server/discover", Era: era, slug: "gifts", ask: public("server/discover", "", "")})
		}
		out = append(out,
			scenario{Name: "list_tasks (native)", Era: era, slug: "todo", ask: list, tool: "list_tasks"},
			scenario{Name: "add_task (native)", Era: era, slug: "todo", ask: add, tool: "add_task"})
	}
	slices.SortStableFunc(out, func(a, b scenario) int { return slices.Index(order, a.Name) - slices.Index(order, b.Name) })
	return out
}

var order = []string{"tools/call (mock)", "tools/list", "resources/list", "resources/read", "server/discover", "list_tasks (native)", "add_task (native)"}
