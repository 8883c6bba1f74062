package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
)

func TestConnect(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, user := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		app := ann.app("Product Search")
		ann.do("GET", app+"/connect", nil).fails(409, "CONFLICT")
		ann.do("POST", app+"/publish", nil).is(200)
		got := ann.do("GET", app+"/connect", nil).is(200).lacks("{url}", "{slug}", "{auth}", "YOUR_API_KEY")
		const url = "http://127.0.0.1:3001/servers/product-search/mcp"
		if got.text("url") != url || got.text("pageUrl") != strings.TrimSuffix(url, "/mcp") || got.at("live") != true || got.text("signIn") != "none" || got.text("name") != "Product Search" {
			t.Errorf("connect: %s", got.body)
		}
		seen := map[string]string{}
		for _, item := range asList(got.at("clients")) {
			c, _ := item.(map[string]any)
			id, _ := c["id"].(string)
			seen[id], _ = c["copy"].(string)
			if len(asList(c["steps"])) == 0 || c["name"] == "" || c["copy"] != "" && (c["language"] == "" || !strings.Contains(seen[id], url)) {
				t.Errorf("%s: %v", id, c)
			}
			if c["language"] == "json" && !json.Valid([]byte(seen[id])) {
				t.Errorf("%s: %s", id, seen[id])
			}
		}
		for _, id := range []string{"chatgpt", "claude", "claude-code", "cursor", "vscode", "inspector", "typescript", "python", "go"} {
			if _, ok := seen[id]; !ok {
				t.Errorf("there are no steps for %s", id)
			}
		}
		page := w.anonymous()
		page.header.Set("Accept", "text/html")
		if html := page.do("GET", "/servers/product-search", nil).is(200); !strings.Contains(html.body, "urllib.request") {
			t.Error("the page for people says something else")
		}
		ann.do("POST", app+"/unpublish", nil).is(200)
		if got := ann.do("GET", app+"/connect", nil).is(200); got.at("live") != false {
			t.Errorf("unpublished: %s", got.body)
		}

		viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
		viewer.workspace = workspace
		viewer.do("GET", app+"/connect", nil).is(200)
		bob.do("GET", app+"/connect", nil).fails(404, "APP_NOT_FOUND")
		w.anonymous().do("GET", app+"/connect", nil).fails(401, "UNAUTHENTICATED")

		by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, User: platform.UserID(user), Workspace: platform.WorkspaceID(workspace)}}
		seeded, err := w.served.apps.Seed(t.Context(), by, "todo", platform.Manifest{Name: "Todo", Access: platform.AccessPerson, Tools: []platform.ToolSpec{{
			Name: "list", Input: json.RawMessage(`{"type":"object"}`), Handler: platform.HandlerRef{Kind: "mock", Config: json.RawMessage(`{"data":{},"text":"x"}`)}}}})
		if err != nil {
			t.Fatal(err)
		}
		private := ann.do("GET", "/api/v1/apps/"+string(seeded.ID)+"/connect", nil).is(200).lacks("{auth}")
		if private.text("signIn") != "key" || strings.Count(private.body, "YOUR_API_KEY") != 7 {
			t.Errorf("an app that asks for a key: %s", private.body)
		}
		for _, item := range asList(private.at("clients")) {
			if c, _ := item.(map[string]any); c["language"] == "json" && !json.Valid([]byte(c["copy"].(string))) {
				t.Errorf("%v", c)
			}
		}
	})
}

func TestRenameWorkspace(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, _ := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		path := "/api/v1/workspaces/" + workspace
		editor, _ := w.join(ann, workspace, "editor", "editor@example.com")
		if got := ann.do("PATCH", path, `{"name":" Tea Ltd "}`).is(200); got.text("name") != "Tea Ltd" || got.text("role") != "owner" || got.text("id") != workspace {
			t.Errorf("renamed: %s", got.body)
		}
		if got := ann.do("GET", "/api/v1/me", nil).is(200); got.text("workspace", "name") != "Tea Ltd" {
			t.Errorf("me: %s", got.body)
		}
		for range 2 {
			ann.do("PATCH", path, `{"name":"Tea Ltd"}`).is(200)
		}
		audit := ann.do("GET", path+"/audit?action=workspace", nil).is(200)
		if got := audit.column("action"); len(got) != 2 || got[0] != "workspace.update" || !strings.Contains(audit.body, `"after":{"name":"Tea Ltd"}`) {
			t.Errorf("audit: %s", audit.body)
		}
		for _, bad := range []string{`{"name":""}`, `{"name":" "}`, `{"name":"a\u0000"}`, `{}`, `{"name":null}`, `{"name":"` + strings.Repeat("x", 101) + `"}`} {
			ann.do("PATCH", path, bad).fails(422, "INVALID_CONFIG")
		}
		editor.do("PATCH", path, `{"name":"Mine"}`).fails(403, "FORBIDDEN")
		bob.do("PATCH", path, `{"name":"Mine"}`).fails(404, "NOT_FOUND")
		w.anonymous().do("PATCH", path, `{"name":"Mine"}`).fails(401, "UNAUTHENTICATED")
	})
}

func TestAuditIsFiltered(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, _ := w.person("ann@example.com")
		editor, _ := w.join(ann, workspace, "editor", "eddy@example.com")
		editor.workspace = workspace
		app := editor.app("Shop")
		ann.app("Bakery")
		ann.do("POST", app+"/publish", nil).is(200)
		audit := "/api/v1/workspaces/" + workspace + "/audit?"
		id := app[strings.LastIndex(app, "/")+1:]
		for query, want := range map[string]string{
			"action=app": "app.publish app.create app.create", "action=app.create": "app.create app.create", "action=app.c": "", "action=ap": "", "action=%25": "",
			"action=app&actor=EDDY@example.com": "app.create", "target=" + id: "app.publish app.create", "actor=bob@example.com": "",
			"action=app&since=2020-01-01T00:00:00Z": "app.publish app.create app.create", "since=2999-01-01T00:00:00Z": "", "until=2020-01-01T00:00:00Z": "",
			"action=app&target=%27%20OR%201=1": "",
		} {
			if got := strings.Join(ann.do("GET", audit+query, nil).is(200).column("action"), " "); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		first := ann.do("GET", audit+"action=app&limit=1", nil).is(200)
		second := ann.do("GET", audit+"action=app&limit=2&cursor="+first.text("nextCursor"), nil).is(200)
		if got := strings.Join(second.column("action"), " "); got != "app.create app.create" || second.at("nextCursor") != nil {
			t.Errorf("second page: %s", second.body)
		}
		ann.do("GET", audit+"since=never", nil).fails(422, "INVALID_CONFIG")
		ann.do("GET", audit+"action="+strings.Repeat("x", 65), nil).fails(422, "INVALID_CONFIG")
		editor.do("GET", audit+"action=app", nil).fails(403, "FORBIDDEN")
	})
}
