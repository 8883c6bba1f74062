package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestDrift(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, user := w.person("owner@example.com")
	viewer, _ := w.join(owner, workspace, "viewer", "viewer@example.com")
	stranger, _, _ := w.person("stranger@example.com")
	tool := func(name, method, more string) string {
		return fmt.Sprintf(`{"name":%q,"description":"Asks.","layoutTemplate":"cards","example":{"q":"a"},"handler":{"kind":"http","request":{"method":%q,"url":"https://drift.example.com/%s?q={{args.q}}"%s},
			"result":{"each":"/data","item":{"title":{"from":"/name"},"subtitle":{"from":"/price"}}}}}`, name, method, name, more)
	}
	const address = "https://drift.example.com/look?q=a"
	says := func(body string) { moving.Store(address, body) }
	says(`{"data":[{"name":"A","price":5},{"name":"B","price":7,"note":"x"}]}`)
	made := owner.do("POST", "/api/v1/apps", `{"name":"Weather","tools":[`+tool("look", "GET", "")+","+tool("book", "POST", "")+","+
		tool("mine", "GET", `,"headers":{"X-By":"{{user.id}}"}`)+`,{"name":"gone","description":"Asks.","example":{},"handler":{"kind":"http","request":{"url":"https://drift.example.com/gone"}}}`+
		`,{"name":"bare","description":"Asks.","handler":{"kind":"http","request":{"url":"https://drift.example.com/ok"}}}]}`).is(201)
	app := "/api/v1/apps/" + made.text("id")
	if got := owner.do("POST", app+"/drift", nil).is(200); len(asList(got.at("items"))) != 0 {
		t.Errorf("nothing is live: %s", got.body)
	}
	owner.do("POST", app+"/publish", nil).is(200)
	states := func(a *answer) string { return strings.Join(a.is(200).column("state"), " ") }
	if got := owner.do("GET", app+"/drift", nil); states(got) != "unknown unknown unknown" || strings.Join(got.column("tool"), " ") != "look mine gone" {
		t.Errorf("not checked: %s", got.body)
	}
	check := func() *answer {
		t.Helper()
		w.Pass(time.Minute)
		return owner.do("POST", app+"/drift", nil).is(200)
	}
	first := check()
	if states(first) != "ok unknown failing" || !strings.Contains(first.body, "did not take the connection") || !strings.Contains(first.body, "for nobody") {
		t.Errorf("first: %s", first.body)
	}
	says(`{"data":[{"name":"A","price":5.5,"more":[1]}]}`)
	if got := check(); states(got) != "ok unknown failing" {
		t.Errorf("now and then, and new: %s", got.body)
	}
	says(`{"data":[{"name":"A","cost":"top secret"}]}`)
	for _, got := range []*answer{check(), viewer.do("GET", app+"/drift", nil)} {
		if states(got) != "changed unknown failing" || strings.Contains(got.body, "secret") ||
			!strings.Contains(got.body, `[{"pointer":"/data/*/price","message":"is gone: what is shown would lose subtitle"}]`) {
			t.Errorf("changed: %s", got.body)
		}
	}
	says(`{"items":[]}`)
	if got := check(); !strings.Contains(got.body, `{"pointer":"/data","message":"is gone: what is shown would lose all entries"}`) {
		t.Errorf("the list is gone: %s", got.body)
	}
	owner.do("PUT", app+"/tools/look/mode", `{"mode":"mock"}`).is(200)
	if got := check(); states(got) != "unknown failing" {
		t.Errorf("mock: %s", got.body)
	}
	owner.do("PUT", app+"/tools/look/mode", `{"mode":null}`).is(200)
	says(`{"data":[{"name":"A"}]}`)
	owner.do("POST", app+"/publish", nil).is(200)
	if got := check(); states(got) != "ok unknown failing" {
		t.Errorf("another release: %s", got.body)
	}

	viewer.do("POST", app+"/drift", nil).is(403)
	stranger.do("GET", app+"/drift", nil).is(404)
	stranger.do("POST", app+"/drift", nil).is(404)
	seeded := w.seed(workspace, user, "gift")
	for _, method := range []string{"GET", "POST"} {
		if got := owner.do(method, seeded+"/drift", nil).is(200); len(asList(got.at("items"))) != 0 {
			t.Errorf("seeded: %s", got.body)
		}
	}
	for range 10 {
		if owner.do("POST", app+"/drift", nil).status == 429 {
			return
		}
	}
	t.Error("an app is checked as often as one likes")
}
