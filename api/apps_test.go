package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

// app makes an app that can be published and answers its path.
func (c *client) app(name string) string {
	c.w.t.Helper()
	a := c.do("POST", "/api/v1/apps", map[string]any{"name": name, "toolName": "search_products", "toolDescription": "Search products."}).is(201)
	return "/api/v1/apps/" + a.text("id")
}

// call calls the tool of a published app over MCP, in the legacy era.
func (w *world) call(slug, tool string) *answer {
	w.t.Helper()
	c := w.anonymous()
	c.header.Set("Accept", "application/json, text/event-stream")
	c.header.Set("MCP-Protocol-Version", "2025-06-18")
	return c.do("POST", "/servers/"+slug+"/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": map[string]any{"message": "hi"}}})
}

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
		"draftAhead": false, "origin": "authored", "mcpUrl": nil, "uiUrl": nil,
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

// What another workspace has answers exactly like what does not exist.
func TestAppsOfOthers(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, annWorkspace, _ := w.person("ann@example.com")
	bob, _, _ := w.person("bob@example.com")
	app := ann.app("Secret Plans")
	ann.do("POST", app+"/publish", nil).is(200)
	const nothing = "/api/v1/apps/0199aaaa-0000-7000-8000-000000000000"
	for _, c := range []struct{ method, suffix, body string }{
		{"GET", "", ""}, {"PATCH", "", `{"name":"Mine"}`}, {"PATCH", "", `{"name":""}`}, {"DELETE", "", ""}, {"GET", "/check", ""},
		{"POST", "/publish", `{}`}, {"POST", "/unpublish", ""}, {"GET", "/releases", ""}, {"POST", "/releases/1/activate", ""},
		{"POST", "/test", `{"arguments":{}}`}, {"GET", "/calls", ""}, {"GET", "/preview", ""},
		{"POST", "/duplicate", ""},
	} {
		var body any
		if c.body != "" {
			body = c.body
		}
		theirs := bob.do(c.method, app+c.suffix, body).fails(404, "APP_NOT_FOUND").lacks("Secret", "secret")
		none := bob.do(c.method, nothing+c.suffix, body).fails(404, "APP_NOT_FOUND")
		if theirs.text("detail") != none.text("detail") {
			t.Errorf("%s %s: %q and %q", c.method, c.suffix, theirs.text("detail"), none.text("detail"))
		}
	}
	if got := bob.do("GET", "/api/v1/apps", nil).is(200).column("id"); got != nil {
		t.Errorf("Bob's list: %v", got)
	}
	bob.workspace = annWorkspace
	bob.do("GET", "/api/v1/apps", nil).fails(404, "NOT_FOUND")
	w.anonymous().do("GET", "/api/v1/apps", nil).fails(401, "UNAUTHENTICATED")
	ann.do("GET", app, nil).is(200)
}

func TestViewersReadAndEditorsWrite(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, _ := w.person("ann@example.com")
	viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
	editor, _ := w.join(ann, workspace, "editor", "editor@example.com")
	viewer.workspace, editor.workspace = workspace, workspace
	app := editor.app("Shared")
	for _, c := range []struct {
		method, path string
		body         any
		viewer       int
		editor       int
	}{
		{"GET", app, nil, 200, 200}, {"GET", "/api/v1/apps", nil, 200, 200}, {"GET", app + "/check", nil, 200, 200},
		{"GET", app + "/preview", nil, 200, 200}, {"GET", app + "/calls", nil, 200, 200}, {"GET", app + "/releases", nil, 200, 200},
		{"GET", "/api/v1/layouts", nil, 200, 200}, {"GET", "/api/v1/slugs/x", nil, 200, 200},
		{"POST", "/api/v1/lint", `{"toolName":"a","toolDescription":"b"}`, 200, 200},
		{"POST", "/api/v1/apps", `{"name":"x"}`, 403, 201}, {"PATCH", app, `{"description":"x"}`, 403, 200},
		{"POST", app + "/publish", nil, 403, 200}, {"POST", app + "/test", `{"arguments":{"message":"x"}}`, 403, 200},
		{"POST", app + "/unpublish", nil, 403, 200}, {"POST", app + "/releases/1/activate", nil, 403, 200}, {"DELETE", app, nil, 403, 204},
	} {
		if got := viewer.do(c.method, c.path, c.body); got.status != c.viewer {
			t.Errorf("viewer: %s %s answers %d, not %d: %s", c.method, c.path, got.status, c.viewer, got.body)
		}
		if got := editor.do(c.method, c.path, c.body); got.status != c.editor {
			t.Errorf("editor: %s %s answers %d, not %d: %s", c.method, c.path, got.status, c.editor, got.body)
		}
	}
}

