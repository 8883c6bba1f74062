package api_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestSecrets(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, user := w.person("owner@example.com")
	stranger, _, _ := w.person("stranger@example.com")
	viewer, _ := w.join(owner, workspace, "viewer", "viewer@example.com")
	app := owner.app("Weather")
	const value = "sk-very-secret"

	owner.do("PUT", app+"/secrets/API_KEY", `{"value":"`+value+`","hosts":["API.Example.com:8443","api.example.com"]}`).is(204)
	list := owner.do("GET", app+"/secrets", nil).is(200).lacks(value, "value")
	if got := fmt.Sprint(list.at("items")); !strings.Contains(got, "hosts:[api.example.com api.example.com:8443]") || !strings.Contains(got, "name:API_KEY") ||
		!strings.Contains(got, "usedAt:<nil>") || !strings.Contains(got, "setAt:20") {
		t.Errorf("listed: %s", got)
	}
	viewer.do("GET", app+"/secrets", nil).is(200).lacks(value)
	for _, path := range []string{app, app + "/check", app + "/tools", app + "/changes", app + "/submission", "/api/v1/workspaces/" + workspace + "/audit?limit=200"} {
		owner.do("GET", path, nil).is(200).lacks(value)
	}
	audit := owner.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=secret.set", nil).is(200)
	if !strings.Contains(audit.body, "API_KEY") || !strings.Contains(audit.body, "api.example.com") {
		t.Errorf("audit: %s", audit.body)
	}

	for _, name := range []string{"api_key", "1A", "_A", "A-B", "Ä", strings.Repeat("A", 65)} {
		got := owner.do("PUT", app+"/secrets/"+name, `{"value":"`+value+`","hosts":["example.com"]}`).is(422).lacks(value)
		if !strings.Contains(got.body, `"path.secret"`) {
			t.Errorf("%s: %s", name, got.body)
		}
		owner.do("DELETE", app+"/secrets/"+name, nil).is(404)
	}
	for _, host := range []string{"", "https://example.com", "example.com/x", "*.example.com", "a@example.com", "example.com:0", "example.com:99999", "example.com:", "exämple.com",
		"example.com.", "a b.com", "-a.com", "[::1", "::1:443:x", "example.com?x", "example.com#x", "a%2eb"} {
		got := owner.do("PUT", app+"/secrets/A", map[string]any{"value": value, "hosts": []string{"ok.example.com", host}}).is(422).lacks(value)
		if !strings.Contains(got.body, `"body.hosts[1]"`) {
			t.Errorf("%q: %s", host, got.body)
		}
	}
	for _, host := range []string{"127.0.0.1:8080", "[::1]:8080", "::1", "localhost", "xn--bcher-kva.example", "api.internal:1"} {
		owner.do("PUT", app+"/secrets/A", map[string]any{"value": value, "hosts": []string{host}}).is(204)
	}
	all := owner.do("PUT", app+"/secrets/a", map[string]any{"value": strings.Repeat("x", 8193), "hosts": []string{}}).is(422)
	for _, location := range []string{"path.secret", "body.value", "body.hosts"} {
		if !strings.Contains(all.body, `"`+location+`"`) {
			t.Errorf("one problem at a time: %s", all.body)
		}
	}
	if short := owner.do("PUT", app+"/secrets/A", `{"value":"123","hosts":["a.example"]}`).is(422); !strings.Contains(short.body, "must have at least 4 bytes") {
		t.Errorf("a value that nobody could take out of an answer: %s", short.body)
	}
	owner.do("PUT", app+"/secrets/A", `{"value":"1234","hosts":["a.example"]}`).is(204)
	for _, body := range []string{`{}`, `{"value":"xxxx"}`, `{"value":"","hosts":["a.example"]}`, `{"value":1,"hosts":["a.example"]}`, `{"value":"xxxx","hosts":["a.example","A.example"]}`,
		`{"value":"xxxx","hosts":["a.example"],"name":"B"}`} {
		owner.do("PUT", app+"/secrets/A", body).is(422)
	}
	owner.do("PUT", app+"/secrets/A", map[string]any{"value": strings.Repeat("x", 8192), "hosts": []string{"a.example"}}).is(204)

	mine := stranger.app("Mine")
	stranger.do("DELETE", mine+"/secrets/API_KEY", nil).is(404)
	stranger.do("PUT", app+"/secrets/API_KEY", `{"value":"xxxx","hosts":["evil.example"]}`).is(404)
	stranger.do("GET", app+"/secrets", nil).is(404)
	viewer.do("PUT", app+"/secrets/API_KEY", `{"value":"xxxx","hosts":["evil.example"]}`).is(403)
	copied := owner.do("POST", app+"/duplicate", `{"name":"Copy"}`).is(201)
	if got := owner.do("GET", "/api/v1/apps/"+copied.text("id")+"/secrets", nil).is(200); len(got.column("name")) > 0 {
		t.Errorf("a copy has secrets: %s", got.body)
	}
	owner.do("DELETE", app+"/secrets/API_KEY", nil).is(204)
	owner.do("DELETE", app+"/secrets/API_KEY", nil).is(404)

	for i := range 49 {
		owner.do("PUT", fmt.Sprintf("%s/secrets/S%d", app, i), `{"value":"xxxx","hosts":["a.example"]}`).is(204)
	}
	owner.do("PUT", app+"/secrets/MORE", `{"value":"xxxx","hosts":["a.example"]}`).is(403)
	owner.do("PUT", app+"/secrets/S7", `{"value":"yyyy","hosts":["a.example"]}`).is(204)
	owner.do("PUT", w.seed(workspace, user, "gift")+"/secrets/A", `{"value":"xxxx","hosts":["a.example"]}`).is(403)
}
