package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/publish"
)

// say calls the tool of a published app with a message.
func (w *world) say(slug, tool, message string) *answer {
	w.t.Helper()
	c := w.anonymous()
	c.header.Set("Accept", "application/json, text/event-stream")
	c.header.Set("MCP-Protocol-Version", "2025-06-18")
	return c.do("POST", "/servers/"+slug+"/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": map[string]any{"message": message}}})
}

func TestSampling(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, _ := w.person("ann@example.com")
		app, quiet := ann.app("Shop"), ann.app("Quiet")
		for _, path := range []string{app, quiet} {
			ann.do("POST", path+"/publish", nil).is(200)
		}
		sampling := func(body any) *answer { return ann.do("PUT", app+"/sampling", body).is(200) }
		samples := func(path string) *answer {
			w.served.sampler.Flush(t.Context())
			return ann.do("GET", path+"/samples", nil).is(200)
		}

		if got := ann.do("GET", app+"/sampling", nil).is(200); strings.TrimSpace(got.body) != `{"enabled":false,"retentionDays":7,"since":null}` {
			t.Errorf("at first: %s", got.body)
		}
		w.say("shop", "search_products", "before").is(200)
		if on := sampling(`{"enabled":true,"retentionDays":3}`); on.at("enabled") != true || on.at("retentionDays") != 3.0 || on.text("since") == "" {
			t.Errorf("turned on: %s", on.body)
		}
		audit := ann.do("GET", "/api/v1/workspaces/"+workspace+"/audit?limit=1", nil).is(200)
		if audit.column("action")[0] != "app.sampling" || !strings.Contains(audit.body, `"after":{"enabled":true,"retentionDays":3}`) {
			t.Errorf("audit: %s", audit.body)
		}
		w.say("shop", "search_products", "<b>tea</b> of 10 é").is(200)
		w.say("shop", "no_such_tool", "nothing")
		w.say("quiet", "search_products", "secret").is(200)
		ann.do("POST", app+"/test", `{"arguments":{}}`).is(200)
		list := samples(app).lacks("secret", "before")
		if diff := cmp.Diff([]string{"invalid", "ok"}, list.column("outcome")); diff != "" {
			t.Fatalf("samples (-want +got):\n%s\n%s", diff, list.body)
		}
		if got := list.column("arguments"); got[0] != "{}" || got[1] != `{"message":"\u003cb\u003etea\u003c/b\u003e of 10 é"}` {
			t.Errorf("arguments: %q", got)
		}
		for i, want := range []string{`"isError":true`, `"structuredContent":`} {
			if got := list.column("result")[i]; !strings.Contains(got, want) || !json.Valid([]byte(got)) {
				t.Errorf("result: %s", got)
			}
		}
		if calls := list.column("client"); calls[0] != "builder" {
			t.Errorf("clients: %v", calls)
		}
		if got := samples(quiet); len(asList(got.at("items"))) != 0 {
			t.Errorf("samples of an app that is not sampled: %s", got.body)
		}

		w.say("shop", "search_products", strings.Repeat("é", 20_000)).is(200)
		long, _ := asList(samples(app).at("items"))[0].(map[string]any)
		if text, _ := long["arguments"].(string); len(text) < 16<<10-2 || len(text) > 16<<10 || long["argumentsBytes"] != 40014.0 || strings.ContainsRune(text, '\uFFFD') {
			t.Errorf("long arguments: %d of %v bytes", len(text), long["argumentsBytes"])
		}

		if off := sampling(`{"enabled":false}`); strings.TrimSpace(off.body) != `{"enabled":false,"retentionDays":7,"since":null}` {
			t.Errorf("turned off: %s", off.body)
		}
		w.say("shop", "search_products", "after").is(200)
		sampling(`{"enabled":true}`)
		if got := samples(app); len(asList(got.at("items"))) != 0 {
			t.Errorf("samples came back: %s", got.body)
		}
	})
}

