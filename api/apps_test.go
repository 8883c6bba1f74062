package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

func TestAFreshDraft(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	a := ann.do("POST", "/api/v1/apps", map[string]any{"name": "Café São"}).is(201)
	got, ok := a.at().(map[string]any)
	if !ok {
		t.Fatal(a.body)
	}
	items, _ := got["mockData"].(map[string]any)["items"].([]any)
	if len(items) == 0 {
		t.Errorf("mockData is not the layout's sample: %v", got["mockData"])
	}
	for _, field := range []string{"createdAt", "updatedAt"} {
		if at, err := time.Parse(time.RFC3339Nano, a.text(field)); err != nil || at.Location() != time.UTC {
			t.Errorf("%s: %v, %v", field, got[field], err)
		}
		delete(got, field)
	}
	delete(got, "mockData")
	delete(got, "id")
	want := map[string]any{
		"name": "Café São", "description": "", "mcpSlug": nil, "status": "draft", "toolName": "", "toolDescription": "", "layoutTemplate": "cards",
		"themeVariables": map[string]any{}, "responseText": "", "systemPrompt": "", "publishVersion": 0.0, "liveVersion": nil, "publishedAt": nil,
		"draftAhead": false, "origin": "authored", "mcpUrl": nil, "uiUrl": nil, "suspended": nil,
		"instructions": "", "access": "public", "allow": map[string]any{"emails": []any{}, "domains": []any{}}, "scopes": []any{}, "exampleData": true,
		"tools": []any{map[string]any{"name": "", "title": "", "description": "", "input": nil, "handler": map[string]any{"kind": "mock"}, "mode": "live",
			"layoutTemplate": "cards", "mockData": nil, "responseText": "", "hints": nil, "example": nil, "scopes": []any{}, "visibility": []any{"model", "app"}, "opensFrom": []any{}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := ann.do("GET", "/api/v1/apps/"+a.text("id"), nil).is(200); again.body != a.body || again.header.Get("ETag") == "" {
		t.Errorf("read: %s", again.body)
	}
}

func TestFromDraftToServerAndBack(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.do("POST", "/api/v1/apps", map[string]any{"name": "Product Search"}).is(201)
	path := "/api/v1/apps/" + app.text("id")

	check := ann.do("GET", path+"/check", nil).is(200)
	refused := ann.do("POST", path+"/publish", nil).fails(422, "INVALID_CONFIG")
	if diff := cmp.Diff(check.at("problems"), refused.at("errors")); diff != "" {
		t.Errorf("check and publish differ:\n%s", diff)
	}
	published := ann.do("POST", path+"/publish", map[string]any{"toolName": "search_products", "toolDescription": "Search."}).is(200)
	for field, want := range map[string]any{
		"status": "published", "mcpSlug": "product-search", "publishVersion": 1.0, "liveVersion": 1.0, "draftAhead": false, "toolName": "search_products",
		"mcpUrl": "http://127.0.0.1:3001/servers/product-search/mcp", "uiUrl": "http://127.0.0.1:3001/servers/product-search/ui/cards.html",
	} {
		if got := published.at(field); got != want {
			t.Errorf("%s: %v, want %v", field, got, want)
		}
	}
	if check := ann.do("GET", path+"/check", nil).is(200); check.body != "{\"problems\":[]}\n" {
		t.Errorf("check: %s", check.body)
	}
	w.call("product-search", "search_products").is(200)
	if page := w.anonymous().do("GET", "/servers/product-search/ui/cards.html", nil).is(200); !strings.Contains(page.header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("widget policy: %s", page.header.Get("Content-Security-Policy"))
	}

	ahead := ann.do("PATCH", path, map[string]any{"mockData": map[string]any{"items": []any{map[string]any{"title": "Only this"}}}}).is(200)
	if ahead.at("draftAhead") != true {
		t.Errorf("draftAhead: %s", ahead.body)
	}
	w.call("product-search", "search_products").lacks("Only this")
	ann.do("POST", path+"/publish", "{}").is(200)
	if got := w.call("product-search", "search_products"); !strings.Contains(got.body, "Here is 1 item: Only this.") {
		t.Errorf("call: %s", got.body)
	}
	rolledBack := ann.do("POST", path+"/releases/1/activate", nil).is(200)
	if rolledBack.at("liveVersion") != 1.0 || rolledBack.at("publishVersion") != 2.0 || rolledBack.at("draftAhead") != true {
		t.Errorf("rolled back: %s", rolledBack.body)
	}
	w.call("product-search", "search_products").is(200).lacks("Only this")
	ann.do("POST", path+"/releases/3/activate", nil).fails(404, "NOT_FOUND")
	ann.do("POST", path+"/releases/0/activate", nil).fails(422, "INVALID_CONFIG")

	releases := ann.do("GET", path+"/releases", nil).is(200)
	first, _ := releases.at("items").([]any)[0].(map[string]any)
	if len(releases.at("items").([]any)) != 2 || first["version"] != 2.0 || first["live"] != false || first["publishedBy"] != "ann@example.com" {
		t.Errorf("releases: %s", releases.body)
	}

	for range 2 {
		if got := ann.do("POST", path+"/unpublish", nil).is(200); got.at("status") != "draft" || got.at("liveVersion") != nil || got.at("mcpSlug") != "product-search" {
			t.Errorf("unpublished: %s", got.body)
		}
	}
	w.call("product-search", "search_products").is(404)
	ann.do("POST", path+"/publish", nil).is(200)
	w.call("product-search", "search_products").is(200)
	ann.do("DELETE", path, nil).is(204)
	w.call("product-search", "search_products").is(404)
	ann.do("GET", path, nil).fails(404, "APP_NOT_FOUND")
}

func TestSeededAppsAreListedAndCannotBeChanged(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, user := w.person("ann@example.com")
	app := w.seedAs(workspace, user, "gift", platform.Manifest{Access: platform.AccessPublic, Tools: []platform.ToolSpec{{Name: "find_gifts"}}})
	list := ann.do("GET", "/api/v1/apps", nil).is(200)
	if diff := cmp.Diff([]string{"seeded"}, list.column("origin")); diff != "" {
		t.Fatal(diff)
	}
	ann.do("PATCH", app, `{"name":"Mine"}`).fails(403, "FORBIDDEN")
	ann.do("DELETE", app, nil).fails(403, "FORBIDDEN")
	ann.do("POST", app+"/publish", `{"toolName":"mine"}`).fails(403, "FORBIDDEN")
	w.call("gift", "find_gifts").is(200)
	ann.do("POST", app+"/unpublish", nil).is(200)
	w.call("gift", "find_gifts").is(404)
	ann.do("POST", app+"/publish", nil).is(200)
	w.call("gift", "find_gifts").is(200)
	ann.do("POST", app+"/test", `{"arguments":{}}`).is(200)
	ann.do("GET", app+"/preview", nil).fails(404, "NOT_FOUND")
}
