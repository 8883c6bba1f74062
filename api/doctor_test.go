package api_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"berth/platform/authorization/doctor"
)

// visitor finds a server that answers nothing but 404.
type visitor struct{ asked atomic.Int32 }

func (v *visitor) Ask(_ context.Context, requests []doctor.Request) map[string]doctor.Answer {
	v.asked.Add(1)
	out := map[string]doctor.Answer{}
	for _, r := range requests {
		out[r.Name] = doctor.Answer{Status: 404, Body: []byte(r.URL)}
	}
	return out
}

func TestTheConnectDoctor(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("ana@example.com")
	app := owner.app("Shop")
	owner.do("POST", app+"/doctor", nil).fails(409, "CONFLICT") // not live
	owner.do("POST", app+"/publish", nil).is(200)
	owner.do("POST", app+"/doctor", nil).fails(409, "CONFLICT") // public
	owner.do("PATCH", app, `{"access":"mixed"}`).is(200)
	owner.do("POST", app+"/publish", nil).is(200)

	owner.do("PATCH", app, `{"access":"public"}`).is(200) // which is not live yet
	if got := owner.do("GET", app+"/connect", nil).is(200).text("access"); got != "mixed" {
		t.Errorf("what clients meet is %s", got)
	}
	got := owner.do("POST", app+"/doctor", nil).is(200)
	items := asList(got.at("items"))
	if len(items) != 15 || !strings.HasSuffix(got.text("url"), "/mcp/signed-in") {
		t.Fatalf("%s", got.body)
	}
	states := map[string]int{}
	for i, raw := range items {
		line, _ := raw.(map[string]any)
		state, _ := line["state"].(string)
		states[state]++
		if int(line["number"].(float64)) != i+1 || line["title"] == "" || (state == "wrong") != (len(asList(line["found"])) > 0) {
			t.Errorf("%v", line)
		}
	}
	if states["wrong"] == 0 || states["unseen"] == 0 {
		t.Errorf("a server that answers nothing: %v", states)
	}
	viewer, _ := w.join(owner, workspace, "viewer", "vera@example.com")
	viewer.do("POST", app+"/doctor", nil).fails(403, "FORBIDDEN")
	stranger, _, _ := w.person("bo@example.com")
	stranger.do("POST", app+"/doctor", nil).fails(404, "APP_NOT_FOUND")
}