func TestSamplesAreFew(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, _, _ := w.person("ann@example.com")
		app := ann.app("Shop")
		ann.do("POST", app+"/publish", nil).is(200)
		ann.do("PUT", app+"/sampling", `{"enabled":true,"retentionDays":1}`).is(200)
		for i := range 260 {
			w.say("shop", "search_products", fmt.Sprint("message ", i)).is(200)
			if i%40 == 0 {
				w.served.sampler.Flush(t.Context())
			}
		}
		w.served.sampler.Flush(t.Context())
		all := ann.do("GET", app+"/samples?limit=200", nil).is(200)
		if got := all.column("arguments"); len(got) != platform.MaxSamples || !strings.Contains(got[0], "message 259") || all.at("nextCursor") != nil {
			t.Errorf("%d samples, the newest %v", len(got), got[:1])
		}
		first := ann.do("GET", app+"/samples?limit=3", nil).is(200)
		second := ann.do("GET", app+"/samples?limit=3&cursor="+first.text("nextCursor"), nil).is(200)
		if diff := cmp.Diff(all.column("id")[:6], append(first.column("id"), second.column("id")...)); diff != "" {
			t.Error(diff)
		}
		ann.do("GET", app+"/samples?cursor=x", nil).fails(400, "BAD_REQUEST")
		ann.do("DELETE", app, nil).is(204)
		ann.do("GET", app+"/samples", nil).fails(404, "APP_NOT_FOUND")
	})
}

func TestWhoMaySample(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, user := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
		editor, _ := w.join(ann, workspace, "editor", "editor@example.com")
		viewer.workspace, editor.workspace = workspace, workspace
		app := ann.app("Shop")
		for _, c := range []struct{ method, suffix, body string }{{"GET", "/sampling", ""}, {"PUT", "/sampling", `{"enabled":true}`}, {"GET", "/samples", ""}} {
			var body any
			if c.body != "" {
				body = c.body
			}
			viewer.do(c.method, app+c.suffix, body).fails(403, "FORBIDDEN")
			editor.do(c.method, app+c.suffix, body).is(200)
			bob.do(c.method, app+c.suffix, body).fails(404, "APP_NOT_FOUND")
			w.anonymous().do(c.method, app+c.suffix, body).fails(401, "UNAUTHENTICATED")
		}
		for _, bad := range []string{`{"enabled":true,"retentionDays":0}`, `{"enabled":true,"retentionDays":31}`, `{"enabled":true,"retentionDays":1.5}`, `{}`,
			`{"enabled":"yes"}`, `{"enabled":true,"until":"2027"}`} {
			ann.do("PUT", app+"/sampling", bad).fails(422, "INVALID_CONFIG")
		}

		for slug, m := range map[string]platform.Manifest{ // whatever they deal with: who calls them has not told the workspace
			"todo":    {Access: platform.AccessPerson, Tools: []platform.ToolSpec{{Name: "list", Hints: platform.Hints{ReadOnly: true}}}},
			"medical": {Access: platform.AccessPublic, Tools: []platform.ToolSpec{{Name: "find", Hints: platform.Hints{ReadOnly: true}}, {Name: "book"}}},
			"chatui":  {Access: platform.AccessPublic, Tools: []platform.ToolSpec{{Name: "show", Hints: platform.Hints{ReadOnly: true}}}},
		} {
			app := w.seedAs(workspace, user, slug, m)
			ann.do("PUT", app+"/sampling", `{"enabled":true}`).fails(409, "CONFLICT")
			ann.do("PUT", app+"/sampling", `{"enabled":false}`).is(200)
		}
	})
}

