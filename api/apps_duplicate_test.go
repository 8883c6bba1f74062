package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDuplicate(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, _ := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		app := ann.app("Shop")
		ann.do("PATCH", app, `{"mcpSlug":"shop","themeVariables":{"radius":3},"mockData":{"items":[{"title":"Tea"}]},"responseText":"Tea.","systemPrompt":"Be kind."}`).is(200)
		ann.do("POST", app+"/publish", nil).is(200)
		original := ann.do("GET", app, nil).is(200)
		for _, c := range []struct {
			name string
			body any
			want string
		}{{"no body", nil, "Shop (copy)"}, {"an empty body", "{}", "Shop (copy)"}, {"a name", `{"name":"Bakery"}`, "Bakery"}} {
			copied := ann.do("POST", app+"/duplicate", c.body).is(201)
			for _, field := range []string{"toolName", "toolDescription", "layoutTemplate", "themeVariables", "mockData", "responseText", "systemPrompt", "description"} {
				if diff := cmp.Diff(original.at(field), copied.at(field)); diff != "" {
					t.Errorf("%s: %s:\n%s", c.name, field, diff)
				}
			}
			if copied.text("name") != c.want || copied.at("mcpSlug") != nil || copied.text("status") != "draft" || copied.at("publishVersion") != 0.0 ||
				copied.text("origin") != "authored" || copied.text("id") == original.text("id") || copied.header.Get("ETag") == "" {
				t.Errorf("%s: %s", c.name, copied.body)
			}
			audit := ann.do("GET", "/api/v1/workspaces/"+workspace+"/audit?limit=1", nil).is(200)
			if audit.column("action")[0] != "app.create" || audit.column("target")[0] != copied.text("id") || audit.column("actor")[0] != "ann@example.com" {
				t.Errorf("audit: %s", audit.body)
			}
		}
		if after := ann.do("GET", app, nil).is(200); after.body != original.body {
			t.Error("the original has changed")
		}
		for _, bad := range []string{`{"name":""}`, `{"name":"  "}`, `{"name":"a\u0000"}`, `{"name":"a\u0007"}`, `{"name":1}`, `{"name":"` + strings.Repeat("x", 101) + `"}`} {
			if got := ann.do("POST", app+"/duplicate", bad).fails(422, "INVALID_CONFIG").locations(); len(got) != 1 || got[0] != "body.name" {
				t.Errorf("%s: %v", bad, got)
			}
		}
		ann.do("POST", app+"/duplicate", `{"mcpSlug":"mine"}`).fails(422, "INVALID_CONFIG")

		bob.do("POST", app+"/duplicate", nil).fails(404, "APP_NOT_FOUND").lacks("Shop")
		w.anonymous().do("POST", app+"/duplicate", nil).fails(401, "UNAUTHENTICATED")
		viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
		editor, _ := w.join(ann, workspace, "editor", "editor@example.com")
		viewer.workspace, editor.workspace = workspace, workspace
		viewer.do("POST", app+"/duplicate", nil).fails(403, "FORBIDDEN")
		editor.do("POST", app+"/duplicate", nil).is(201)
	})
}

func TestDuplicateOfSeededApps(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, user := w.person("ann@example.com")
		withTemplate, without := w.seed(workspace, user, "todo"), w.seed(workspace, user, "gift")
		copied := ann.do("POST", withTemplate+"/duplicate", nil).is(201)
		if copied.text("name") != "Task list" || copied.text("origin") != "authored" || copied.text("toolName") != "show_tasks" || copied.at("mcpSlug") != nil {
			t.Errorf("copy: %s", copied.body)
		}
		ann.do("POST", "/api/v1/apps/"+copied.text("id")+"/publish", nil).is(200)
		w.call("task-list", "show_tasks").is(200)
		refused := ann.do("POST", without+"/duplicate", nil).fails(409, "CONFLICT")
		if !strings.Contains(refused.text("detail"), "has no template") {
			t.Errorf("refused: %s", refused.body)
		}
		// A seeded app is something to look at: its widget with the layout's sample, where it has none of its own.
		if page := ann.do("GET", without+"/preview", nil).is(200); !strings.Contains(page.body, `{"data":{`) {
			t.Error("the preview of a seeded app is empty")
		}
	})
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, _ := w.person("ann@example.com")
	list := ann.do("GET", "/api/v1/templates", nil).is(200)
	if diff := cmp.Diff([]string{"todo"}, list.column("slug")); diff != "" || !strings.HasPrefix(list.column("preview")[0], "data:image/") {
		t.Fatalf("templates: %s", list.body)
	}
	fields, _ := asList(list.at("items"))[0].(map[string]any)
	delete(fields, "slug")
	delete(fields, "preview")
	delete(fields, "shipped")
	app := ann.do("POST", "/api/v1/apps", fields).is(201)
	if problems := asList(ann.do("GET", "/api/v1/apps/"+app.text("id")+"/check", nil).is(200).at("problems")); len(problems) > 0 {
		t.Errorf("a template's app cannot be published: %v", problems)
	}
	viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
	viewer.workspace = workspace
	viewer.do("GET", "/api/v1/templates", nil).is(200)
	w.anonymous().do("GET", "/api/v1/templates", nil).fails(401, "UNAUTHENTICATED")
	ann.do("GET", "/api/v1/templates?cursor=x", nil).fails(400, "BAD_REQUEST")
}
