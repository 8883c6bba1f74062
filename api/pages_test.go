package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func (c *client) post(path string, form url.Values) *answer {
	c.header.Set("Content-Type", "application/x-www-form-urlencoded")
	defer c.header.Del("Content-Type")
	return c.do("POST", path, form.Encode())
}

func TestTheOwnersLinkSignsInOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if _, _, err := w.identity.EnsureOwner(t.Context()); err != nil {
		t.Fatal(err)
	}
	link := func() string {
		url, err := w.identity.OwnerLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(url, "http://127.0.0.1:3001")
	}
	path, another := link(), link() // two replicas have started
	if !strings.HasPrefix(path, "/signin/") {
		t.Fatalf("link %q", path)
	}
	c := w.anonymous()
	for range 3 { // programs that follow links do not use it up
		c.do("GET", path, nil).is(200)
	}
	foreign := w.anonymous()
	foreign.header.Set("Sec-Fetch-Site", "cross-site")
	foreign.post(path, nil).is(403)

	a := c.post(path, nil).is(http.StatusSeeOther)
	if a.header.Get("Location") != "/apps" || c.cookie == "" {
		t.Errorf("signing in leads to %q with cookie %q", a.header.Get("Location"), c.cookie)
	}
	if got := c.do("GET", "/api/v1/me", nil).is(200); got.text("user", "email") != "owner@berth.local" || got.text("workspace", "role") != "owner" || got.at("hasPassword") != false {
		t.Errorf("signed in as %s", got.body)
	}
	w.anonymous().post(path, url.Values{"do": {strings.Repeat("x", 64<<10)}}).is(http.StatusRequestEntityTooLarge)
	w.anonymous().post(path, nil).is(404)
	w.anonymous().post(another, nil).is(404)
	for _, bad := range []string{"/signin/x", "/signin/" + strings.Repeat("A", 43), "/signin/%00"} {
		w.anonymous().post(bad, nil).is(404)
	}
	late := link()
	w.Pass(25 * time.Hour)
	w.anonymous().post(late, nil).is(404)

	last := link()
	c.do("PATCH", "/api/v1/me", map[string]any{"password": password}).is(200) // no password yet: none is asked for
	if got := c.do("GET", "/api/v1/me", nil).is(200); got.at("hasPassword") != true {
		t.Errorf("with a password: %s", got.body)
	}
	w.anonymous().post(last, nil).is(404)
	if got := link(); got != "" {
		t.Errorf("an owner with a password is offered %q", got)
	}
}

func TestTheInvitationPage(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, ours, _ := w.person("ana@example.com")
	owner.do("PATCH", "/api/v1/me", map[string]any{"name": "<script>alert(1)</script>"}).is(200)
	team := owner.do("POST", "/api/v1/workspaces", map[string]any{"name": `<b>"Team"</b>`}).is(201).text("id")
	invite := func(workspace string) string {
		url := owner.do("POST", "/api/v1/workspaces/"+workspace+"/invitations", `{"role":"viewer"}`).is(201).text("url")
		return strings.TrimPrefix(url, "http://127.0.0.1:3001")
	}
	path := invite(team)
	c := w.anonymous()
	c.do("GET", path, nil).is(200).lacks("<b>", "<script", "ana@example.com")

	a := c.post(path, url.Values{"do": {"signup"}, "email": {`"><i>`}, "password": {"short"}}).is(422).lacks("<i>", "short")
	for _, must := range []string{"password must have at least 10 characters", "email must be an e-mail address", `role="alert"`} {
		if !strings.Contains(a.body, must) {
			t.Errorf("the page does not say %q: %s", must, a.body)
		}
	}
	c.post(path, url.Values{"do": {"join"}}).is(401)
	to := c.post(path, url.Values{"do": {"signup"}, "email": {"bo@example.com"}, "password": {password}}).is(http.StatusSeeOther).header.Get("Location")
	if to != "/apps?workspace="+team {
		t.Errorf("joining leads to %q", to)
	}
	if got := c.do("GET", "/api/v1/me", nil).is(200).text("workspace", "id"); got != team {
		t.Errorf("joined %s", got)
	}
	w.anonymous().do("GET", path, nil).is(404)

	path = invite(ours)
	if a := c.do("GET", path, nil).is(200); !strings.Contains(a.body, "bo@example.com") || strings.Contains(a.body, "password") {
		t.Errorf("who is signed in sees %s", a.body)
	}
	refused := c.post(path, url.Values{"do": {"signin"}, "email": {"di@example.com"}, "password": {"wrong horse"}}).is(401)
	if !strings.Contains(refused.body, "<details open><summary>Use another account") {
		t.Errorf("what was refused is folded away: %s", refused.body)
	}
	c.header.Set("Sec-Fetch-Site", "cross-site")
	c.post(path, url.Values{"do": {"join"}}).is(403)
	c.header.Del("Sec-Fetch-Site")
	if to := c.post(path, url.Values{"do": {"join"}}).is(http.StatusSeeOther).header.Get("Location"); to != "/apps?workspace="+ours {
		t.Errorf("joining leads to %q", to)
	}

	w.person("cy@example.com")
	path, c = invite(ours), w.anonymous()
	c.post(path, url.Values{"do": {"signin"}, "email": {"cy@example.com"}, "password": {"wrong horse"}}).is(401)
	c.post(path, url.Values{"do": {"signin"}, "email": {"cy@example.com"}, "password": {password}}).is(http.StatusSeeOther)
	if got := c.do("GET", "/api/v1/workspaces", nil).is(200).column("id"); len(got) != 2 {
		t.Errorf("workspaces %v", got)
	}
	// Whom the invitation cannot be for is not left signed in.
	path = invite(ours)
	w.anonymous().post(path, url.Values{"do": {"signin"}, "email": {"cy@example.com"}, "password": {password}}).is(409)
	if got := c.do("GET", "/api/v1/me/sessions", nil).is(200).column("id"); len(got) != 2 {
		t.Errorf("sessions %v", got)
	}
}
