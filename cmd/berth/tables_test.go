package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"berth/platform/schema"
)

// TestToolsOnTables makes a table, publishes tools on it, and has them called: what is changed by REST is in the next answer, what a
// tool inserts is there by REST.
func TestToolsOnTables(t *testing.T) {
	t.Parallel()
	p := startWithFixture(t)
	var a app
	if status := p.rest("POST", "/apps", map[string]any{"name": "Bakery", "access": "mixed", "tools": []any{
		map[string]any{"name": "find_breads", "description": "Finds breads by words, price and what is vegan.", "layoutTemplate": "cards", "handler": map[string]any{
			"kind": "query", "table": "breads", "search": []string{"name", "notes"}, "sort": []string{"-price"},
			"filters": []any{map[string]any{"argument": "max_price", "column": "price", "op": "lte"}, map[string]any{"argument": "vegan", "column": "vegan", "op": "eq"}}}},
		map[string]any{"name": "add_bread", "description": "Adds a bread to the list of breads.", "handler": map[string]any{"kind": "insert", "table": "breads"}},
		map[string]any{"name": "add_wish", "description": "Keeps a wish of the person who asks.", "handler": map[string]any{"kind": "insert", "table": "wishes"}},
		map[string]any{"name": "my_wishes", "description": "Lists the wishes of the person who asks.", "handler": map[string]any{"kind": "query", "table": "wishes"}},
	}}, &a); status != http.StatusCreated {
		t.Fatalf("create the app: %d", status)
	}
	for _, table := range []map[string]any{
		{"name": "breads", "columns": []any{map[string]any{"name": "name", "type": "text", "required": true, "unique": true},
			map[string]any{"name": "price", "type": "money", "currency": "EUR"}, map[string]any{"name": "vegan", "type": "boolean"}, map[string]any{"name": "notes", "type": "text"},
			map[string]any{"name": "photo", "type": "image"}}},
		{"name": "wishes", "ownedRows": true, "columns": []any{map[string]any{"name": "wish", "type": "text"}}},
	} {
		if status := p.rest("POST", "/apps/"+a.ID+"/tables", table, nil); status != http.StatusCreated {
			t.Fatalf("make the table %s: %d", table["name"], status)
		}
	}
	var rye struct{ ID string }
	p.rest("POST", "/apps/"+a.ID+"/tables/breads/rows", map[string]any{"values": map[string]any{"name": "Rye", "price": 3.2, "vegan": true, "photo": "https://pictures.example/rye.jpg"}}, &rye)
	p.rest("POST", "/apps/"+a.ID+"/tables/breads/rows", map[string]any{"values": map[string]any{"name": "Brioche", "price": 4, "vegan": false}}, nil)
	var refused json.RawMessage
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, &refused); status != http.StatusOK {
		t.Fatalf("publish: %d %s", status, refused)
	}
	if err := json.Unmarshal(refused, &a); err != nil {
		t.Fatal(err)
	}
	call := func(tool, arguments string, headers ...string) string {
		t.Helper()
		status, answer := p.mcp(a.MCPSlug, "tools/call", tool, `"name":"`+tool+`","arguments":`+arguments, headers...)
		if status != http.StatusOK {
			t.Fatalf("%s %s: %d %s", tool, arguments, status, answer)
		}
		return answer
	}
	says := func(answer string, pieces ...string) {
		t.Helper()
		for _, piece := range pieces {
			if without, not := strings.CutPrefix(piece, "!"); strings.Contains(answer, without) == not {
				t.Errorf("%s: want %s", answer, piece)
			}
		}
	}
	says(call("find_breads", `{"vegan":true,"max_price":3.5}`), `"title":"Rye"`, "!Brioche")
	if _, listed := p.mcp(a.MCPSlug, "resources/list", "", ``); !strings.Contains(listed, `"resourceDomains":["https://pictures.example"`) {
		t.Errorf("the widget may not load the pictures of the rows: %s", listed)
	}
	if status := p.rest("PATCH", "/apps/"+a.ID+"/tables/breads/rows/"+rye.ID, map[string]any{"values": map[string]any{"price": 3.6}}, nil); status != http.StatusOK {
		t.Fatalf("change the price: %d", status)
	}
	says(call("find_breads", `{"vegan":true,"max_price":3.5}`), "Nothing found for max_price 3.5, vegan true.", `"items":[]`, "!isError\":true")
	says(call("add_bread", `{"name":"Baguette","price":1.5,"vegan":true}`), `"name":"Baguette"`)
	says(call("find_breads", `{"query":"baguete"}`), `"title":"Baguette"`, "!Rye")
	says(call("add_bread", `{"name":"Baguette"}`), `"isError":true`, "CONFLICT", "Nothing was done")
	says(call("add_bread", `{"price":"3"}`), `"isError":true`, "INVALID_INPUT", "price", "name")
	var page struct{ Total int }
	p.rest("GET", "/apps/"+a.ID+"/tables/breads/rows?filter=price<2", nil, &page)
	if page.Total != 1 {
		t.Errorf("%d rows below 2, want what the tool inserted", page.Total)
	}

	key := []string{"Authorization", "Bearer " + adminKey}
	says(call("add_wish", `{"wish":"cake"}`, key...), `"wish":"cake"`)
	says(call("add_wish", `{"wish":"tart"}`), `"wish":"tart"`)
	says(call("my_wishes", `{}`, key...), "cake", "!tart", `"count":1`)
	says(call("my_wishes", `{}`), "!cake", "!tart", `"count":0`)

	if status := p.rest("PATCH", "/apps/"+a.ID+"/tables/breads", map[string]any{"columns": []any{map[string]any{"name": "name", "type": "text"}}}, nil); status != http.StatusConflict {
		t.Errorf("columns that a tool uses are taken away: %d", status)
	}
}

