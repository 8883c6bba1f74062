package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// codeInjection: a code is its client's, its person's and its request's, and good for one use.
func codeInjection(t *testing.T, a *attacked) {
	r := a.honest.NewRequest()
	code := a.honest.Allow(a.victim, r)
	stolen := *a.evil
	if got := stolen.Exchange(r, code); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
		t.Errorf("another client: %+v", got)
	}
	r = a.honest.NewRequest()
	code = a.honest.Allow(a.victim, r)
	own := a.honest.NewRequest() // of an attacker who begins a connection of their own and puts the victim's code into it
	if got := a.honest.Exchange(own, code); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
		t.Errorf("another request: %+v", got)
	}
	r = a.honest.NewRequest()
	code = a.honest.Allow(a.victim, r)
	other := *a.honest
	other.Redirect = "https://evil.example/back"
	if got := other.Exchange(r, code); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
		t.Errorf("another redirect: %+v", got)
	}
	r = a.honest.NewRequest()
	code = a.honest.Allow(a.victim, r)
	other = *a.honest
	other.Resource = a.notes.MCPURL
	if got := other.Exchange(r, code); got.Status != http.StatusBadRequest {
		t.Errorf("another app: %+v", got)
	}
	r = a.honest.NewRequest()
	code = a.honest.Allow(a.victim, r)
	tokens := a.honest.Exchange(r, code)
	if tokens.Status != http.StatusOK || !a.adds(tokens.Access, a.victim.Email) {
		t.Fatalf("%+v", tokens)
	}
	if got := a.honest.Exchange(r, code); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
		t.Errorf("again: %+v", got)
	}
	if a.adds(tokens.Access, a.victim.Email) || a.honest.Again(tokens.Refresh).Status == http.StatusOK {
		t.Error("what the code gave that was used again is still good")
	}
}

// pollution: a parameter that is sent twice means nothing, least of all the one that somebody else has read.
func pollution(t *testing.T, a *attacked) {
	for name, values := range map[string][]string{"client_id": {a.evil.ID}, "redirect_uri": {a.evil.Redirect}} {
		p := a.asked(a.honest, func(q url.Values) { q[name] = append(q[name], values...) })
		if p.Status != http.StatusBadRequest || p.Away != nil {
			t.Errorf("%s twice: %d %v", name, p.Status, p.Away)
		}
	}
	for _, name := range []string{"resource", "scope", "code_challenge", "code_challenge_method", "response_type", "prompt"} {
		r := a.honest.NewRequest()
		r.Query[name] = append(r.Query[name], "consent", "login")
		answer := a.honest.Answer(r, a.honest.Ask(a.victim, r))
		if answer.Get("error") != "invalid_request" || answer.Has("code") {
			t.Errorf("%s twice: %v", name, answer)
		}
	}
	if p := a.asked(a.honest, func(q url.Values) { q["state"] = append(q["state"], "x") }); p.Away == nil || p.Away.Query().Get("error") != "invalid_request" || p.Away.Query().Has("code") {
		t.Errorf("state twice: %d %v", p.Status, p.Away)
	}
	tokens := a.honest.Connect(a.victim)
	for _, name := range []string{"grant_type", "refresh_token", "client_id", "resource", "scope"} {
		form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {tokens.Refresh}, "client_id": {a.honest.ID}, "resource": {a.honest.Resource}, "scope": {"app:read"}}
		form[name] = append(form[name], "x")
		if got, err := a.honest.Token(form); err != nil || got.Status != http.StatusBadRequest || got.Error != "invalid_request" {
			t.Errorf("%s twice at the token endpoint: %+v %v", name, got, err)
		}
	}
}

