package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/store"
	"berth/platform/store/storetest"
)

// each runs test on the API over SQLite and over PostgreSQL.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, setupOn(t, s)) })
}

// locations names the fields in which an answer finds problems.
func (a *answer) locations() []string {
	a.t.Helper()
	var all []string
	for _, e := range asList(a.at("errors")) {
		problem, _ := e.(map[string]any)
		all = append(all, fmt.Sprint(problem["location"]))
	}
	return all
}

func TestPreviewOfWhatIsNotSaved(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, _, _ := w.person("ann@example.com")
		app := ann.app("Seen")
		before := ann.do("GET", app, nil).is(200).body
		query := url.Values{"layoutTemplate": {"markdown"}, "themeVariables": {`{"radius":3,"light":{"accent":"#123456"}}`},
			"mockData": {`{"text":"# Hi </script><script>alert(1)\n![x](https://img.example/a.png)"}`}}
		page := ann.do("GET", app+"/preview?"+query.Encode(), nil).is(200).lacks("<script>alert")
		for _, part := range []string{"--radius:3px", "#123456", "# Hi"} {
			if !strings.Contains(page.body, part) {
				t.Errorf("the page lacks %q", part)
			}
		}
		policy := page.header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "frame-ancestors 'self'") || !strings.Contains(policy, "https://img.example") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy: %s", policy)
		}
		if after := ann.do("GET", app, nil).is(200).body; after != before {
			t.Errorf("a preview changed the draft: %s", cmp.Diff(before, after))
		}
		if plain := ann.do("GET", app+"/preview", nil).is(200); strings.Contains(plain.body, "#123456") || plain.body == page.body {
			t.Error("a preview is kept")
		}
	})
}

func TestPreviewForChatGPT(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Seen")
	ships := ann.do("GET", app+"/preview", nil).is(200)
	emulated := ann.do("GET", app+"/preview?host=chatgpt", nil).is(200)
	if strings.Contains(ships.body, "openai:set_globals\", {") || !strings.Contains(emulated.body, "openai:set_globals\", {") {
		t.Error("only a page that plays ChatGPT gets the script that stands for window.openai")
	}
	count := func(a *answer) int { return strings.Count(a.header.Get("Content-Security-Policy"), "sha256-") }
	if count(emulated) != count(ships)+1 || !strings.Contains(emulated.header.Get("Content-Security-Policy"), "sandbox allow-scripts") {
		t.Errorf("policy: %s", emulated.header.Get("Content-Security-Policy"))
	}
	ann.do("GET", app+"/preview?host=claude", nil).is(422)
	eve, _, _ := w.person("eve@example.com")
	eve.do("GET", app+"/preview?host=chatgpt", nil).is(404)
}

func TestHostilePreviews(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Seen")
	for _, c := range []struct{ name, parameter, value, locations string }{
		{"no such layout", "layoutTemplate", "../todo", "query.layoutTemplate"},
		{"a layout of a seeded app", "layoutTemplate", "todo-list", "query.layoutTemplate"},
		{"no JSON", "themeVariables", "{", "query.themeVariables"},
		{"no object", "themeVariables", `"dark"`, "query.themeVariables"},
		{"a colour that breaks out", "themeVariables", `{"light":{"accent":"red}</style>"},"radius":99,"x":1}`,
			"query.themeVariables.radius query.themeVariables.x query.themeVariables.light.accent"},
		{"a field twice", "themeVariables", `{"radius":1,"radius":2}`, "query.themeVariables"},
		{"a theme of 5 KiB", "themeVariables", `{"font":"` + strings.Repeat("x", 5<<10) + `"}`, "query.themeVariables"},
		{"data of 17 KiB", "mockData", `{"a":"` + strings.Repeat("x", 17<<10) + `"}`, "query.mockData"},
		{"data that is no object", "mockData", `7`, "query.mockData"},
		{"NUL", "mockData", `{"a":["\u0000"]}`, "query.mockData.a[0]"},
		{"deep", "mockData", strings.Repeat("[", 5000), "query.mockData"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := *ann
			got := a.do("GET", app+"/preview?"+url.Values{c.parameter: {c.value}}.Encode(), nil).fails(422, "INVALID_CONFIG").lacks("</style>", "The body")
			if diff := cmp.Diff(c.locations, strings.Join(got.locations(), " ")); diff != "" {
				t.Errorf("locations (-want +got):\n%s\n%s", diff, got.body)
			}
			if got.header.Get("X-Frame-Options") != "DENY" {
				t.Error("a refusal may be framed")
			}
		})
	}
	all := url.Values{"layoutTemplate": {"no"}, "themeVariables": {`{"radius":-1}`}, "mockData": {"1"}}
	if got := ann.do("GET", app+"/preview?"+all.Encode(), nil).fails(422, "INVALID_CONFIG").locations(); len(got) != 3 {
		t.Errorf("not every problem at once: %v", got)
	}
}

