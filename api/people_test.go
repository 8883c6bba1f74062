package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/authorization"
)

// letsIn has somebody who is signed in let a client use an app, and returns the person's id there.
func (c *client) letsIn(app, clientID string) string {
	c.w.t.Helper()
	me := c.do("GET", "/api/v1/me", nil).is(200)
	sessions := c.do("GET", "/api/v1/me/sessions", nil).is(200)
	user := platform.UserID(me.text("user", "id"))
	id := platform.AppID(app[strings.LastIndex(app, "/")+1:])
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSession, User: user}}
	for i, current := range sessions.column("id") {
		if asList(sessions.at("items"))[i].(map[string]any)["current"] == true {
			by.Session = platform.SessionID(current)
		}
	}
	now := c.w.Now().UTC()
	g := authorization.Grant{ID: platform.GrantID(uuid.Must(uuid.NewV7()).String()), App: id, Client: clientID, ClientName: "Client " + clientID, Scopes: []string{"app:read"}, CreatedAt: now}
	if strings.HasPrefix(clientID, "https://") {
		g.ClientHost = "claude.ai"
	}
	err := c.w.served.store.Start(c.w.t.Context(), by, authorization.Code{Hash: authorization.HashOf(string(g.ID)), ExpiresAt: now.Add(time.Hour), Grant: g})
	if err != nil {
		c.w.t.Fatal(err)
	}
	return platform.PersonID(id, user)
}

// personal publishes an app at which people sign in.
func (c *client) personal(name string) string {
	c.w.t.Helper()
	app := c.app(name)
	c.do("PATCH", app, `{"access":"person"}`).is(200)
	c.do("POST", app+"/publish", nil).is(200)
	return app
}

// Editors see who has signed in to their app, by an id of that app alone, and end it.
func TestPeopleOfAnApp(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("ana@example.com")
	app, other := owner.personal("Shop"), owner.personal("Other")
	if got := owner.do("GET", app+"/people", nil).is(200); strings.TrimSpace(got.body) != `{"items":[],"nextCursor":null}` {
		t.Errorf("nobody: %s", got.body)
	}
	bo, _, boID := w.person("bo@example.com")
	cy, _, _ := w.person("cy@example.com")
	here := bo.letsIn(app, "https://claude.ai/doc")
	w.Pass(time.Second)
	bo.letsIn(app, "btc_x")
	bo.letsIn(app, "btc_x")
	there, cyHere := bo.letsIn(other, "btc_x"), cy.letsIn(app, "btc_x")
	if here == there {
		t.Error("two apps know the person by one id")
	}
	got := owner.do("GET", app+"/people", nil).is(200)
	got.lacks(boID, there)
	if ids := got.column("id"); len(ids) != 2 || ids[0] != cyHere || ids[1] != here || got.column("email")[1] != "bo@example.com" {
		t.Errorf("%s", got.body)
	}
	clients := asList(asList(got.at("items"))[1].(map[string]any)["clients"])
	first, second := clients[0].(map[string]any), clients[1].(map[string]any)
	if len(clients) != 2 || first["host"] != "claude.ai" || first["name"] != "Client https://claude.ai/doc" || second["host"] != nil || second["lastUsedAt"] != nil {
		t.Errorf("%v", clients)
	}
	page := owner.do("GET", app+"/people?limit=1", nil).is(200)
	page.lacks(boID)
	next := owner.do("GET", app+"/people?limit=1&cursor="+page.text("nextCursor"), nil).is(200)
	if page.column("id")[0] != cyHere || next.column("id")[0] != here || next.at("nextCursor") != nil {
		t.Errorf("%s %s", page.body, next.body)
	}
	owner.do("GET", app+"/people?cursor=x", nil).fails(400, "BAD_REQUEST")

	viewer, _ := w.join(owner, workspace, "viewer", "vera@example.com")
	viewer.do("GET", app+"/people", nil).fails(403, "FORBIDDEN")
	for _, id := range []string{there, boID, "p_" + strings.Repeat("0", 32), "x"} {
		owner.do("DELETE", app+"/people/"+id, nil).fails(404, "NOT_FOUND")
	}
	bo.do("DELETE", app+"/people/"+here, nil).fails(404, "APP_NOT_FOUND")
	owner.do("DELETE", app+"/people/"+here, nil).is(204)
	owner.do("DELETE", app+"/people/"+here, nil).fails(404, "NOT_FOUND")
	if ids := owner.do("GET", app+"/people", nil).is(200).column("id"); len(ids) != 1 || ids[0] != cyHere {
		t.Errorf("after it: %v", ids)
	}
	if ids := owner.do("GET", other+"/people", nil).is(200).column("id"); len(ids) != 1 || ids[0] != there {
		t.Errorf("at the other app: %v", ids)
	}
	audit := owner.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=app.revoke", nil).is(200)
	audit.lacks(boID, "bo@example.com")
	if actions := audit.column("action"); len(actions) != 1 || !strings.Contains(audit.body, here) {
		t.Errorf("%s", audit.body)
	}
}
