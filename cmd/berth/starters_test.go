package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"berth/platform/lint"
	"berth/test/conformance"
)

// caller is somebody who uses an app.
type caller struct {
	*process
	slug, key string
}

// answer is what a caller is told.
type answer struct {
	IsError           bool
	Content           []struct{ Text string }
	StructuredContent json.RawMessage
}

// call calls a tool; arguments are JSON.
func (c caller) call(tool, arguments string) (a answer) {
	c.t.Helper()
	status, raw := c.mcp(c.slug, "tools/call", tool, `"name":"`+tool+`","arguments":`+arguments, "Authorization", "Bearer "+c.key)
	var message struct{ Result answer }
	if err := json.Unmarshal([]byte(raw), &message); err != nil || status != http.StatusOK || len(message.Result.Content) == 0 {
		c.t.Fatalf("%s %s: %d %v %s", tool, arguments, status, err, raw)
	}
	return message.Result
}

// text is what the model reads.
func (a answer) text() string { return a.Content[0].Text }

// start makes an app of a template, as GET /templates returns it but for what POST /apps does not take, and publishes it.
func (p *process) start(template map[string]any) app {
	p.t.Helper()
	body := map[string]any{}
	for name, value := range template {
		switch name {
		case "slug", "shipped", "preview", // what the template is called and looks like
			"toolName", "toolDescription", "layoutTemplate", "mockData", "responseText": // the first of its tools once more
		default:
			body[name] = value
		}
	}
	var made app
	var check struct{ Problems []any }
	if status := p.rest("POST", "/apps", body, &made); status != http.StatusCreated {
		p.t.Fatalf("create %v: %d", template["slug"], status)
	}
	if p.rest("GET", "/apps/"+made.ID+"/check", nil, &check); len(check.Problems) > 0 {
		p.t.Errorf("%v cannot be published: %v", template["slug"], check.Problems)
	}
	if status := p.rest("POST", "/apps/"+made.ID+"/publish", nil, &made); status != http.StatusOK {
		p.t.Fatalf("publish %v: %d", template["slug"], status)
	}
	return made
}

// TestEveryStarterCanBeUsedAtOnce makes an app of each template that answers from tables, and tries what can be done with it.
func TestEveryStarterCanBeUsedAtOnce(t *testing.T) {
	t.Parallel()
	p := startWithFixture(t)
	var list struct{ Items []map[string]any }
	p.rest("GET", "/templates?limit=100", nil, &list)
	people := [2]conformance.Someone{p.signUp("ada@example.com"), p.signUp("bob@example.com")}
	stories := map[string]func(app, [2]conformance.Someone){
		"to-do-list": p.toDoList, "bakery": p.bakery, "booking-requests": p.bookingRequests, "staff-directory": p.staffDirectory,
		"product-catalogue": p.productCatalogue, "event-calendar": p.eventCalendar, "faq": p.faq, "my-support-bot": p.supportBot,
	}
	for _, template := range list.Items {
		slug, _ := template["slug"].(string)
		p.worded(template)
		story := stories[slug]
		if story == nil && template["shipped"] == false {
			t.Errorf("nobody tries %s", slug)
		}
		if story == nil {
			continue
		}
		delete(stories, slug)
		made := p.start(template)
		p.examples(made, template, people[0])
		story(made, people)
	}
	if len(stories) > 0 {
		t.Errorf("templates that are not there: %v", stories)
	}
}

// worded judges the tools of a template as those of authors are judged.
func (p *process) worded(template map[string]any) {
	p.t.Helper()
	tools, _ := template["tools"].([]any)
	for _, tool := range tools {
		fields, _ := tool.(map[string]any)
		name, _ := fields["name"].(string)
		description, _ := fields["description"].(string)
		if name == "my_support_bot" { // which its document names so (spec 002): judged by its description alone
			name = "ask_support"
		}
		if r := lint.Tool(name, description); r.Score < 90 {
			p.t.Errorf("%v: %s scores %d: %+v", template["slug"], name, r.Score, r.Findings)
		}
	}
}