// A link by anybody must not show anything as a page at our address, which the session cookie would let a browser open.
func TestUnsavedIsNoPageOfItsOwn(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, _ := w.person("ann@example.com")
	app := ann.app("Seen")
	browser := func(dest string) *client {
		b := *ann
		b.header = http.Header{"Sec-Fetch-Dest": {dest}}
		return &b
	}
	text := url.Values{"layoutTemplate": {"markdown"}, "mockData": {`{"text":"Sign in again at https://elsewhere.example"}`}}
	for _, address := range []string{app + "/preview?" + text.Encode(), "/api/v1/layouts/markdown/preview?" + text.Encode()} {
		browser("document").do("GET", address, nil).fails(403, "FORBIDDEN").lacks("elsewhere.example")
		browser("iframe").do("GET", address, nil).is(200)
	}
	browser("document").do("GET", app+"/preview?host=chatgpt", nil).fails(403, "FORBIDDEN")
	browser("document").do("GET", app+"/preview?workspace="+workspace, nil).is(200)
	browser("document").do("GET", "/api/v1/layouts/markdown/preview", nil).is(200)
}

// The query names a workspace among the caller's own, and only where it has to.
func TestPreviewInAWorkspaceOfTheQuery(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, annWorkspace, _ := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		second := ann.do("POST", "/api/v1/workspaces", map[string]any{"name": "Second"}).is(201).text("id")
		inSecond := *ann
		inSecond.workspace = second
		app := inSecond.app("Hidden Plans")
		ann.do("GET", app+"/preview", nil).fails(404, "APP_NOT_FOUND")
		ann.do("GET", app+"/preview?workspace="+second, nil).is(200)
		ann.do("GET", app+"/preview?workspace="+annWorkspace, nil).fails(404, "APP_NOT_FOUND")
		ann.do("GET", app+"/preview?workspace=0199aaaa-0000-7000-8000-000000000000", nil).fails(404, "NOT_FOUND")
		ann.do("GET", app+"/preview?workspace=%27%20OR%201=1", nil).fails(404, "NOT_FOUND")
		bob.do("GET", app+"/preview?workspace="+second, nil).fails(404, "NOT_FOUND").lacks("Hidden")
		w.anonymous().do("GET", app+"/preview?workspace="+second, nil).fails(401, "UNAUTHENTICATED")
		program, _ := ann.key(annWorkspace, map[string]any{})
		program.do("GET", app+"/preview?workspace="+second, nil).fails(404, "NOT_FOUND")
		ann.do("GET", app+"?workspace="+second, nil).fails(404, "APP_NOT_FOUND")

		viewer, _ := w.join(&inSecond, second, "viewer", "viewer@example.com")
		viewer.do("GET", app+"/preview?workspace="+second, nil).is(200)
	})
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

// A draft may name any number of picture hosts, but a header must stay one that browsers and proxies take.
func TestThePolicyOfAPreviewIsShort(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Pictures")
	items := make([]map[string]string, 300)
	for i := range items {
		items[i] = map[string]string{"title": "x", "image": fmt.Sprintf("https://%03d.%s.example/a.png", i, strings.Repeat("long.", 40))}
	}
	items[0]["image"], items[1]["image"] = "https://"+strings.Repeat("000.", 70)+"example/a.png", "https://000.example:99999/a.png"
	ann.do("PATCH", app, map[string]any{"mockData": map[string]any{"items": items}}).is(200)
	policy := ann.do("GET", app+"/preview", nil).is(200).header.Get("Content-Security-Policy")
	if n := strings.Count(policy, "https://"); n != 50 || len(policy) > 14<<10 || strings.Contains(policy, "https://000.") {
		t.Errorf("%d hosts in %d bytes: %.300s", n, len(policy), policy)
	}
}
