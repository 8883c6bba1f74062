package api_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestToolMode(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, user := w.person("owner@example.com")
	stranger, _, _ := w.person("stranger@example.com")
	tool := func(name, method, more string) string {
		return fmt.Sprintf(`{"name":%q,"description":"Asks.","layoutTemplate":null,"handler":{"kind":"http","request":{"method":%q,"url":"https://api.example.com/ok"}}%s}`, name, method, more)
	}
	data := `,"mockData":{"city":"Nowhere"}`
	made := owner.do("POST", "/api/v1/apps", `{"name":"Weather","tools":[`+tool("look", "GET", data)+","+tool("book", "POST", data)+","+tool("bare", "GET", "")+`]}`).is(201)
	app := "/api/v1/apps/" + made.text("id")
	set := func(name, mode string) *answer {
		t.Helper()
		return owner.do("PUT", app+"/tools/"+name+"/mode", `{"mode":`+mode+`}`)
	}
	modes := func(a *answer) string {
		t.Helper()
		var all []string
		for _, tool := range asList(a.is(200).at("tools")) {
			all = append(all, fmt.Sprint(tool.(map[string]any)["mode"]))
		}
		return strings.Join(all, " ")
	}
	serves := func() string {
		t.Helper()
		got := owner.do("POST", app+"/test", `{"release":"live","tool":"look","arguments":{}}`).is(200)
		return fmt.Sprint(strings.Contains(got.body, "Nowhere"), strings.Contains(got.body, `berth/mock`))
	}

	if got := modes(set("look", `"mock"`)); got != "mock live live" { // nothing is live yet
		t.Errorf("of a draft: %s", got)
	}
	if got := modes(set("look", `null`)); got != "mock live live" { // there is nothing to end
		t.Errorf("of a draft: %s", got)
	}
	audit := owner.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=app.mode&limit=200", nil).is(200)
	if first := fmt.Sprint(asList(audit.at("items"))[0]); !strings.Contains(first, "after:map[mode:mock tool:look] ") || !strings.Contains(first, "before:map[mode:mock tool:look]") {
		t.Errorf("audit of what was not switched: %v", first)
	}
	if got := modes(set("look", `"live"`)); got != "live live live" {
		t.Errorf("of a draft: %s", got)
	}
	owner.do("POST", app+"/publish", nil).is(200)
	before := owner.do("GET", app, nil).is(200)
	if got := serves(); got != "false false" {
		t.Errorf("live: %s", got)
	}
	now := set("look", `"mock"`)
	if got := modes(now); got != "mock live live" || now.at("publishVersion") != before.at("publishVersion") || now.at("liveVersion") != before.at("liveVersion") || now.at("draftAhead") != false {
		t.Errorf("switched: %s", now.body)
	}
	if got := serves(); got != "true true" {
		t.Errorf("mock: %s", got)
	}
	now = set("look", `null`)
	if got := modes(now); got != "live live live" || now.at("draftAhead") != false || serves() != "false false" {
		t.Errorf("ended: %s", now.body)
	}
	if got := modes(set("book", `"mock"`)); got != "live mock live" {
		t.Errorf("a tool that writes: %s", got)
	}
	if got := modes(set("look", `"live-or-mock"`)); got != "live-or-mock mock live" {
		t.Errorf("live-or-mock: %s", got)
	}

	// The next publish takes the draft's modes, and what was switched ends with it.
	now = owner.do("POST", app+"/publish", nil).is(200)
	if got := modes(now); got != "live-or-mock mock live" || now.at("draftAhead") != false {
		t.Errorf("published: %s", now.body)
	}
	if got := modes(set("look", `null`)); got != "live-or-mock mock live" {
		t.Errorf("nothing to end: %s", got)
	}
	set("look", `"mock"`).is(200)
	owner.do("POST", app+"/releases/1/activate", nil).is(200)
	if got := serves(); got != "false false" {
		t.Errorf("another release: %s", got)
	}
	owner.do("POST", app+"/releases/2/activate", nil).is(200)
	set("look", `"live"`).is(200)
	if now := owner.do("PATCH", app, `{"description":"More."}`).is(200); now.at("draftAhead") != true {
		t.Errorf("changed besides: %s", now.body)
	}

	refused := func(name, mode string, part string) {
		t.Helper()
		if got := set(name, mode).is(422); !strings.Contains(got.body, `"body.mode"`) || !strings.Contains(got.body, part) {
			t.Errorf("%s %s: %s", name, mode, got.body)
		}
	}
	refused("book", `"live-or-mock"`, "must be live or mock")
	refused("look", `"on"`, "live-or-mock")
	refused("look", `5`, "")
	owner.do("PUT", app+"/tools/look/mode", `{}`).is(422)
	set("none", `"mock"`).is(404)
	stranger.do("PUT", app+"/tools/look/mode", `{"mode":"mock"}`).is(404)
	owner.do("PUT", w.seed(workspace, user, "gift")+"/tools/get_gifts/mode", `{"mode":"mock"}`).is(403)
	audit = owner.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=app.mode&limit=200", nil).is(200)
	if first := asList(audit.at("items"))[0]; !strings.Contains(fmt.Sprint(first), "after:map[mode:live tool:look] ") || !strings.Contains(fmt.Sprint(first), "before:map[mode:live-or-mock tool:look]") {
		t.Errorf("audit: %v", first)
	}
}