// examples calls the tools of an app with the arguments that it gives as examples, and looks for marks on its rows.
func (p *process) examples(made app, template map[string]any, by conformance.Someone) {
	p.t.Helper()
	raw, err := json.Marshal(template)
	if err != nil {
		p.t.Fatal(err)
	}
	var t struct {
		ExampleData bool
		Tools       []struct {
			Name    string
			Example json.RawMessage
		}
		Tables []struct {
			Columns []struct{ Name string }
			Rows    []map[string]any
		}
	}
	if err := json.Unmarshal(raw, &t); err != nil {
		p.t.Fatal(err)
	}
	if !t.ExampleData || len(t.Tables) == 0 {
		p.t.Errorf("%s does not say that its data are examples, or has no table", made.MCPSlug)
	}
	for _, table := range t.Tables {
		for _, row := range table.Rows {
			if name, _ := row[table.Columns[0].Name].(string); !strings.HasPrefix(name, "Example ") {
				p.t.Errorf("%s: the row %v does not say that it is an example", made.MCPSlug, row)
			}
		}
	}
	tools := t.Tools
	if len(tools) == 0 {
		p.t.Errorf("%s has no tools", made.MCPSlug)
	}
	for _, tool := range tools {
		if string(tool.Example) == "null" {
			continue
		}
		if a := (caller{p, made.MCPSlug, by.Key}).call(tool.Name, string(tool.Example)); a.IsError || len(a.StructuredContent) == 0 || tool.Name != "list_tasks" && strings.Contains(a.text(), "Nothing found") {
			p.t.Errorf("%s %s: %s %s", made.MCPSlug, tool.Name, a.text(), a.StructuredContent)
		}
	}
}

// found calls a tool that searches, and requires the names in its answer, and no other example.
func (c caller) found(tool, arguments string, names ...string) {
	c.t.Helper()
	a := c.call(tool, arguments)
	data := string(a.StructuredContent)
	for _, name := range names {
		if !strings.Contains(data, `"`+name+`"`) {
			c.t.Errorf("%s %s does not find %s: %s", tool, arguments, name, data)
		}
	}
	if n := strings.Count(data, `"title":"Example `) + strings.Count(data, `"name":"Example `); n != len(names) || a.IsError {
		c.t.Errorf("%s %s finds %d, want %d: %s", tool, arguments, n, len(names), data)
	}
}

// toDoList lives the stories of two people, of whom nobody learns anything of the other.
func (p *process) toDoList(made app, people [2]conformance.Someone) {
	ada, bob := caller{p, made.MCPSlug, people[0].Key}, caller{p, made.MCPSlug, people[1].Key}
	if status, answer := p.mcp(made.MCPSlug, "tools/call", "list_tasks", `"name":"list_tasks","arguments":{}`); status != http.StatusUnauthorized {
		p.t.Errorf("nobody lists tasks: %d %s", status, answer)
	}
	ada.found("list_tasks", `{}`, "Example task 3") // what its example has added
	added := ada.call("add_task", `{"title":"Buy groceries","description":"Milk, eggs, bread"}`)
	var one struct {
		Row struct{ ID, Title, Description, Status string }
	}
	if err := json.Unmarshal(added.StructuredContent, &one); err != nil || one.Row.Status != "pending" || !strings.Contains(added.text(), "Buy groceries") {
		p.t.Fatalf("added %s %s", added.StructuredContent, added.text())
	}
	id := one.Row.ID
	if a := bob.call("list_tasks", `{}`); strings.Contains(string(a.StructuredContent), "groceries") || !strings.HasPrefix(a.text(), "Nothing found") || a.IsError {
		p.t.Errorf("bob sees %s %s", a.StructuredContent, a.text())
	}
	for _, tool := range []string{"complete_task", "delete_task", "update_task"} {
		more := ""
		if tool == "update_task" {
			more = `,"title":"Mine"`
		}
		theirs, none := bob.call(tool, `{"id":"`+id+`"`+more+`}`), bob.call(tool, `{"id":"01890000-0000-7000-8000-000000000000"`+more+`}`)
		if !theirs.IsError || theirs.text() != none.text() {
			p.t.Errorf("bob's %s of ada's task: %q, of none: %q", tool, theirs.text(), none.text())
		}
	}
	for arguments, tool := range map[string]string{`{"title":""}`: "add_task", `{"title":"  "}`: "add_task", `{}`: "add_task", `{"title":"` + strings.Repeat("x", 201) + `"}`: "add_task",
		`{"title":"x","user_id":"bob"}`: "add_task", `{"id":"` + id + `"}`: "update_task", `{"id":"` + id + `","title":""}`: "update_task", `{"status":"some"}`: "list_tasks"} {
		if a := ada.call(tool, arguments); !a.IsError {
			p.t.Errorf("%s %s: %s", tool, arguments, a.text())
		}
	}
	if a := ada.call("update_task", `{"id":"`+id+`","title":"Buy groceries and fruits"}`); a.IsError || !strings.Contains(string(a.StructuredContent), "Milk, eggs, bread") {
		p.t.Errorf("updated %s %s", a.StructuredContent, a.text())
	}
	for range 2 { // again makes no difference
		if a := ada.call("complete_task", `{"id":"`+id+`"}`); a.IsError || !strings.Contains(a.text(), "Buy groceries and fruits") {
			p.t.Errorf("completed %s", a.text())
		}
	}
	ada.found("list_tasks", `{"status":"pending"}`, "Example task 3")
	if a := ada.call("list_tasks", `{"status":"completed"}`); !strings.Contains(string(a.StructuredContent), `"Buy groceries and fruits"`) {
		p.t.Errorf("completed tasks: %s", a.StructuredContent)
	}
	if a := ada.call("delete_task", `{"id":"`+id+`"}`); a.IsError || !strings.Contains(a.text(), "Removed") {
		p.t.Errorf("deleted %s", a.text())
	}
	if a := ada.call("complete_task", `{"id":"`+id+`"}`); !a.IsError {
		p.t.Errorf("completed what is deleted: %s", a.text())
	}
}