func TestHostileDrafts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	bob, _, _ := w.person("bob@example.com")
	bob.do("POST", "/api/v1/apps", map[string]any{"name": "x", "mcpSlug": "bobs"}).is(201)
	deep := strings.Repeat(`{"a":`, 70) + `1` + strings.Repeat(`}`, 70)
	for _, c := range []struct {
		name, body string
		status     int
		code       string
		locations  string
	}{
		{"no body", "", 400, "BAD_REQUEST", ""},
		{"malformed", `{"name":`, 400, "BAD_REQUEST", ""},
		{"two documents", `{"name":"x"}{}`, 400, "BAD_REQUEST", ""},
		{"not UTF-8", "{\"name\":\"\xff\"}", 400, "BAD_REQUEST", ""},
		{"deep", `{"name":"x","mockData":` + deep + `}`, 400, "BAD_REQUEST", ""},
		{"endlessly deep", strings.Repeat(`[`, 1<<20), 400, "BAD_REQUEST", ""},
		{"too large", `{"name":"` + strings.Repeat("x", 2<<20) + `"}`, 413, "TOO_LARGE", ""},
		{"an array", `[]`, 422, "INVALID_CONFIG", "body"},
		{"null", `null`, 422, "INVALID_CONFIG", "body"},
		{"no name", `{}`, 422, "INVALID_CONFIG", "body.name"},
		{"blank name", `{"name":"   "}`, 422, "INVALID_CONFIG", "body.name"},
		{"name of 10,000 characters", `{"name":"` + strings.Repeat("é", 10_000) + `"}`, 422, "INVALID_CONFIG", "body.name"},
		{"NUL", `{"name":"a\u0000b"}`, 422, "INVALID_CONFIG", "body.name"},
		{"unknown fields", `{"name":"x","id":"1","status":"published","Name":"y"}`, 422, "INVALID_CONFIG", "body.Name body.id body.status"},
		{"wrong types", `{"name":1,"toolName":["a"],"themeVariables":"dark","mockData":"text","layoutTemplate":{}}`, 422, "INVALID_CONFIG",
			"body.layoutTemplate body.name body.themeVariables body.toolName body.mockData"},
		{"everything wrong", `{"name":"","toolName":"a b","mcpSlug":"-a","layoutTemplate":"none","themeVariables":{"radius":99,"light":{"accent":"red}</style>"}},"x":1}`, 422,
			"INVALID_CONFIG", "body.themeVariables.radius body.x body.name body.toolName body.mcpSlug body.layoutTemplate body.themeVariables.light.accent"},
		{"a theme wrong in type, range and form", `{"name":"x","themeVariables":{"radius":10000,"font":7,"scale":9,"density":"loose","light":{"accent":1,"text":"red"},"dark":{"muted":"red"}}}`,
			422, "INVALID_CONFIG", "body.themeVariables.font body.themeVariables.light.accent body.themeVariables.radius body.themeVariables.scale " +
				"body.themeVariables.light.text body.themeVariables.dark.muted body.themeVariables.density"},
		{"a theme that breaks out", `{"name":"x","themeVariables":{"light":{"accent":"red}</style>"},"font":"url(//x)","preset":"../x"}}`, 422, "INVALID_CONFIG",
			"body.themeVariables.light.accent body.themeVariables.font body.themeVariables.preset"},
		{"mockData of 257 KiB", `{"name":"x","mockData":{"a":"` + strings.Repeat("x", 257<<10) + `"}}`, 422, "INVALID_CONFIG", "body.mockData"},
		{"a reserved slug", `{"name":"x","mcpSlug":"admin"}`, 409, "SLUG_TAKEN", ""},
		{"somebody's slug", `{"name":"x","mcpSlug":"bobs"}`, 409, "SLUG_TAKEN", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := *ann
			got := a.do("POST", "/api/v1/apps", c.body)
			if c.body == "" {
				got = a.do("POST", "/api/v1/apps", nil)
			}
			got.fails(c.status, c.code).lacks("</style>", "json:", "goroutine")
			var locations []string
			for _, e := range asList(got.at("errors")) {
				problem, _ := e.(map[string]any)
				locations = append(locations, fmt.Sprint(problem["location"]))
				if problem["message"] == "" {
					t.Errorf("a problem without a message: %s", got.body)
				}
			}
			if diff := cmp.Diff(c.locations, strings.Join(locations, " ")); diff != "" {
				t.Errorf("locations (-want +got):\n%s\n%s", diff, got.body)
			}
		})
	}
	t.Cleanup(func() {
		if got := ann.do("GET", "/api/v1/apps", nil).is(200).column("id"); got != nil {
			t.Errorf("a refused draft is stored: %v", got)
		}
	})
}

