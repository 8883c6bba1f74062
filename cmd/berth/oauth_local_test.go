package main

import (
	"strings"
	"testing"

	"berth/test/oauth"
)

// codex has the scopes of the server's metadata, whatever the app's say, and listens on a port of the machine.
func codex(t *testing.T, w *world) {
	id := w.host.Publish(t, "/oauth/codex/client.json", map[string]any{"client_name": "Codex", "redirect_uris": []string{"http://127.0.0.1/callback", "http://localhost/callback"}, "token_endpoint_auth_method": "none"})
	found := oauth.Discover(t, w.todo())
	c := &oauth.Client{T: t, Server: found.Server, ID: id, Redirect: "http://127.0.0.1:37819/callback", Resource: w.todo(), Scope: strings.Join(found.Server.Scopes, " ")}
	b := w.person(t, "codex@example.com")
	tokens := c.Connect(b)
	if !tokens.Has("app:read") || !tokens.Has("app:write") || tokens.Refresh == "" {
		t.Errorf("%+v", tokens)
	}
	w.lives(t, c, b, tokens)
	c.Redirect = "http://127.0.0.1:40123/callback"
	w.notesFor(t, *c, b, func(found oauth.Found) []string { return found.Server.Scopes })
}

// registered connects a client that registers, and asks for the scopes of the app.
func (w *world) registered(t *testing.T, email, redirect string, metadata map[string]any) {
	t.Helper()
	found := oauth.Discover(t, w.todo())
	c := &oauth.Client{T: t, Server: found.Server, Redirect: redirect, Resource: w.todo(), Scope: strings.Join(found.Resource.Scopes, " ") + " offline_access"}
	c.Register(metadata)
	b := w.person(t, email)
	w.lives(t, c, b, c.Connect(b))
	w.notesFor(t, *c, b, func(oauth.Found) []string { return nil })
	w.notesFor(t, *c, b, func(found oauth.Found) []string { return found.Resource.Scopes })
}

func vsCode(t *testing.T, w *world) {
	w.registered(t, "vscode@example.com", "http://127.0.0.1:33418", map[string]any{"client_name": "Visual Studio Code", "client_uri": "https://code.visualstudio.com", "application_type": "native",
		"grant_types": []string{"authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"}, "response_types": []string{"code"}, "token_endpoint_auth_method": "none",
		"redirect_uris": []string{"https://insiders.vscode.dev/redirect", "https://vscode.dev/redirect", "http://127.0.0.1/", "http://127.0.0.1:33418/", "http://127.0.0.1", "http://127.0.0.1:33418"}})
	id := w.host.Publish(t, "/oauth/client-metadata.json", map[string]any{"client_name": "Visual Studio Code", "application_type": "native", "redirect_uris": []string{"http://127.0.0.1:33418/", "https://vscode.dev/redirect"},
		"token_endpoint_auth_method": "none", "grant_types": []string{"authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"}, "response_types": []string{"code"}})
	found := oauth.Discover(t, w.todo())
	c := &oauth.Client{T: t, Server: found.Server, ID: id, Redirect: "https://vscode.dev/redirect", Resource: w.todo(), Scope: "app:read app:write offline_access"}
	b := w.person(t, "vscodeweb@example.com")
	w.lives(t, c, b, c.Connect(b))
}

func inspector(t *testing.T, w *world) {
	w.registered(t, "inspector@example.com", "http://localhost:6274/oauth/callback", map[string]any{"client_name": "MCP Inspector", "client_uri": "https://github.com/modelcontextprotocol/inspector",
		"redirect_uris": []string{"http://localhost:6274/oauth/callback"}, "token_endpoint_auth_method": "none", "grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"}, "scope": "app:read app:write"})
}

// mcp-remote sends software_id and software_version too, and no client without a port.
func mcpRemote(t *testing.T, w *world) {
	w.registered(t, "remote@example.com", "http://localhost:3334/oauth/callback", map[string]any{"client_name": "MCP CLI Proxy", "client_uri": "https://github.com/modelcontextprotocol/mcp-cli", "software_id": "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d",
		"software_version": "0.1.38", "redirect_uris": []string{"http://localhost:3334/oauth/callback"}, "token_endpoint_auth_method": "none", "grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"}})
}

// Cursor registers three ways back at once, one of them of a scheme of its own.
func cursor(t *testing.T, w *world) {
	w.registered(t, "cursor@example.com", "cursor://anysphere.cursor-mcp/oauth/callback", map[string]any{"client_name": "Cursor", "token_endpoint_auth_method": "none",
		"redirect_uris": []string{"cursor://anysphere.cursor-mcp/oauth/callback", "https://www.cursor.com/agents/mcp/oauth/callback", "http://localhost:8787/callback"}})
}