// bakery asks for anything vegan under 3 €. A changed price is live at once.
func (p *process) bakery(made app, people [2]conformance.Someone) {
	c := caller{p, made.MCPSlug, people[0].Key}
	c.found("find_breads", `{"vegan":true,"max_price":3}`, "Example bread 1")
	c.found("find_breads", `{"query":"rol"}`, "Example roll 2")
	c.found("find_breads", `{"kind":"cake","sold_today":true}`, "Example cake 4")
	var rows struct {
		Items []struct {
			ID     string
			Values struct{ Name string }
		}
	}
	at := "/apps/" + made.ID + "/tables/breads/rows"
	p.rest("GET", at+"?filter=name%3DExample%20cake%204", nil, &rows)
	if len(rows.Items) != 1 {
		p.t.Fatalf("rows: %+v", rows)
	}
	if status := p.rest("PATCH", at+"/"+rows.Items[0].ID, map[string]any{"values": map[string]any{"price": 2.5}}, nil); status != http.StatusOK {
		p.t.Fatalf("change a price: %d", status)
	}
	c.found("find_breads", `{"vegan":true,"max_price":3}`, "Example bread 1", "Example cake 4")
}

// bookingRequests sends what the form asks for, and finds it as new in the table. Nobody reads requests by a tool.
func (p *process) bookingRequests(made app, people [2]conformance.Someone) {
	c := caller{p, made.MCPSlug, people[1].Key}
	if a := c.call("show_booking_form", `{"message":"A table, please"}`); !strings.Contains(string(a.StructuredContent), `"tool":"request_booking"`) {
		p.t.Errorf("the form is %s", a.StructuredContent)
	}
	request := func(name string, value any) answer {
		args := map[string]any{"name": "Ada", "email": "ada@example.com", "date": "2030-02-01", "time": "19:30", "guests": 3}
		args[name] = value
		raw, err := json.Marshal(args)
		if err != nil {
			p.t.Fatal(err)
		}
		return c.call("request_booking", string(raw))
	}
	if a := request("message", "By the window"); a.IsError || !strings.Contains(a.text(), "received") || !strings.Contains(string(a.StructuredContent), `"status":"new"`) {
		p.t.Errorf("requested: %s %s", a.text(), a.StructuredContent)
	}
	for name, value := range map[string]any{"status": "done", "received_at": "2030-01-01T00:00:00Z", "time": "late", "date": "soon", "guests": 0, "email": "ada"} {
		if a := request(name, value); !a.IsError || !strings.Contains(a.text(), name) {
			p.t.Errorf("requested with %s %v: %s", name, value, a.text())
		}
	}
	var rows struct{ Total int }
	if p.rest("GET", "/apps/"+made.ID+"/tables/requests/rows?filter=status%3Dnew", nil, &rows); rows.Total != 3 { // the two examples besides
		p.t.Errorf("%d new requests, want 3", rows.Total)
	}
}

