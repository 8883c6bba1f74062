package api_test

import (
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
)

// Viewers read why clients fail; another workspace's app is not there.
func TestAttemptsToSignIn(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("ana@example.com")
	path := owner.app("Shop") + "/authorizations"
	if got := owner.do("GET", path, nil).is(200); strings.TrimSpace(got.body) != `{"items":[]}` {
		t.Errorf("none: %s", got.body)
	}
	app := platform.AppID(strings.Split(path, "/")[4])
	registered := "btc_" + strings.Repeat("a", 26)
	if err := w.served.store.Register(t.Context(), authorization.Client{ID: registered, Name: "The <b>desk</b>", Redirects: []string{"http://127.0.0.1/cb"}}, "192.0.2.1", w.Now()); err != nil {
		t.Fatal(err)
	}
	clients := []string{registered, "https://claude.ai/<b>"}
	for i, id := range []string{"01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"} {
		err := w.served.store.Attempt(t.Context(), authorization.Attempt{ID: id, App: app, At: w.Now().Add(time.Duration(i) * time.Second), Client: clients[i],
			Person: "p_1", Step: authorization.StepToken, Outcome: authorization.OutcomeFailed, Reason: "code_verifier is missing: PKCE is required."})
		if err != nil {
			t.Fatal(err)
		}
	}
	viewer, _ := w.join(owner, workspace, "viewer", "vera@example.com")
	got := viewer.do("GET", path, nil).is(200)
	items := asList(got.at("items"))
	if len(items) != 2 {
		t.Fatalf("%s", got.body)
	}
	first, _ := items[0].(map[string]any)
	at, err := time.Parse(time.RFC3339, first["at"].(string))
	if err != nil || at.Before(w.Now()) || len(first) != 7 || first["clientName"] != "" || first["client"] != "https://claude.ai/<b>" || first["person"] != "p_1" || first["step"] != "token" || first["outcome"] != "failed" ||
		!strings.Contains(first["reason"].(string), "PKCE is required") {
		t.Errorf("%v: %s", err, got.body)
	}
	if second, _ := items[1].(map[string]any); second["client"] != registered || second["clientName"] != "The <b>desk</b>" {
		t.Errorf("the name of a registered client: %s", got.body)
	}
	stranger, _, _ := w.person("bo@example.com")
	stranger.do("GET", path, nil).fails(404, "APP_NOT_FOUND")
}
