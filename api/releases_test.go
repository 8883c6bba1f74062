package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReleaseNotes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, user := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		app := ann.app("Shop")
		words := func(suffix string) (from any, lines []string) {
			t.Helper()
			got := ann.do("GET", app+suffix, nil).is(200)
			for _, i := range asList(got.at("items")) {
				item, _ := i.(map[string]any)
				lines = append(lines, fmt.Sprintf("%s | %s | %s | %s", item["field"], item["title"], item["text"], item["effect"]))
			}
			return got.at("from"), lines
		}
		if from, lines := words("/changes"); from != nil || lines != nil {
			t.Errorf("before the first publish: %v %v", from, lines)
		}
		ann.do("POST", app+"/publish", nil).is(200)
		ann.do("PATCH", app, `{"name":"Tea Shop","themeVariables":{"radius":3},"responseText":"One tea.","mockData":{"items":[{"title":"Sencha"}]}}`).is(200)
		want := []string{"name | Name | From “Shop” to “Tea Shop” | refresh"}
		from, ahead := words("/changes")
		if from != 1.0 || ahead[0] != want[0] || len(ahead) < 4 {
			t.Errorf("draft: %v %v", from, ahead)
		}
		ann.do("POST", app+"/publish", nil).is(200)
		if from, lines := words("/changes"); from != 2.0 || lines != nil {
			t.Errorf("after a publish: %v %v", from, lines)
		}
		from, lines := words("/releases/2/changes")
		if diff := cmp.Diff(ahead, lines); diff != "" || from != 1.0 {
			t.Errorf("what was said before the publish, and after it:\n%s", diff)
		}
		if from, lines := words("/releases/1/changes"); from != nil || lines != nil {
			t.Errorf("first release: %v %v", from, lines)
		}
		if from, back := words("/releases/1/changes?from=2"); from != 2.0 || back[0] != "name | Name | From “Tea Shop” to “Shop” | refresh" {
			t.Errorf("backwards: %v %v", from, back)
		}

		first, second := ann.do("GET", app+"/releases/1", nil).is(200), ann.do("GET", app+"/releases/2", nil).is(200)
		if first.at("live") != false || second.at("live") != true || second.at("version") != 2.0 || second.text("publishedBy") != "ann@example.com" || second.text("digest") == "" {
			t.Errorf("releases: %s %s", first.body, second.body)
		}
		content, _ := second.at("content").(map[string]any)
		if content["name"] != "Tea Shop" || content["toolName"] != "search_products" || content["responseText"] != "One tea." || content["layoutTemplate"] != "cards" ||
			cmp.Diff(map[string]any{"items": []any{map[string]any{"title": "Sencha"}}}, content["mockData"]) != "" || cmp.Diff(map[string]any{"radius": 3.0}, content["themeVariables"]) != "" {
			t.Errorf("content: %v", content)
		}
		tools := ann.do("GET", app+"/tools", nil).is(200)
		if diff := cmp.Diff(second.at("tools"), tools.at("items")); diff != "" || tools.column("name")[0] != "search_products" || tools.column("layout")[0] != "cards" {
			t.Errorf("tools of release and draft:\n%s", diff)
		}
		if got := asList(tools.at("items"))[0].(map[string]any)["uiUrl"]; got != nil {
			t.Errorf("the draft's widget is at %v", got)
		}
		live := ann.do("GET", app+"/tools?release=live", nil).is(200)
		if got := ann.do("GET", app, nil).is(200).text("uiUrl"); live.column("uiUrl")[0] != got {
			t.Errorf("the live widget is at %v, not at %s", live.column("uiUrl"), got)
		}
		ann.do("POST", app+"/unpublish", nil).is(200)
		ann.do("GET", app+"/tools?release=live", nil).fails(409, "CONFLICT")
		if from, _ := words("/changes"); from != 2.0 {
			t.Errorf("of an app that is not published: %v", from)
		}

		for suffix, code := range map[string]string{"/releases/3": "NOT_FOUND", "/releases/3/changes": "NOT_FOUND", "/releases/1/changes?from=9": "NOT_FOUND", "/changes?from=9": "NOT_FOUND",
			"/releases/99999999999": "NOT_FOUND"} {
			ann.do("GET", app+suffix, nil).fails(404, code)
		}
		for _, suffix := range []string{"/releases/0", "/releases/-1", "/releases/x", "/releases/1/changes?from=-1", "/releases/1/changes?from=x", "/changes?from=1.5", "/tools?release=old"} {
			ann.do("GET", app+suffix, nil).fails(422, "INVALID_CONFIG")
		}
		viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
		viewer.workspace = workspace
		for _, suffix := range []string{"/releases/1", "/releases/2/changes", "/changes", "/tools"} {
			viewer.do("GET", app+suffix, nil).is(200)
			bob.do("GET", app+suffix, nil).fails(404, "APP_NOT_FOUND").lacks("Shop")
			w.anonymous().do("GET", app+suffix, nil).fails(401, "UNAUTHENTICATED")
		}

		seeded := w.seed(workspace, user, "gift")
		if got := ann.do("GET", seeded+"/releases/1", nil).is(200); got.text("publishedBy") != "berth" || got.text("content", "toolName") != "find_things" {
			t.Errorf("seeded: %s", got.body)
		}
		if got := ann.do("GET", seeded+"/changes", nil).is(200); len(asList(got.at("items"))) != 0 {
			t.Errorf("seeded: %s", got.body)
		}
		if got := ann.do("GET", seeded+"/tools", nil).is(200).column("name"); len(got) != 1 {
			t.Errorf("seeded: %v", got)
		}
	})
}

// The widget's address is that of what is served, whatever the draft has become.
func TestTheWidgetsAddressFollowsWhatIsLive(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, _, _ := w.person("ana@example.com")
	path := "/api/v1/apps/" + c.do("POST", "/api/v1/apps", `{"name":"Shop","layoutTemplate":"cards","toolName":"show_products","toolDescription":"Shows products. Use it when somebody asks what the shop has."}`).is(201).text("id")
	layout := func(a *answer) string {
		t.Helper()
		_, page, _ := strings.Cut(a.is(200).text("uiUrl"), "/ui/")
		return page
	}
	if got := layout(c.do("POST", path+"/publish", nil)); got != "cards.html" {
		t.Errorf("published: %s", got)
	}
	if got := layout(c.do("PATCH", path, `{"layoutTemplate":"table"}`)); got != "cards.html" {
		t.Errorf("a draft ahead: %s", got)
	}
	if got := layout(c.do("POST", path+"/publish", nil)); got != "table.html" {
		t.Errorf("published again: %s", got)
	}
	if got := layout(c.do("POST", path+"/releases/1/activate", nil)); got != "cards.html" {
		t.Errorf("rolled back: %s", got)
	}
	if got := layout(c.do("POST", path+"/unpublish", nil)); got != "table.html" {
		t.Errorf("unpublished, as the next publish would have it: %s", got)
	}
}