// The greatest limit does not make a page of everything that a workspace can hold.
func TestAPageOfLargeAppsEndsEarly(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for range 20 {
		ann.do("POST", "/api/v1/apps", `{"name":"x","mockData":{"a":"`+strings.Repeat("x", 255<<10)+`"}}`).is(201)
	}
	first := ann.do("GET", "/api/v1/apps?limit=200", nil).is(200)
	if first.at("nextCursor") == nil || len(first.body) > 5<<20 {
		t.Fatalf("a page has %d bytes, next %v", len(first.body), first.at("nextCursor"))
	}
	rest := ann.do("GET", "/api/v1/apps?limit=200&cursor="+first.text("nextCursor"), nil).is(200)
	if n := len(first.column("id")) + len(rest.column("id")); n != 20 || rest.at("nextCursor") != nil {
		t.Errorf("two pages have %d apps, next %v", n, rest.at("nextCursor"))
	}
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Tagged")
	with := func(tag string) *client {
		c := *ann
		c.header = http.Header{"If-Match": {tag}}
		return &c
	}
	old := ann.do("GET", app, nil).is(200).header.Get("ETag")
	fresh := with(old).do("PATCH", app, `{"description":"one"}`).is(200).header.Get("ETag")
	if fresh == old {
		t.Fatal("a change keeps the ETag")
	}
	for tag, status := range map[string]int{old: 412, `"nonsense"`: 412, "W/" + fresh: 412, old + ", " + fresh: 200, "*": 200, fresh: 200} {
		if got := with(tag).do("PATCH", app, `{}`); got.status != status {
			t.Errorf("If-Match %s: %d, not %d", tag, got.status, status)
		}
	}
	with(old).do("PATCH", app, `{"description":"two"}`).fails(412, "PRECONDITION_FAILED")
	if got := ann.do("GET", app, nil).text("description"); got != "one" {
		t.Errorf("description: %q", got)
	}
}