// tokenConfusion: each secret opens its own door.
func tokenConfusion(t *testing.T, a *attacked) {
	r := a.honest.NewRequest()
	code := a.honest.Allow(a.victim, r)
	spare := a.honest.Allow(a.victim, a.honest.NewRequest())
	tokens := a.honest.Exchange(r, code)
	notes := *a.honest
	notes.Resource = a.notes.MCPURL
	elsewhere := notes.Connect(a.victim)
	for name, bearer := range map[string]string{"a refresh token": tokens.Refresh, "a code": spare, "a client's id": a.honest.ID, "nothing": "bta_", "another app's token": elsewhere.Access,
		"a token with more behind it": tokens.Access + "x", "a token with a line's end": tokens.Access + "=", "in capitals": strings.ToUpper(tokens.Access)} {
		if status, answer := a.with(bearer, "todo", "list_tasks", fmt.Sprintf(`{"user_id":%q}`, a.victim.Email)); status != http.StatusUnauthorized {
			t.Errorf("%s at the app: %d %s", name, status, answer)
		}
	}
	for _, path := range []string{"/me", "/apps", "/workspaces", "/me/sessions"} {
		for name, bearer := range map[string]string{"an access token": tokens.Access, "a refresh token": tokens.Refresh} {
			status, _, body := a.raw(t, http.MethodGet, a.url+"/api/v1"+path, "", map[string]string{"Authorization": "Bearer " + bearer})
			if status != http.StatusUnauthorized {
				t.Errorf("%s at %s: %d %s", name, path, status, body)
			}
		}
	}
	for name, refresh := range map[string]string{"an access token": tokens.Access, "a code": spare, "an API key": adminKey} {
		if got := a.honest.Again(refresh); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
			t.Errorf("%s as a refresh token: %+v", name, got)
		}
	}
	for name, code := range map[string]string{"an access token": tokens.Access, "a refresh token": tokens.Refresh, "an API key": adminKey} {
		if got := a.honest.Exchange(r, code); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
			t.Errorf("%s as a code: %+v", name, got)
		}
	}
	if got := a.evil.Again(tokens.Refresh); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
		t.Errorf("another client's refresh token: %+v", got)
	}
	if status := a.evil.Revoke(tokens.Refresh); status != http.StatusOK || !a.adds(tokens.Access, a.victim.Email) {
		t.Errorf("another client revokes: %d", status)
	}
	for _, address := range []string{"?access_token=" + tokens.Access, "?token=" + tokens.Access} {
		status, _, body := a.raw(t, http.MethodPost, a.todo()+address, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`, map[string]string{"Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25"})
		if status != http.StatusUnauthorized {
			t.Errorf("in the address: %d %s", status, body)
		}
	}
	if status, _ := a.with(tokens.Access, "todo", "list_tasks", fmt.Sprintf(`{"user_id":%q}`, "redirects@example.com")); status == http.StatusOK {
		if _, answer := a.with(tokens.Access, "todo", "list_tasks", fmt.Sprintf(`{"user_id":%q}`, "redirects@example.com")); !strings.Contains(answer, "User not found") {
			t.Errorf("another person's tasks: %s", answer)
		}
	}
	for _, grant := range []string{"client_credentials", "password", "implicit", "urn:ietf:params:oauth:grant-type:jwt-bearer", "urn:ietf:params:oauth:grant-type:token-exchange"} {
		if got, err := a.honest.Token(url.Values{"grant_type": {grant}, "username": {a.victim.Email}, "password": {a.victim.Password}, "assertion": {"x"}}); err != nil || got.Error != "unsupported_grant_type" {
			t.Errorf("%s: %+v %v", grant, got, err)
		}
	}
}

// scopeTricks: a client gets what the person reads, which the app has.
func scopeTricks(t *testing.T, a *attacked) {
	for scope, want := range map[string]string{
		"app:read": "app:read", "APP:READ app:read": "app:read", "app:read apps:read apps:write apps:publish": "app:read", "app:read notes.write admin * openid email profile": "app:read", "app:read\x00 app:read": "app:read",
		"app:readx app:read": "app:read", "app:read,app:write app:read": "app:read", "offline_access": "app:read app:write offline_access", "nothing": "app:read app:write", strings.Repeat("x ", 1000) + "app:read": "app:read",
	} {
		c := *a.evil
		c.Scope = scope
		tokens := c.Connect(a.victim)
		if tokens.Scope != want {
			t.Errorf("%.60q: %q, want %q", scope, tokens.Scope, want)
		}
		if (tokens.Refresh != "") != strings.Contains(want, "offline_access") {
			t.Errorf("%.60q: a refresh token %q", scope, tokens.Refresh)
		}
	}
	c := *a.evil
	c.Resource, c.Scope = a.notes.MCPURL, "notes.read offline_access"
	tokens := c.Connect(a.victim)
	status, answer := a.with(tokens.Access, a.notes.MCPSlug, "write_note", message)
	if status != http.StatusForbidden || !a.readsNotes(tokens.Access, a.notes.MCPSlug) {
		t.Errorf("with notes.read alone: %d %s, %+v", status, answer, tokens)
	}
	wider, err := c.Token(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {tokens.Refresh}, "scope": {"notes.read notes.write app:write offline_access"}})
	if err != nil || wider.Status == http.StatusOK && wider.Has("notes.write") {
		t.Errorf("refreshed with more: %+v %v", wider, err)
	}
	c.Scope = "notes.write"
	if tokens := c.Connect(a.victim); !tokens.Has("notes.read") || !a.readsNotes(tokens.Access, a.notes.MCPSlug) {
		t.Errorf("notes.write, which implies notes.read: %+v", tokens)
	}
}

// resourceTricks: a token is for an app that asks people to sign in, by an address of its own.
func resourceTricks(t *testing.T, a *attacked) {
	open := a.publishApp("Open " + a.victim.Email)
	for _, resource := range []string{open.MCPURL, a.url, a.url + "/", a.url + "/servers/todo", a.url + "/servers/todo/mcp/x", a.url + "/servers/todo/mcp/../../notes/mcp", a.url + "/servers/todo%2fmcp", a.url + "/servers/%74odo/mcp", a.url + "/servers/todo/mcp?x=y",
		a.url + "/servers/todo/mcp#x", a.url + "/servers/nobody/mcp", "https://evil.example/servers/todo/mcp", "todo", "urn:todo", strings.Replace(a.todo(), "http://", "http://user@", 1), a.url + "//servers/todo/mcp", a.url + "/api/v1", a.url + "/mcp/x", a.url + "/mcp/signed-in"} {
		r := a.evil.NewRequest()
		r.Query.Set("resource", resource)
		p := a.evil.Ask(a.victim, r)
		if p.Away == nil || p.Away.Query().Get("error") != "invalid_target" || p.Away.Query().Get("iss") != a.evil.Server.Issuer {
			t.Errorf("%q: %d %v", resource, p.Status, p.Away)
		}
	}
	r := a.evil.NewRequest()
	r.Query.Del("resource")
	if answer := a.evil.Answer(r, a.evil.Ask(a.victim, r)); answer.Get("error") != "invalid_target" {
		t.Errorf("without one: %v", answer)
	}
}

// ownServer: a token to build apps with opens Berth's own MCP server and nothing else, and nothing else opens that.
func ownServer(t *testing.T, a *attacked) {
	app := a.honest.Connect(a.victim)
	builder := *a.honest
	builder.Resource, builder.Scope = a.url+"/mcp", "apps:read app:read app:write offline_access"
	if p := builder.Ask(a.victim, builder.NewRequest()); p.Away != nil {
		t.Errorf("what was agreed to for an app counts for all of them: %v", p.Away)
	}
	own := builder.Connect(a.victim)
	if own.Has("app:read") || own.Has("apps:write") || own.Has("apps:publish") || !own.Has("apps:read") {
		t.Errorf("scopes: %+v", own)
	}
	call := func(bearer, tool string) int {
		headers := map[string]string{"Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25", "Accept": "application/json, text/event-stream"}
		if bearer != "" {
			headers["Authorization"] = "Bearer " + bearer
		}
		status, _, _ := a.raw(t, http.MethodPost, builder.Resource, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{"name":"Mine"}}}`, tool), headers)
		return status
	}
	for name, bearer := range map[string]string{"a session's cookie alone": "", "an app's token": app.Access, "an app's refresh token": app.Refresh, "its own refresh token": own.Refresh} {
		if status := call(bearer, "list_apps"); status != http.StatusUnauthorized {
			t.Errorf("%s at Berth's own server: %d", name, status)
		}
	}
	if status := call(own.Access, "list_apps"); status != http.StatusOK {
		t.Errorf("its own token: %d", status)
	}
	for _, tool := range []string{"create_app", "publish_app", "delete_app"} {
		if status := call(own.Access, tool); status != http.StatusForbidden {
			t.Errorf("%s with apps:read alone: %d", tool, status)
		}
	}
	if status, answer := a.with(own.Access, "todo", "list_tasks", fmt.Sprintf(`{"user_id":%q}`, a.victim.Email)); status != http.StatusUnauthorized {
		t.Errorf("at an app: %d %s", status, answer)
	}
	for _, path := range []string{"/me", "/apps", "/workspaces"} {
		if status, _, body := a.raw(t, http.MethodGet, a.url+"/api/v1"+path, "", map[string]string{"Authorization": "Bearer " + own.Access}); status != http.StatusUnauthorized {
			t.Errorf("at %s: %d %s", path, status, body)
		}
	}
	if got, err := builder.Token(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {own.Refresh}, "resource": {a.todo()}}); err != nil || got.Status == http.StatusOK {
		t.Errorf("refreshed for an app: %+v %v", got, err)
	}
}
