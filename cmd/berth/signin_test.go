package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"berth/platform"
	oauthdoctor "berth/platform/authorization/doctor"
	"berth/platform/authorization/doctor/visit"
	"berth/platform/store/pgtest"
	"berth/test/conformance"
	"berth/test/oauth"
)

// TestSignIn has clients that are not ours sign people in, on both engines: from the first 401 to the stories of the todo list, and the
// official scenarios for authorization servers.
func TestSignIn(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, setting string) {
		kit := conformance.New(t, "../../test/conformance")
		p := start(t, setting)
		defer enter(nodes)()
		kit.SignIn(t, p.url, p.url+"/servers/todo/mcp", [2]conformance.Someone{p.signUp("ada@example.com"), p.signUp("bob@example.com")})
	})
}

// onBothEngines runs a test against each engine, with the setting that chooses it.
func onBothEngines(t *testing.T, test func(t *testing.T, setting string)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, "BERTH_DATA_DIR="+t.TempDir())
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, "BERTH_DATABASE_URL="+pgtest.Empty(t))
	})
}

// TestTheDoctorFindsNothing looks at all fifteen lines, from outside and through a whole sign-in, at an app for persons and at both addresses of a
// mixed one.
func TestTheDoctorFindsNothing(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, setting string) {
		p := start(t, setting)
		desk := p.publishDesk("")
		ada := p.person(t, "ada@example.com")
		visitor, err := visit.New(p.url)
		if err != nil {
			t.Fatal(err)
		}
		addresses := platform.NewAddresses(p.url)
		for _, c := range []struct {
			at     platform.Address
			always bool
			scopes []string
		}{{addresses.Address("todo"), true, nil}, {desk, false, []string{"orders", "all"}}, {desk.SignedIn(), true, []string{"orders", "all"}}} {
			target := oauthdoctor.Target{Issuer: p.url, Endpoint: c.at.MCP, Metadata: c.at.Metadata, Always: c.always, Scopes: c.scopes}
			client := p.client(c.at.MCP, " "+strings.Join(append([]string{"offline_access", "of-nobody"}, c.scopes...), "  "))
			lines := oauthdoctor.Judge(target, visitor.Ask(t.Context(), oauthdoctor.Requests(target)), flow(client, ada))
			if len(lines) != 15 {
				t.Errorf("%d lines", len(lines))
			}
			for _, line := range lines {
				if line.State != oauthdoctor.OK {
					t.Errorf("%s: line %d, %s: %s %q", target.Endpoint, line.Number, line.Title, line.State, line.Found)
				}
			}
		}
	})
}

// TestTokensOfPeople: what a token opens, and who somebody with a token is to an authored app: the same person as with an API key, under an
// id of that app's own.
func TestTokensOfPeople(t *testing.T) {
	t.Parallel()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]string{"path": r.URL.Path, "token": r.Header.Get("Authorization")}) // the test fails without it
	}))
	t.Cleanup(upstream.Close)
	onBothEngines(t, func(t *testing.T, setting string) {
		p := start(t, setting, "BERTH_EGRESS_ALLOW="+strings.TrimPrefix(upstream.URL, "http://"))
		desk := p.publishDesk(upstream.URL)
		ada, bob := p.signUp("ada@example.com"), p.signUp("bob@example.com")
		token := func(who conformance.Someone, resource, scope string) string {
			t.Helper()
			tokens := p.client(resource, scope).Connect(oauth.NewBrowser(t, who.Email, who.Password))
			if !tokens.Has(scope) {
				t.Fatalf("%+v", tokens)
			}
			return tokens.Access
		}
		some, all, other := token(ada, desk.MCP, "app:read"), token(ada, desk.SignedIn().MCP, "all"), token(bob, desk.MCP, "all")
		todo := token(ada, p.todo(), "app:read")
		for _, c := range []struct {
			token, at, tool, arguments string
			status                     int
			has                        string
		}{
			{"", desk.MCP, "hours", `{"message":"x"}`, 200, `"structuredContent"`},
			{"", desk.MCP, "orders", `{"message":"x"}`, 401, `"mcp/www_authenticate"`},
			{some, desk.MCP, "orders", `{"message":"x"}`, 403, `insufficient_scope`},
			{all, desk.MCP, "orders", `{"message":"x"}`, 200, `"structuredContent"`},
			{all, desk.SignedIn().MCP, "orders", `{"message":"x"}`, 200, `"structuredContent"`},
			{some, desk.SignedIn().MCP, "hours", `{"message":"x"}`, 200, `"structuredContent"`},
			{todo, desk.MCP, "hours", `{"message":"x"}`, 401, `invalid_token`},
			{all, p.todo(), "list_tasks", `{}`, 401, `invalid_token`},
			{some, desk.MCP, "add_note", `{"text":"mine"}`, 200, `"mine"`},
			{other, desk.MCP, "find_notes", `{}`, 200, `"count":0`},
			{all, desk.MCP, "find_notes", `{}`, 200, `"mine"`},
			{ada.Key, desk.MCP, "find_notes", `{}`, 200, `"mine"`},
			{bob.Key, desk.MCP, "find_notes", `{}`, 200, `"count":0`},
			{"", desk.MCP, "find_notes", `{}`, 200, `"count":0`},
		} {
			a := oauth.Call(t, c.at, c.token, c.tool, c.arguments)
			if said := a.Body + fmt.Sprint(a.Header["Www-Authenticate"]); a.Status != c.status || !strings.Contains(said, c.has) {
				t.Errorf("%s at %s: %d %s", c.tool, c.at, a.Status, said)
			}
		}
		ids := map[string]bool{}
		for _, token := range []string{some, ada.Key, other} {
			var got struct {
				Result struct{ StructuredContent struct{ Path, Token string } }
			}
			a := oauth.Call(t, desk.MCP, token, "whoami", `{}`)
			if err := json.Unmarshal([]byte(a.Body), &got); err != nil || !strings.HasPrefix(got.Result.StructuredContent.Path, "/p_") || got.Result.StructuredContent.Token != "" {
				t.Fatalf("%v: %s", err, a.Body)
			}
			ids[got.Result.StructuredContent.Path] = true
		}
		if len(ids) != 2 {
			t.Errorf("two people are %v", ids)
		}
		for path := range ids {
			if strings.Contains(path, ada.ID) || strings.Contains(path, bob.ID) {
				t.Errorf("an app learns whom the platform knows: %s", path)
			}
		}
		for token, want := range map[string]string{todo: ada.ID, ada.Key: ada.ID} {
			if a := oauth.Call(t, p.todo(), token, "add_task", `{"user_id":"`+want+`","title":"Tea"}`); a.Status != 200 || !strings.Contains(a.Body, "Tea") || strings.Contains(a.Body, `"isError":true`) {
				t.Errorf("todo: %d %s", a.Status, a.Body)
			}
		}
	})
}

