package mcpedge

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

// Each address of an app that asks who calls has metadata that name it, character for character, and the server that gives tokens for it.
func TestResourceMetadata(t *testing.T) {
	t.Parallel()
	b := scoped(t)
	const wellKnown = "/.well-known/oauth-protected-resource"
	for path, scopes := range map[string][]string{
		"/servers/private/mcp": {"app:read", "app:write"}, "/servers/private/mcp/signed-in": {"app:read", "app:write"},
		"/servers/shop/mcp": {"app:read", "app:write", "read", "write", "send", "all"}, "/servers/shop/mcp/signed-in": {"app:read", "app:write", "read", "write", "send", "all"},
	} {
		slug := strings.Split(path, "/")[2]
		want := map[string]any{"resource": "http://127.0.0.1:3001" + path, "resource_name": b.source.live[slug].Manifest.Name, "authorization_servers": []any{"http://127.0.0.1:3001"},
			"bearer_methods_supported": []any{"header"}, "resource_documentation": "http://127.0.0.1:3001/servers/" + slug}
		for _, slash := range []string{"", "/"} {
			status, body, header := b.ask(t, "GET", wellKnown+path+slash, "", "Accept", "text/html", "Origin", "https://inspector.example")
			var got map[string]any
			if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 || header.Get("Content-Type") != "application/json" || header.Get("Access-Control-Allow-Origin") != "*" {
				t.Fatalf("%s%s: %d %v %s", path, slash, status, header, body)
			}
			var names []string
			for _, name := range got["scopes_supported"].([]any) {
				names = append(names, name.(string))
			}
			delete(got, "scopes_supported")
			if diff := cmp.Diff(want, got); diff != "" || !slices.Equal(names, scopes) {
				t.Errorf("%s%s (-want +got):\n%s%v", path, slash, diff, names)
			}
			status, _, header = b.ask(t, "OPTIONS", wellKnown+path+slash, "", "Origin", "https://inspector.example", "Access-Control-Request-Headers", "mcp-protocol-version")
			if status != 204 || header.Get("Access-Control-Allow-Origin") != "*" || header.Get("Access-Control-Allow-Headers") != "mcp-protocol-version" {
				t.Errorf("OPTIONS %s: %d %v", path, status, header)
			}
		}
	}
	for _, path := range []string{"/servers/cards/mcp", "/servers/cards/mcp/", "/servers/cards/mcp/signed-in", "/servers/nobody/mcp", "/servers/nobody/mcp/signed-in"} {
		if status, body, header := b.ask(t, "GET", wellKnown+path, "", "Accept", "text/html"); status != 404 || header.Get("Content-Type") != "application/json" || !strings.Contains(body, `"error"`) {
			t.Errorf("%s: %d %v %s", path, status, header, body)
		}
	}
}

// A mixed app has an address that always asks, where everything else is as at its first one: clients that decide by the first answer would
// never sign in there.
func TestTheSignedInAddress(t *testing.T) {
	t.Parallel()
	b := setup(t)
	at := func(slug, token, method, name, params string) (int, string, string) {
		t.Helper()
		body, headers := modern("1", method, name, params)
		status, answer, header := b.postTo(t, "/servers/"+slug+"/mcp/signed-in", body, append(headers, "Authorization", token)...)
		return status, answer, header.Get("WWW-Authenticate")
	}
	for _, method := range []string{"server/discover", "tools/list"} {
		for token, more := range map[string]string{"": "", "Bearer wrong": `, error="invalid_token"`} {
			if status, answer, challenge := at("shop", token, method, "", ""); status != 401 || !strings.HasPrefix(challenge, metadataOf+`shop/mcp/signed-in", scope="app:read app:write read write"`+more) || !strings.Contains(answer, `"id":1`) {
				t.Errorf("%s with %q: %d %q %s", method, token, status, challenge, answer)
			}
		}
	}
	if status, _, challenge := at("shop", "", "tools/call", "hours", `"name":"hours"`); status != 401 || !strings.Contains(challenge, "signed-in") {
		t.Errorf("an open tool: %d %q", status, challenge)
	}
	if status, answer, _ := at("shop", "Bearer token-for-app-shop", "tools/call", "hours", `"name":"hours"`); status != 200 || !strings.Contains(answer, `"of":"hours"`) {
		t.Errorf("a token: %d %s", status, answer)
	}
	if status, answer, _ := at("private", "Bearer token-for-app-private", "tools/call", "whose", `"name":"whose"`); status != 200 || !strings.Contains(answer, "/servers/private/mcp/signed-in") {
		t.Errorf("an app for persons: %d %s", status, answer)
	}
	for _, slug := range []string{"cards", "nobody"} {
		if status, answer, challenge := at(slug, "Bearer person-ann", "tools/list", "", ""); status != 404 || challenge != "" || !strings.Contains(answer, "APP_NOT_FOUND") {
			t.Errorf("%s: %d %q %s", slug, status, challenge, answer)
		}
	}
	if status, _, _ := b.ask(t, "GET", "/servers/shop/mcp/signed-in", "", "Accept", "text/event-stream"); status != 401 {
		t.Errorf("GET without a token: %d", status)
	}
	if status, _, _ := b.ask(t, "GET", "/servers/shop/mcp", "", "Accept", "text/event-stream"); status != 405 {
		t.Errorf("GET where nobody has to sign in: %d", status)
	}
	if status, body, _ := b.ask(t, "GET", "/servers/shop/mcp/signed-in/", "", "Accept", "text/html"); status != 200 || !strings.Contains(body, "<h1>") {
		t.Errorf("the page for people: %d %s", status, body)
	}
}

