package api_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		const endpoint = "http://127.0.0.1:3001/servers/product-search/mcp"
		if got.text("url") != endpoint || got.text("pageUrl") != strings.TrimSuffix(endpoint, "/mcp") || got.at("live") != true || got.text("signIn") != "none" || got.text("access") != "public" || got.text("name") != "Product Search" {
			t.Errorf("connect: %s", got.body)
		}
		seen, links := map[string]string{}, map[string]string{}
		for _, item := range asList(got.at("clients")) {
			c, _ := item.(map[string]any)
			id, _ := c["id"].(string)
			seen[id], _ = c["copy"].(string)
			links[id], _ = c["install"].(string)
			if len(asList(c["steps"])) == 0 || c["name"] == "" || c["copy"] != "" && (c["language"] == "" || !strings.Contains(seen[id], endpoint)) {
				t.Errorf("%s: %v", id, c)
			}
			if c["language"] == "json" && !json.Valid([]byte(seen[id])) {
				t.Errorf("%s: %s", id, seen[id])
			}
		}
		for _, id := range []string{"chatgpt", "claude", "claude-code", "codex", "cursor", "vscode", "inspector", "typescript", "python", "go"} {
			if _, ok := seen[id]; !ok {
				t.Errorf("there are no steps for %s", id)
			}
		}
		checkChatGPT(t, got.at("clients"), endpoint, "")
		checkInstall(t, links, map[string]any{"url": endpoint}, map[string]any{"name": "product-search", "type": "http", "url": endpoint})
		page := w.anonymous()
		page.header.Set("Accept", "text/html")
		if shown := page.do("GET", "/servers/product-search", nil).is(200); !strings.Contains(shown.body, "urllib.request") ||
			!strings.Contains(shown.body, html.EscapeString(links["cursor"])) || !strings.Contains(shown.body, "vscode:mcp/install?%7B") {
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

		seeded := w.seedAs(workspace, user, "todo", platform.Manifest{Access: platform.AccessPerson, Tools: []platform.ToolSpec{{Name: "list"}}})
		private := ann.do("GET", seeded+"/connect", nil).is(200).lacks("{auth}")
		if private.text("signIn") != "key" || private.text("access") != "person" || private.at("signedInUrl") != nil {
			t.Errorf("an app that asks for a person: %s", private.body)
		}
		for _, item := range asList(private.at("clients")) {
			c, _ := item.(map[string]any)
			if program := strings.Contains(c["copy"].(string), "YOUR_API_KEY"); program != (c["asks"] == "Every request sends an API key of yours.") ||
				program == (c["asks"] == "You sign in on a page of this server when you connect it.") || strings.Contains(fmt.Sprint(c["steps"]), "{") && !strings.Contains(fmt.Sprint(c["steps"]), "Bearer") {
				t.Errorf("%v", c)
			}
			if c["language"] == "json" && !json.Valid([]byte(c["copy"].(string))) {
				t.Errorf("%v", c)
			}
			id, _ := c["id"].(string)
			links[id], _ = c["install"].(string)
		}
		todo := strings.Replace(endpoint, "product-search", "todo", 1)
		checkChatGPT(t, private.at("clients"), todo, "As authentication take OAuth, and sign in on the page of this server that opens.")
		checkInstall(t, links, map[string]any{"url": todo}, map[string]any{"name": "todo", "type": "http", "url": todo})
	})
}

