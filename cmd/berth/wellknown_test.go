package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// Clients look for documents at many well-known addresses, and take whatever answers 200 for one: what is not there is 404 in JSON, for
// browsers too.
func TestWellKnownAddresses(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	get := func(path string) (int, string, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/html,*/*")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, resp.Header.Get("Content-Type"), string(body)
	}
	for _, path := range []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
		status, kind, body := get(path)
		for _, part := range []string{`"issuer":"` + p.url + `"`, `"token_endpoint_auth_methods_supported":["none","private_key_jwt"]`, `"registration_endpoint":"` + p.url + `/oauth/register"`,
			`"scopes_supported":["app:read","app:write","offline_access"]`} {
			if status != 200 || kind != "application/json" || !strings.Contains(body, part) {
				t.Errorf("%s: %d %s %s", path, status, kind, body)
			}
		}
	}
	for _, path := range []string{"/.well-known/", "/.well-known", "/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server/servers/todo/mcp", "/.well-known/openid-configuration/",
		"/.well-known/jwks.json", "/servers/todo/mcp/.well-known/openid-configuration", "/oauth/none"} {
		if status, kind, body := get(path); status != 404 || kind != "application/json" || !strings.HasPrefix(body, `{"error":`) {
			t.Errorf("%s: %d %s %.200s", path, status, kind, body)
		}
	}
}