// Sampling that was turned on ends when the app comes to deal with data of single persons, also by a release that is
// activated; and a replica that has not heard of it keeps nothing of theirs.
func TestSamplingEndsWhenAnAppBecomesPersonal(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, user := w.person("ann@example.com")
		path := ann.app("Shop")
		ann.do("POST", path+"/publish", nil).is(200)
		id := platform.AppID(path[strings.LastIndex(path, "/")+1:])
		by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, User: platform.UserID(user), Email: "ann@example.com",
			Workspace: platform.WorkspaceID(workspace), Role: platform.RoleOwner}}
		enable := func() *answer { return ann.do("PUT", path+"/sampling", `{"enabled":true}`) }
		personal := func() {
			t.Helper()
			app, err := w.served.store.App(t.Context(), by.Workspace, id)
			if err != nil {
				t.Fatal(err)
			}
			r, err := w.served.store.Release(t.Context(), by.Workspace, id, 1)
			if err != nil {
				t.Fatal(err)
			}
			r.Manifest.Tools[0].Hints.ReadOnly = false
			r.Digest = strings.Repeat("e", 64)
			if _, err := w.served.store.Publish(t.Context(), by, publish.Publication{App: id, Rev: app.Rev, Draft: app.Draft, Release: *r, Live: true}); err != nil {
				t.Fatal(err)
			}
			w.served.edge.Invalidate()
		}
		ended := func(n int) {
			t.Helper()
			w.served.sampler.Flush(t.Context())
			if got := ann.do("GET", path+"/samples", nil).is(200); len(asList(got.at("items"))) != n {
				t.Errorf("samples: %s", got.lacks("my secret").body)
			}
			if got := ann.do("GET", path+"/sampling", nil).is(200); (got.at("enabled") == true) != (n > 0) {
				t.Errorf("sampling: %s", got.body)
			}
		}

		enable().is(200)
		w.say("shop", "search_products", "tea").is(200)
		ended(1)
		personal()
		w.say("shop", "search_products", "my secret").is(200)
		ended(0)
		enable().fails(409, "CONFLICT")
		audit := ann.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=app.sampling&limit=1", nil).is(200)
		if !strings.Contains(audit.body, `"after":{"enabled":false,"retentionDays":7}`) {
			t.Errorf("audit: %s", audit.body)
		}

		ann.do("POST", path+"/releases/1/activate", nil).is(200)
		enable().fails(409, "CONFLICT") // the newest release could be live again at any time
		ann.do("POST", path+"/publish", nil).is(200)
		enable().is(200)
		ann.do("POST", path+"/releases/2/activate", nil).is(200)
		w.say("shop", "search_products", "my secret").is(200)
		ended(0)
	})
}

// A replica that has not heard that sampling was turned off can write nothing more, and old samples are not shown.
func TestSamplesGoWhenTheyMust(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, _, _ := w.person("ann@example.com")
		app := ann.app("Shop")
		ann.do("PUT", app+"/sampling", `{"enabled":true,"retentionDays":2}`).is(200)
		id := platform.AppID(app[strings.LastIndex(app, "/")+1:])
		sample := func(age time.Duration) {
			w.served.sampler.Sample(platform.CallSample{CallRecord: platform.CallRecord{App: id, At: time.Now().Add(-age), Tool: "x", Outcome: "ok"}, Arguments: "{}", Result: "{}"})
			w.served.sampler.Flush(t.Context())
		}
		sample(-time.Minute)
		sample(49 * time.Hour)
		sample(time.Hour) // from before it was turned on
		if got := ann.do("GET", app+"/samples", nil).is(200); len(asList(got.at("items"))) != 1 {
			t.Errorf("samples: %s", got.body)
		}
		ann.do("PUT", app+"/sampling", `{"enabled":false}`).is(200)
		sample(-time.Minute)
		ann.do("PUT", app+"/sampling", `{"enabled":true}`).is(200)
		if got := ann.do("GET", app+"/samples", nil).is(200); len(asList(got.at("items"))) != 0 {
			t.Errorf("samples of a replica that did not know: %s", got.body)
		}
	})
}
