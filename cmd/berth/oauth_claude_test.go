package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"berth/test/oauth"
)

// asClaude does what Claude does: it takes a document only where the server takes clients without a secret, scopes from the challenge, else from the app's
// metadata, adds offline_access where the server's metadata have it, and sends a blank before them all.
func asClaude(t *testing.T, w *world, id string) *oauth.Client {
	t.Helper()
	found := oauth.Discover(t, w.todo())
	s := found.Server
	if !s.Documents || !slices.Contains(s.Methods, "none") {
		t.Fatal("Claude registers anew for each connection")
	}
	return &oauth.Client{T: t, Server: s, ID: id, Redirect: "https://claude.ai/api/mcp/auth_callback", Resource: found.Resource.Resource, Scope: " " + strings.Join(claudeScopes(found), " ")}
}

func claudeScopes(found oauth.Found) []string {
	if slices.Contains(found.Server.Scopes, "offline_access") {
		return asked(found, "offline_access")
	}
	return asked(found)
}

func claude(t *testing.T, w *world) {
	id := w.host.Publish(t, "/oauth/mcp-oauth-client-metadata", map[string]any{"client_name": "Claude", "client_uri": "https://claude.ai",
		"redirect_uris":              []string{"https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"},
		"token_endpoint_auth_method": "none", "grant_types": []string{"authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:jwt-bearer"}, "response_types": []string{"code"}})
	c := asClaude(t, w, id)
	b := w.person(t, "claude@example.com")
	w.lives(t, c, b, c.Connect(b))
	w.notesFor(t, *c, b, claudeScopes)
	w.always(t, *c, b)

	// Sessions of which others have said that they never refresh ask without offline_access, and get no refresh token.
	c.Scope, c.Redirect = " ", "https://claude.com/api/mcp/auth_callback"
	tokens := c.Connect(b)
	if tokens.Refresh != "" || tokens.Scope == "" || !w.adds(tokens.Access, b.Email) {
		t.Errorf("without scopes: %+v", tokens)
	}
	// A scope that nobody has is left out, and a person who says no is heard.
	c.Scope = "admin:everything app:read  openid\tapp:read"
	if tokens := c.Connect(b); tokens.Scope != "app:read" {
		t.Errorf("too many scopes: %+v", tokens)
	}
	r := c.NewRequest()
	r.Query.Set("prompt", "consent")
	if answer := c.Answer(r, c.Decide(b, c.Ask(b, r), "deny")); answer.Get("error") != "access_denied" || answer.Has("code") {
		t.Errorf("denied: %v", answer)
	}
	// A client that is known no longer is told so in the way upon which Claude registers anew.
	gone := *c
	gone.ID = "btc_abcdefghijklmnopqrstuvwxyz"
	if got := gone.Again("btr_x"); got.Status != http.StatusUnauthorized || got.Error != "invalid_client" {
		t.Errorf("an unknown client: %+v", got)
	}
}

// Claude Code listens on any port of the machine, by either name, and is asked for each time: any program there could call itself so.
func claudeCode(t *testing.T, w *world) {
	id := w.host.Publish(t, "/oauth/claude-code-client-metadata", map[string]any{"client_name": "Claude Code", "redirect_uris": []string{"http://localhost/callback", "http://127.0.0.1/callback"},
		"token_endpoint_auth_method": "none", "grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"}})
	c := asClaude(t, w, id)
	b := w.person(t, "claudecode@example.com")
	for i, redirect := range []string{"http://localhost:3118/callback", "http://127.0.0.1:49152/callback", "http://localhost/callback"} {
		c.Redirect = redirect
		r := c.NewRequest()
		p := c.Ask(b, r)
		if p.Away != nil {
			t.Fatalf("%s: nobody was asked", redirect)
		}
		code := c.Answer(r, c.Decide(b, p, "allow")).Get("code")
		if i == 0 {
			w.lives(t, c, b, c.Exchange(r, code))
		}
	}
	for _, redirect := range []string{"http://localhost:3118/", "http://localhost:3118/callback/", "http://localhost:3118/callback?x=y", "https://localhost:3118/callback", "http://[::1]:3118/callback", "http://localhost.:3118/callback",
		"http://evil.example/callback", "http://localhost:3118@evil.example/callback", "http://localhost:99999999/callback", "http://127.0.0.2/callback", "http://2130706433/callback"} {
		c.Redirect = redirect
		if p := c.Ask(b, c.NewRequest()); p.Status != http.StatusBadRequest || p.Away != nil {
			t.Errorf("%s: %d %v", redirect, p.Status, p.Away)
		}
	}
}

// always connects to the second address of the mixed app, which asks at once: Claude stores an app whose first answer is 200 as one that needs no
// sign-in. What it gets there is good at both addresses.
func (w *world) always(t *testing.T, c oauth.Client, b *oauth.Browser) {
	t.Helper()
	found := oauth.Discover(t, w.notes.MCPURL+"/signed-in")
	c.Resource, c.Scope = found.Resource.Resource, strings.Join(claudeScopes(found), " ")
	tokens := c.Connect(b)
	if !c.Lives(tokens.Access) || !w.readsNotes(tokens.Access, w.notes.MCPSlug) || tokens.Refresh == "" {
		t.Errorf("%+v", tokens)
	}
	if again := c.Again(tokens.Refresh); again.Status != http.StatusOK || !c.Lives(again.Access) {
		t.Errorf("refreshed: %+v", again)
	}
}