// Tools say how they may be called, in both places and both eras, whichever path makes the list.
func TestSecuritySchemes(t *testing.T) {
	t.Parallel()
	open, asks := `[{"type":"noauth"}]`, `[{"type":"oauth2"}]`
	const orders = `[{"type":"oauth2","scopes":["read","write"]}]`
	for _, compiling := range []bool{true, false} {
		b := setup(t)
		b.edge.compiling = compiling
		b.source.live["shop"].Manifest.Tools[1].Personal = true
		for path, want := range map[string]map[string]string{
			"/servers/cards/mcp":          {"show_cards": open},
			"/servers/private/mcp":        {"echo": asks, "whoami": asks},
			"/servers/shop/mcp":           {"show_cards": open, "hours": open, "cakes": `[{"type":"noauth"},{"type":"oauth2"}]`, "orders": orders},
			"/servers/shop/mcp/signed-in": {"show_cards": asks, "hours": asks, "cakes": asks, "orders": orders},
		} {
			for range 2 {
				for _, q := range bothEras("1", "tools/list", "", "") {
					body, headers := q.body, q.headers
					_, answer, _ := b.postTo(t, path, body, append(headers, "Authorization", "Bearer person-ann")...)
					var got struct {
						Result struct {
							Tools []struct {
								Name    string
								Schemes json.RawMessage `json:"securitySchemes"`
								Meta    struct {
									Schemes    json.RawMessage `json:"securitySchemes"`
									Visibility any             `json:"ui"`
								} `json:"_meta"`
								InputSchema json.RawMessage
							}
						}
					}
					if err := json.Unmarshal([]byte(answer), &got); err != nil || len(got.Result.Tools) == 0 {
						t.Fatalf("%s: %v: %s", path, err, answer)
					}
					for _, tool := range got.Result.Tools {
						if w := want[tool.Name]; w != "" && (string(tool.Schemes) != w || string(tool.Meta.Schemes) != w) || string(tool.Schemes) != string(tool.Meta.Schemes) || len(tool.InputSchema) == 0 ||
							tool.Name == "hours" && tool.Meta.Visibility == nil {
							t.Errorf("%s, %s: %s, in _meta %s, want %s", path, tool.Name, tool.Schemes, tool.Meta.Schemes, w)
						}
					}
				}
			}
		}
	}
}

// A name that stands in a schema or a text changes nothing but its own tool.
func TestSchemesStandWhereTheyBelong(t *testing.T) {
	t.Parallel()
	a := &app{access: platform.AccessPublic}
	r := &release{Manifest: platform.Manifest{Tools: []platform.ToolSpec{{Name: "a"}, {Name: "b<"}}}}
	const (
		list = `{"tools":[{"name":"a","inputSchema":{"name":"x","tools":[]},"_meta":{}},{"_meta":{"ui":{"x":1}},"name":"b<"},{"name":"other"}],"ttlMs":0}`
		want = `{"tools":[{"name":"a","inputSchema":{"name":"x","tools":[]},"_meta":{"securitySchemes":[{"type":"noauth"}]},"securitySchemes":[{"type":"noauth"}]},` +
			`{"_meta":{"ui":{"x":1},"securitySchemes":[{"type":"noauth"}]},"name":"b<","securitySchemes":[{"type":"noauth"}]},{"name":"other"}],"ttlMs":0}`
	)
	if got := string(a.withSchemes(r, []byte(list), false)); got != want {
		t.Errorf("%s", got)
	}
	if got := string(a.withSchemes(r, []byte(`{"tools":[{"name":"a"}]}`), false)); !strings.Contains(got, `"_meta":{"securitySchemes":`) {
		t.Errorf("%s", got)
	}
}
