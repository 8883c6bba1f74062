package api_test

import (
	"testing"
)

// The API answers a request for an app of another workspace exactly like one for an app that does not exist.
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
