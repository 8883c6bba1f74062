package api_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
)

// signIn signs in on the page for people.
func (w *world) signIn(email, password string) (*client, *answer) {
	c := w.anonymous()
	return c, c.post("/account/signin", url.Values{"email": {email}, "password": {password}})
}

// One press makes an account with which reviewers sign in, to this app alone and for 90 days; the next one ends it.
func TestReviewersOfAnApp(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("ana@example.com")
	app, other := owner.personal("Shop"), owner.personal("Other")
	none := `{"email":null,"expiresAt":null}`
	if got := owner.do("GET", app+"/reviewer", nil).is(200); strings.TrimSpace(got.body) != none {
		t.Errorf("before: %s", got.body)
	}
	owner.do("DELETE", app+"/reviewer", nil).fails(404, "NOT_FOUND")
	owner.do("PATCH", app, `{"allow":{"emails":["bo@example.com"]}}`).is(200)

	made := owner.do("POST", app+"/reviewer", nil).is(201)
	email, secret := made.text("email"), made.text("password")
	if !regexp.MustCompile(`^reviewer-[a-z2-7]{8}@127\.0\.0\.1$`).MatchString(email) || len(secret) != 24 {
		t.Errorf("made %s", made.body)
	}
	if ends, err := time.Parse(time.RFC3339, made.text("expiresAt")); err != nil || !ends.Equal(w.Now().UTC().Truncate(time.Microsecond).Add(90*24*time.Hour)) {
		t.Errorf("ends %v, %v", ends, err)
	}
	shown := owner.do("GET", app+"/reviewer", nil).is(200).lacks(secret)
	if shown.text("email") != email || shown.text("expiresAt") != made.text("expiresAt") {
		t.Errorf("shown %s", shown.body)
	}

	reviewer, in := w.signIn(email, secret)
	in.is(303)
	me := reviewer.do("GET", "/api/v1/me", nil).is(200)
	if me.text("user", "email") != email || me.at("workspace") != nil {
		t.Errorf("signed in as %s", me.body)
	}
	id := reviewer.letsIn(app, "btc_x")
	people := owner.do("GET", app+"/people", nil).is(200)
	if people.column("id")[0] != id || asList(people.at("items"))[0].(map[string]any)["reviewer"] != true {
		t.Errorf("people: %s", people.body)
	}
	if err := reviewer.tries(other); !platform.IsCode(err, platform.CodeForbidden) {
		t.Errorf("another app: %v", err)
	}
	reviewer.cannotChange(owner, workspace)
	w.asWholeTeam(owner, workspace, app)

	again := owner.do("POST", app+"/reviewer", nil).is(201)
	reviewer.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	if _, in := w.signIn(email, secret); in.status != 401 {
		t.Errorf("the former one signs in: %d", in.status)
	}
	w.Pass(90*24*time.Hour - time.Minute)
	second, in := w.signIn(again.text("email"), again.text("password"))
	in.is(303)
	second.do("GET", "/api/v1/me", nil).is(200)
	w.Pass(time.Minute)
	second.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	if _, in := w.signIn(again.text("email"), again.text("password")); in.status != 401 {
		t.Errorf("after 90 days: %d", in.status)
	}
}

// tries has somebody let a client use an app.
func (c *client) tries(app string) error {
	c.w.t.Helper()
	me, sessions := c.do("GET", "/api/v1/me", nil).is(200), c.do("GET", "/api/v1/me/sessions", nil).is(200)
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSession, User: platform.UserID(me.text("user", "id")),
		Session: platform.SessionID(sessions.column("id")[0])}}
	g := authorization.Grant{ID: "x", App: platform.AppID(app[strings.LastIndex(app, "/")+1:]), Client: "btc_x", Scopes: []string{"app:read"}}
	return c.w.served.store.Start(c.w.t.Context(), by, authorization.Code{Grant: g})
}

// cannotChange checks what a reviewer is refused.
func (c *client) cannotChange(owner *client, workspace string) {
	c.w.t.Helper()
	for _, body := range []string{`{"email":"me@example.com","currentPassword":"x"}`, `{"password":"another password","currentPassword":"x"}`, `{"name":"Me"}`} {
		c.do("PATCH", "/api/v1/me", body).fails(403, "FORBIDDEN")
	}
	c.do("POST", "/api/v1/workspaces", `{"name":"Mine"}`).fails(403, "FORBIDDEN")
	c.do("POST", "/api/v1/workspaces/"+workspace+"/keys", `{"name":"Mine"}`).is(404)
	link := owner.do("POST", "/api/v1/workspaces/"+workspace+"/invitations", `{"role":"owner"}`).is(201).text("url")
	c.do("POST", "/api/v1/invitations/"+link[strings.LastIndex(link, "/")+1:]+"/accept", nil).fails(403, "FORBIDDEN")
	c.post("/account", url.Values{"do": {"delete"}, "password": {"x"}}).is(403)
	c.do("GET", "/account", nil).is(200)
}

// asWholeTeam checks who may make an account, for which app, and what the trail says.
func (w *world) asWholeTeam(owner *client, workspace, app string) {
	w.t.Helper()
	viewer, _ := w.join(owner, workspace, "viewer", "vera@example.com")
	stranger, _, _ := w.person("sam@example.com")
	for _, method := range []string{"GET", "POST", "DELETE"} {
		viewer.do(method, app+"/reviewer", nil).fails(403, "FORBIDDEN")
		stranger.do(method, app+"/reviewer", nil).fails(404, "APP_NOT_FOUND")
	}
	draft := owner.app("Draft")
	owner.do("POST", draft+"/reviewer", nil).fails(409, "CONFLICT")
	owner.do("POST", draft+"/publish", nil).is(200) // public
	owner.do("POST", draft+"/reviewer", nil).fails(409, "CONFLICT")
	theirs := stranger.personal("Theirs")
	stranger.do("POST", theirs+"/reviewer", nil).is(201)
	stranger.do("DELETE", theirs+"/reviewer", nil).is(204)
	for trail, want := range map[string]struct {
		by    *client
		lines int
	}{"ours": {owner, 1}, "theirs": {stranger, 2}} {
		at := want.by.do("GET", "/api/v1/me", nil).is(200).text("workspace", "id")
		got := want.by.do("GET", "/api/v1/workspaces/"+at+"/audit?action=reviewer", nil).is(200)
		if len(got.column("action")) != want.lines || strings.Contains(got.body, "password") {
			w.t.Errorf("%s: %s", trail, got.body)
		}
	}
}