// publishDesk publishes a mixed app with tools of every kind that a sign-in matters to.
func (p *process) publishDesk(upstream string) platform.Address {
	p.t.Helper()
	tools := []any{map[string]any{"name": "hours", "description": "Says when the desk is open."},
		map[string]any{"name": "orders", "description": "Shows what was ordered.", "scopes": []string{"orders"}},
		map[string]any{"name": "add_note", "description": "Adds a note.", "handler": map[string]any{"kind": "insert", "table": "notes"}},
		map[string]any{"name": "find_notes", "description": "Finds notes.", "handler": map[string]any{"kind": "query", "table": "notes"}}}
	if upstream != "" {
		tools = append(tools, map[string]any{"name": "whoami", "description": "Says who calls.",
			"handler": map[string]any{"kind": "http", "request": map[string]any{"method": "GET", "url": upstream + "/{{user.id}}/{{user.email}}"}}})
	}
	var app struct{ ID, MCPSlug string }
	if status := p.rest("POST", "/apps", map[string]any{"name": "Desk", "access": "mixed", "tools": tools, "scopes": []any{map[string]any{"name": "orders"}, map[string]any{"name": "all", "implies": []string{"orders"}}},
		"tables": []any{map[string]any{"name": "notes", "ownedRows": true, "columns": []any{map[string]any{"name": "text", "type": "text"}}}}}, &app); status != 201 {
		p.t.Fatal(status)
	}
	var problem any
	if status := p.rest("POST", "/apps/"+app.ID+"/publish", nil, &problem); status != 200 {
		p.t.Fatal(status, problem)
	}
	return platform.NewAddresses(p.url).Address("desk")
}

// flow goes through a sign-in as the doctor wants to see it.
func flow(c *oauth.Client, b *oauth.Browser) *oauthdoctor.Flow {
	c.T.Helper()
	r := c.NewRequest()
	page := c.Ask(b, r)
	refused, agreed := c.Decide(b, page, "deny"), c.Decide(b, c.Ask(b, r), "allow")
	tokens := c.Exchange(r, c.Answer(r, agreed).Get("code"))
	seen := func(a oauth.Answer) oauthdoctor.Answer {
		return oauthdoctor.Answer{Status: a.Status, Header: a.Header, Body: []byte(a.Body)}
	}
	f := &oauthdoctor.Flow{Redirect: c.Redirect, State: r.State, Asked: strings.Fields(c.Scope), ConsentTo: page.Header["Content-Security-Policy"],
		Refused: strings.Join(refused.Header["Location"], " "), Agreed: strings.Join(agreed.Header["Location"], " "), Token: seen(tokens.Answer)}
	c.Resource = "" // who refreshes need not name it
	for i := range f.Refreshed {
		f.Refreshed[i] = seen(c.Again(tokens.Refresh).Answer)
	}
	return f
}