// TestMockAnswersFitTheirSchema: clients hold what a tool answers against the output schema that it declares, also while mock data stand in.
func TestMockAnswersFitTheirSchema(t *testing.T) {
	t.Parallel()
	p := startWithFixture(t)
	var a app
	tool := func(name, kind string, more map[string]any) map[string]any {
		made := map[string]any{"name": name, "description": "Works on breads.", "layoutTemplate": nil, "mode": "mock", "handler": map[string]any{"kind": kind, "table": "breads"}}
		for field, value := range more {
			made[field] = value
		}
		return made
	}
	if status := p.rest("POST", "/apps", map[string]any{"name": "Bakery",
		"tables": []any{map[string]any{"name": "breads", "columns": []any{map[string]any{"name": "name", "type": "text", "required": true}}}},
		"tools": []any{tool("find", "query", nil), tool("add", "insert", nil), tool("change", "update", nil), tool("drop", "delete", nil),
			tool("fitting", "query", map[string]any{"mockData": map[string]any{"rows": []any{}, "count": 7}}),
			tool("free", "query", map[string]any{"mockData": map[string]any{"loaves": 3}})}}, &a); status != http.StatusCreated {
		t.Fatalf("create the app: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a); status != http.StatusOK {
		t.Fatalf("publish: %d", status)
	}
	var list struct {
		Result struct {
			Tools []struct {
				Name         string
				OutputSchema json.RawMessage
			}
		}
	}
	if _, answer := p.mcp(a.MCPSlug, "tools/list", "", ""); json.Unmarshal([]byte(answer), &list) != nil || len(list.Result.Tools) != 6 {
		t.Fatalf("tools/list: %s", answer)
	}
	for _, listed := range list.Result.Tools {
		arguments := map[string]string{"add": `{"name":"Rye"}`, "change": `{"id":"1"}`, "drop": `{"id":"1"}`}[listed.Name]
		if arguments == "" {
			arguments = "{}"
		}
		_, answer := p.mcp(a.MCPSlug, "tools/call", listed.Name, `"name":"`+listed.Name+`","arguments":`+arguments)
		var called struct {
			Result struct {
				IsError           bool
				StructuredContent json.RawMessage
			}
		}
		fits, err := schema.Compile(listed.OutputSchema)
		if err != nil || json.Unmarshal([]byte(answer), &called) != nil || called.Result.IsError {
			t.Fatalf("%s: %v %s", listed.Name, err, answer)
		}
		if problems := fits.Validate(called.Result.StructuredContent); len(problems) > 0 {
			t.Errorf("%s: %s does not fit what the tool declares: %v", listed.Name, called.Result.StructuredContent, problems)
		}
	}
}