func TestListApps(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	for _, name := range []string{"Alpha", "Beta", "Gamma"} {
		ann.app(name)
	}
	beta := ann.do("GET", "/api/v1/apps?q=BET", nil).is(200)
	if diff := cmp.Diff([]string{"Beta"}, beta.column("name")); diff != "" {
		t.Fatal(diff)
	}
	ann.do("POST", "/api/v1/apps/"+beta.column("id")[0]+"/publish", nil).is(200)
	for query, want := range map[string][]string{
		"": {"Gamma", "Beta", "Alpha"}, "?status=published": {"Beta"}, "?status=draft": {"Gamma", "Alpha"}, "?q=%25": nil, "?q=a&limit=1": {"Gamma"},
	} {
		if diff := cmp.Diff(want, ann.do("GET", "/api/v1/apps"+query, nil).is(200).column("name")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	page := ann.do("GET", "/api/v1/apps?limit=2", nil).is(200)
	if diff := cmp.Diff([]string{"Alpha"}, ann.do("GET", "/api/v1/apps?limit=2&cursor="+page.text("nextCursor"), nil).is(200).column("name")); diff != "" {
		t.Errorf("second page (-want +got):\n%s", diff)
	}
	for query, status := range map[string]int{"?limit=0": 422, "?limit=201": 422, "?limit=x": 422, "?cursor=x": 400, "?status=live": 422} {
		if got := ann.do("GET", "/api/v1/apps"+query, nil); got.status != status {
			t.Errorf("%s: %d, not %d", query, got.status, status)
		}
	}
}

func TestTryOutADraft(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Try Me")
	ann.do("POST", app+"/test", `{"arguments":{"message":"hi"},"release":"live"}`).fails(409, "CONFLICT")
	ann.do("POST", app+"/test", `{"arguments":"hi"}`).fails(422, "INVALID_CONFIG")
	ann.do("POST", app+"/test", `{}`).fails(422, "INVALID_CONFIG")
	got := ann.do("POST", app+"/test", `{"arguments":{"message":"hi","context":{"n":12345678901234567890.10}}}`).is(200)
	if !strings.Contains(got.body, "12345678901234567890.10") {
		t.Errorf("the arguments lost digits: %s", got.body)
	}
	if got.text("request", "method") != "POST" || got.text("request", "body", "method") != "tools/call" || got.at("response", "result", "structuredContent") == nil {
		t.Errorf("exchange: %s", got.body)
	}
	wrong := ann.do("POST", app+"/test", `{"arguments":{"message":5}}`).is(200)
	if wrong.at("response", "result", "isError") != true || !strings.Contains(wrong.body, "must be a string, not a number") {
		t.Errorf("wrong arguments: %s", wrong.body)
	}
	w.call("try-me", "search_products").is(404)
	ann.do("POST", app+"/publish", nil).is(200)
	ann.do("POST", app+"/test", `{"arguments":{"message":"hi"},"release":"live"}`).is(200)
	w.call("try-me", "search_products").is(200)

	w.served.flush(t)
	calls := ann.do("GET", app+"/calls", nil).is(200).lacks("hi", "12345678901234567890")
	if diff := cmp.Diff([]string{"builder", "builder", "builder"}, calls.column("client")[1:]); diff != "" {
		t.Errorf("clients (-want +got):\n%s\n%s", diff, calls.body)
	}
	if diff := cmp.Diff([]string{"ok", "ok", "invalid", "ok"}, calls.column("outcome")); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

func TestPreviewPage(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Seen")
	ann.do("PATCH", app, map[string]any{"mockData": map[string]any{"items": []any{map[string]any{"title": "</script><script>alert(1)</script>"}}}}).is(200)
	page := ann.do("GET", app+"/preview", nil).is(200).lacks("<script>alert")
	for name, want := range map[string]string{"Content-Type": "text/html; charset=utf-8", "X-Frame-Options": "SAMEORIGIN", "X-Content-Type-Options": "nosniff"} {
		if got := page.header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if csp := page.header.Values("Content-Security-Policy"); len(csp) != 1 || !strings.Contains(csp[0], "script-src 'sha256-") || strings.Contains(csp[0], "unsafe") {
		t.Errorf("policy: %v", csp)
	}
}

func TestLintSlugsAndLayouts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	bad := ann.do("POST", "/api/v1/lint", `{"toolName":"order","toolDescription":"Order stuff"}`).is(200)
	score, _ := bad.at("score").(float64)
	finding, _ := asList(bad.at("findings"))[0].(map[string]any)
	if score > 30 || finding["rule"] == nil || finding["severity"] == nil || finding["message"] == nil || finding["suggestion"] == nil {
		t.Errorf("lint: %s", bad.body)
	}
	ann.do("POST", "/api/v1/lint", `{"toolName":"order"}`).fails(422, "INVALID_CONFIG")

	for slug, want := range map[string]string{"fresh": `{"available":true,"suggestion":"fresh"}`, "admin": `{"available":false,"suggestion":"admin-2"}`} {
		if got := ann.do("GET", "/api/v1/slugs/"+slug, nil).is(200); strings.TrimSpace(got.body) != want {
			t.Errorf("%s: %s", slug, got.body)
		}
	}

	layouts := ann.do("GET", "/api/v1/layouts", nil).is(200)
	for _, item := range asList(layouts.at("items")) {
		l, _ := item.(map[string]any)
		if l["name"] == "" || l["title"] == "" || l["description"] == "" || l["dataSchema"] == nil || l["sample"] == nil || !strings.HasPrefix(fmt.Sprint(l["preview"]), "data:image/") {
			t.Errorf("layout: %v", l)
		}
	}
	if names := layouts.column("name"); len(names) == 0 || strings.Contains(strings.Join(names, " "), "todo") {
		t.Errorf("layouts: %v", names)
	}
}

func TestSeededAppsAreListedAndCannotBeChanged(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, user := w.person("ann@example.com")
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, User: platform.UserID(user), Workspace: platform.WorkspaceID(workspace)}}
	_, err := w.served.apps.Seed(t.Context(), by, "gift", platform.Manifest{
		Name: "Gift", Access: platform.AccessPublic,
		Tools: []platform.ToolSpec{{Name: "find_gifts", Description: "Find gifts.", Input: json.RawMessage(`{"type":"object"}`),
			Handler: platform.HandlerRef{Kind: "mock", Config: json.RawMessage(`{"data":{},"text":"Gifts."}`)}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	list := ann.do("GET", "/api/v1/apps", nil).is(200)
	if diff := cmp.Diff([]string{"seeded"}, list.column("origin")); diff != "" {
		t.Fatal(diff)
	}
	app := "/api/v1/apps/" + list.column("id")[0]
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