// A mixed app has two addresses: clients that decide by the first answer get the one that always asks.
func TestConnectToAMixedApp(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, _, _ := w.person("ann@example.com")
		app := ann.app("Desk")
		ann.do("PATCH", app, `{"access":"mixed"}`).is(200)
		ann.do("POST", app+"/publish", nil).is(200)
		const endpoint = "http://127.0.0.1:3001/servers/desk/mcp"
		got := ann.do("GET", app+"/connect", nil).is(200).lacks("{url}", "{signIn}", `"url":""`)
		if got.text("access") != "mixed" || got.text("url") != endpoint || got.text("signedInUrl") != endpoint+"/signed-in" || got.text("signIn") != "none" {
			t.Errorf("%s", got.body)
		}
		checkChatGPT(t, got.at("clients"), endpoint,
			"As authentication take the one that allows both OAuth and none: ChatGPT then asks you to sign in where a tool needs it.")
		for _, item := range asList(got.at("clients")) {
			c, _ := item.(map[string]any)
			eager := map[string]bool{"claude": true, "claude-code": true, "codex": true, "cursor": true}[c["id"].(string)]
			want := endpoint + map[bool]string{true: "/signed-in"}[eager]
			if c["url"] != want || c["copy"] != "" && !strings.Contains(c["copy"].(string), want) || eager != strings.HasSuffix(c["asks"].(string), "when you connect it.") || c["asks"] == "" ||
				c["install"] != "" && c["id"] == "vscode" && strings.Contains(c["install"].(string), "signed-in") {
				t.Errorf("%v", c)
			}
		}
		page := w.anonymous()
		page.header.Set("Accept", "text/html")
		for _, path := range []string{"/servers/desk", "/servers/desk/mcp/signed-in"} {
			if shown := page.do("GET", path, nil).is(200); !strings.Contains(shown.body, `data-copy="`+endpoint+`/signed-in"`) || !strings.Contains(shown.body, `data-copy="`+endpoint+`"`) {
				t.Errorf("%s: %s", path, shown.body)
			}
		}
	})
}

// checkChatGPT compares the steps for ChatGPT with what its settings are called today. signIn is the step for an app that asks for a person, or
// may ask for one.
func checkChatGPT(t *testing.T, clients any, endpoint, signIn string) {
	t.Helper()
	want := []any{"Open Settings, then Apps, then Advanced settings, and turn on Developer mode.", "Under Apps choose Create app, give it a name and paste " + endpoint}
	if signIn != "" {
		want = append(want, signIn)
	}
	want = append(want, "Start a new chat, pick the app from the + menu and ask for what it does.")
	for _, item := range asList(clients) {
		if c, _ := item.(map[string]any); c["id"] == "chatgpt" {
			if diff := cmp.Diff(want, asList(c["steps"])); diff != "" {
				t.Errorf("the steps for ChatGPT (-want +got):\n%s", diff)
			}
			return
		}
	}
	t.Error("there are no steps for ChatGPT")
}

// checkInstall reads the links as the clients do, and compares what they would store.
func checkInstall(t *testing.T, links map[string]string, cursor, code map[string]any) {
	t.Helper()
	for id, link := range links {
		if (link != "") != (id == "cursor" || id == "vscode") {
			t.Errorf("%s: link %q", id, link)
		}
	}
	u, err := url.Parse(links["cursor"])
	if err != nil || u.Scheme+"://"+u.Host+u.Path != "cursor://anysphere.cursor-deeplink/mcp/install" || u.Query().Get("name") != code["name"] {
		t.Fatalf("cursor: %q: %v", links["cursor"], err)
	}
	raw, err := base64.StdEncoding.DecodeString(u.Query().Get("config"))
	if err != nil {
		t.Fatal(err)
	}
	query, found := strings.CutPrefix(links["vscode"], "vscode:mcp/install?")
	plain, err := url.PathUnescape(query)
	if !found || err != nil {
		t.Fatalf("vscode: %q: %v", links["vscode"], err)
	}
	for text, want := range map[string]map[string]any{string(raw): cursor, plain: code} {
		var got map[string]any
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("link (-want +got):\n%s", diff)
		}
	}
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
		for _, bad := range []string{`{"name":""}`, `{"name":" "}`, `{"name":"a\u0000"}`, `{}`, `{"name":null}`, `{"name":"` + strings.Repeat("x", 101) + `"}`,
			`{"name":"a\u202eb"}`, `{"name":"a\u200eb"}`, `{"name":"a\u200fb"}`, `{"name":"a\u061cb"}`} {
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