func (p *process) staffDirectory(made app, people [2]conformance.Someone) {
	c := caller{p, made.MCPSlug, people[0].Key}
	c.found("find_people", `{"department":"Department B"}`, "Example person 2", "Example person 3")
	c.found("find_people", `{"subject":"another example"}`, "Example person 2")
	if a := c.call("find_people", `{"department":"Department A"}`); !strings.Contains(string(a.StructuredContent), "person1@example.com") {
		p.t.Errorf("how to reach them: %s", a.StructuredContent)
	}
}

func (p *process) productCatalogue(made app, people [2]conformance.Someone) {
	c := caller{p, made.MCPSlug, people[0].Key}
	c.found("find_products", `{"in_stock":true,"min_price":15}`, "Example product 3")
	c.found("find_products", `{"label":"example","max_price":20}`, "Example product 1", "Example product 2")
	c.found("compare_products", `{"category":"Category A"}`, "Example product 1", "Example product 2")
}

func (p *process) eventCalendar(made app, people [2]conformance.Someone) {
	c := caller{p, made.MCPSlug, people[0].Key}
	c.found("find_events", `{"from":"2030-02-01","until":"2030-03-31"}`, "Example event 2", "Example event 3")
	c.found("find_events", `{"near":{"lat":0,"lon":0.01,"km":5}}`, "Example event 1")
	c.found("find_events", `{"kind":"music"}`, "Example event 3")
}

func (p *process) faq(made app, people [2]conformance.Someone) {
	c := caller{p, made.MCPSlug, people[0].Key}
	c.found("find_answers", `{"topic":"Topic B"}`, "Example question 2?", "Example question 3?")
	if a := c.call("find_answers", `{"query":"zebra"}`); !strings.Contains(a.text(), "Nothing found for “zebra”") || a.IsError {
		p.t.Errorf("for zebra: %s", a.text())
	}
	if a := c.call("find_answers", `{"query":"answer 3"}`); !strings.Contains(a.text(), "“Example question 3?”. Its answer: Example answer 3") {
		p.t.Errorf("for answer 3: %s", a.text())
	}
}

// supportBot is asked what the first users were promised (spec 002), and learns from its author's rows at once.
func (p *process) supportBot(made app, people [2]conformance.Someone) {
	c := caller{p, made.MCPSlug, people[0].Key}
	var answer struct{ Text string }
	if status := p.rest("POST", "/apps/"+made.ID+"/tables/faq/rows", map[string]any{"values": map[string]string{"question": "Example question about parcels?", "answer": "On the van."}}, nil); status != http.StatusCreated {
		p.t.Errorf("add a row: %d", status)
	}
	a := c.call("my_support_bot", `{"message":"Where is my parcel?","context":{"customer":"42"}}`)
	if err := json.Unmarshal(a.StructuredContent, &answer); err != nil || a.IsError || !strings.Contains(answer.Text, "Where is my parcel?") || !strings.Contains(answer.Text, "On the van.") {
		p.t.Errorf("the row that fits is not known: %v %s", err, a.StructuredContent)
	}
	for message, want := range map[string]string{"!error": `"reason":"provider"`, "!refuse": `"reason":"refused"`, "!badjson": `"reason":"schema"`, "!length": `"reason":"length"`} {
		a := c.call("my_support_bot", `{"message":"`+message+`"}`)
		if got := string(a.StructuredContent); !a.IsError || !strings.Contains(got, want) || !strings.Contains(got, `"code":"LLM_ERROR"`) {
			p.t.Errorf("%s: %s", message, got)
		}
	}
	if a := c.call("my_support_bot", `{"message":"!badjson-once Hello"}`); a.IsError {
		p.t.Errorf("an answer that is mended: %s", a.StructuredContent)
	}
	if status, list := p.mcp(made.MCPSlug, "server/discover", "", ""); status != http.StatusOK || strings.Contains(list, "support desk") || !strings.Contains(list, "Pass the customer") {
		p.t.Errorf("what clients are told: %d %s", status, list)
	}
}
