package api_test

import (
	"strings"
	"testing"
)

func TestWebhooks(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, user := w.person("owner@example.com")
	stranger, _, _ := w.person("stranger@example.com")
	app := owner.app("Breads")

	made := owner.do("POST", app+"/webhooks", `{"url":"https://example.com/hooks?token=x","events":["row.created","row.deleted"]}`).is(201)
	secret := made.text("secret")
	if !strings.HasPrefix(secret, "whsec_") || made.text("url") != "https://example.com/hooks?token=x" {
		t.Errorf("%s", made.body)
	}
	owner.do("GET", app+"/webhooks", nil).is(200).lacks(secret, "secret")
	list := owner.do("GET", app+"/webhooks", nil).is(200)
	if got := list.column("id"); len(got) != 1 || got[0] != made.text("id") {
		t.Errorf("%s", list.body)
	}
	owner.do("GET", app+"/webhooks/"+made.text("id")+"/deliveries", nil).is(200)
	owner.do("GET", app+"/webhooks/"+made.text("id")+"/deliveries?cursor=x", nil).is(400)
	owner.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=webhook", nil).is(200).lacks(secret, "token=x")

	for _, address := range []string{"http://example.com/", "https://127.0.0.1/", "https://localhost/", "https://169.254.169.254/", "https://[::ffff:10.0.0.1]/", "https://2130706433/",
		"https://u:p@example.com/", "https://example.com:8080/", "ftp://example.com/", "javascript:alert(1)", "x"} {
		got := owner.do("POST", app+"/webhooks", map[string]any{"url": address, "events": []string{"row.created"}}).is(422)
		if !strings.Contains(got.body, `"body.url"`) {
			t.Errorf("%s: %s", address, got.body)
		}
	}
	owner.do("POST", app+"/webhooks", `{"url":"","events":["row.created"]}`).is(422).has(`{"location":"body.url","message":"must not be empty"}`)
	for _, body := range []string{`{}`, `{"url":"https://example.com/"}`, `{"url":"https://example.com/","events":[]}`, `{"url":"https://example.com/","events":["row.read"]}`,
		`{"url":"https://example.com/","events":["row.created"],"secret":"whsec_mine"}`, `{"url":"https://example.com/","events":["row.created","row.created"]}`} {
		owner.do("POST", app+"/webhooks", body).is(422)
	}
	owner.do("POST", app+"/webhooks", `{"url":"https://example.com/","events":["row.created","row.created"]}`).is(422).has("must not have the same item twice")
	both := owner.do("POST", app+"/webhooks", `{"url":"http://x/","events":["row.read"]}`).is(422)
	if !strings.Contains(both.body, `"body.url"`) || !strings.Contains(both.body, `"body.events[0]"`) {
		t.Errorf("one problem at a time: %s", both.body)
	}

	mine := stranger.app("Mine")
	stranger.do("DELETE", mine+"/webhooks/"+made.text("id"), nil).is(404)
	stranger.do("GET", mine+"/webhooks/"+made.text("id")+"/deliveries", nil).is(404).lacks("example.com")
	owner.do("DELETE", app+"/webhooks/"+made.text("id"), nil).is(204)
	owner.do("DELETE", app+"/webhooks/"+made.text("id"), nil).is(404)

	owner.do("POST", w.seed(workspace, user, "gift")+"/webhooks", `{"url":"https://example.com/","events":["row.created"]}`).is(403)
}
