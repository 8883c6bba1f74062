package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"berth/platform"
	oauthdoctor "berth/platform/authorization/doctor"
	"berth/platform/store/pgtest"
	"berth/test/conformance"
)

// TestSignIn has clients that are not ours sign people in, on both engines: from the first 401 to the stories of the todo list, and the
// official scenarios for authorization servers.
func TestSignIn(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, setting string) {
		kit := conformance.New(t, "../../test/conformance")
		p := start(t, setting)
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
		ada := p.newBrowser("ada@example.com")
		addresses := platform.NewAddresses(p.url)
		for _, c := range []struct {
			at     platform.Address
			always bool
			scopes []string
		}{{addresses.Address("todo"), true, nil}, {desk, false, []string{"orders", "all"}}, {desk.SignedIn(), true, []string{"orders", "all"}}} {
			target := oauthdoctor.Target{Issuer: p.url, Endpoint: c.at.MCP, Metadata: c.at.Metadata, Always: c.always, Scopes: c.scopes}
			answers := map[string]oauthdoctor.Answer{}
			for _, r := range oauthdoctor.Requests(target) {
				header := http.Header{}
				for name, value := range r.Header {
					header.Set(name, value)
				}
				answers[r.Name] = p.newBrowser("").send(r.Method, r.URL, r.Body, header)
			}
			flow := ada.flow(c.at.MCP, append([]string{"offline_access", "of-nobody"}, c.scopes...))
			lines := oauthdoctor.Judge(target, answers, flow)
			if len(lines) != 15 {
				t.Errorf("%d lines", len(lines))
			}
			for _, line := range lines {
				if line.State != oauthdoctor.OK {
					t.Errorf("%s: line %d, %s: %s %q", c.at.MCP, line.Number, line.Title, line.State, line.Found)
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
		ada, bob := p.newBrowser("ada@example.com"), p.newBrowser("bob@example.com")
		some, all, other := ada.token(desk.MCP, "app:read"), ada.token(desk.SignedIn().MCP, "all"), bob.token(desk.MCP, "all")
		todo := ada.token(platform.NewAddresses(p.url).Address("todo").MCP, "app:read")
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
			{all, platform.NewAddresses(p.url).Address("todo").MCP, "list_tasks", `{}`, 401, `invalid_token`},
			{some, desk.MCP, "add_note", `{"text":"mine"}`, 200, `"mine"`},
			{other, desk.MCP, "find_notes", `{}`, 200, `"count":0`},
			{all, desk.MCP, "find_notes", `{}`, 200, `"mine"`},
			{ada.key, desk.MCP, "find_notes", `{}`, 200, `"mine"`},
			{bob.key, desk.MCP, "find_notes", `{}`, 200, `"count":0`},
			{"", desk.MCP, "find_notes", `{}`, 200, `"count":0`},
		} {
			a := ada.call(c.at, c.token, c.tool, c.arguments)
			if said := string(a.Body) + fmt.Sprint(a.Header["Www-Authenticate"]); a.Status != c.status || !strings.Contains(said, c.has) {
				t.Errorf("%s at %s: %d %s", c.tool, c.at, a.Status, said)
			}
		}
		ids := map[string]bool{}
		for _, token := range []string{some, ada.key, other} {
			var got struct {
				Result struct{ StructuredContent struct{ Path, Token string } }
			}
			a := ada.call(desk.MCP, token, "whoami", `{}`)
			if err := json.Unmarshal(a.Body, &got); err != nil || !strings.HasPrefix(got.Result.StructuredContent.Path, "/p_") || got.Result.StructuredContent.Token != "" {
				t.Fatalf("%v: %s", err, a.Body)
			}
			ids[got.Result.StructuredContent.Path] = true
		}
		if len(ids) != 2 {
			t.Errorf("two people are %v", ids)
		}
		for path := range ids {
			if strings.Contains(path, ada.id) || strings.Contains(path, bob.id) {
				t.Errorf("an app learns whom the platform knows: %s", path)
			}
		}
		for token, want := range map[string]string{todo: ada.id, ada.key: ada.id} {
			if a := ada.call(platform.NewAddresses(p.url).Address("todo").MCP, token, "add_task", `{"user_id":"`+want+`","title":"Tea"}`); a.Status != 200 || !strings.Contains(string(a.Body), "Tea") || strings.Contains(string(a.Body), `"isError":true`) {
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

// browser is that of one person, without script; it does not follow redirects.
type browser struct {
	*process
	client  http.Client
	id, key string
}

// newBrowser makes an account and its browser; "" = of nobody.
func (p *process) newBrowser(email string) *browser {
	p.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	b := &browser{process: p, client: http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	if email == "" {
		return b
	}
	b.key = p.signUp(email).Key
	var me struct{ User struct{ ID string } }
	a := b.send("POST", p.url+"/api/v1/auth/login", `{"email":"`+email+`","password":"`+password+`"}`, http.Header{"Content-Type": {"application/json"}})
	if err := json.Unmarshal(a.Body, &me); err != nil || a.Status != 200 {
		p.t.Fatalf("login: %d %s", a.Status, a.Body)
	}
	b.id = me.User.ID
	return b
}

func (b *browser) send(method, address, body string, header http.Header) oauthdoctor.Answer {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header = header
	response, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }() // what was read is judged
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return oauthdoctor.Answer{Status: response.StatusCode, Header: response.Header, Body: raw}
}

// call calls a tool, by a client whose token it is.
func (b *browser) call(at, token, tool, arguments string) oauthdoctor.Answer {
	b.t.Helper()
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	return b.send("POST", at, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`, header)
}

var hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)">`)

const (
	signInRedirect = "http://127.0.0.1:33418/callback"
	signInVerifier = "0123456789abcdefghijklmnopqrstuvwxyz0123456789-_"
)

// consent opens the page to which a client sends a person and gives the answer; "" only looks.
func (b *browser) consent(query url.Values, decision string) (page, answer oauthdoctor.Answer) {
	b.t.Helper()
	page = b.send("GET", b.url+"/oauth/authorize?"+query.Encode(), "", http.Header{})
	if page.Status != http.StatusOK {
		return page, page // asked before, and not again
	}
	form := url.Values{"decision": {decision}}
	first, _, _ := bytes.Cut(page.Body, []byte("</form>"))
	for _, field := range hiddenField.FindAllStringSubmatch(string(first), -1) {
		form.Set(field[1], html.UnescapeString(field[2]))
	}
	return page, b.send("POST", b.url+"/oauth/authorize", form.Encode(), http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Origin": {b.url}})
}

// register makes a client, and the request for authorization that it sends people with.
func (b *browser) register(resource, scope, state string) url.Values {
	b.t.Helper()
	a := b.send("POST", b.url+"/oauth/register", `{"client_name":"Test","redirect_uris":["`+signInRedirect+`"],"token_endpoint_auth_method":"none"}`, http.Header{"Content-Type": {"application/json"}})
	var made struct {
		ID string `json:"client_id"`
	}
	if err := json.Unmarshal(a.Body, &made); err != nil || a.Status != http.StatusCreated {
		b.t.Fatalf("register: %d %s", a.Status, a.Body)
	}
	challenge := sha256.Sum256([]byte(signInVerifier))
	return url.Values{"response_type": {"code"}, "client_id": {made.ID}, "redirect_uri": {signInRedirect}, "scope": {scope}, "state": {state}, "resource": {resource},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"}}
}

// exchange asks the token endpoint.
func (b *browser) exchange(form url.Values) oauthdoctor.Answer {
	b.t.Helper()
	return b.send("POST", b.url+"/oauth/token", form.Encode(), http.Header{"Content-Type": {"application/x-www-form-urlencoded"}})
}

// redeem exchanges the code with which a person was sent back.
func (b *browser) redeem(asked url.Values, back oauthdoctor.Answer) oauthdoctor.Answer {
	b.t.Helper()
	to, err := url.Parse(back.Header["Location"][0])
	if err != nil {
		b.t.Fatal(err)
	}
	return b.exchange(url.Values{"grant_type": {"authorization_code"}, "code": {to.Query().Get("code")}, "redirect_uri": {signInRedirect}, "client_id": asked["client_id"],
		"code_verifier": {signInVerifier}, "resource": asked["resource"]})
}

// token has the person let a client use an app, with those scopes alone.
func (b *browser) token(resource, scope string) string {
	b.t.Helper()
	asked := b.register(resource, scope, "s")
	_, back := b.consent(asked, "allow")
	if len(back.Header["Location"]) == 0 {
		b.t.Fatalf("%d %s", back.Status, back.Body)
	}
	var got struct {
		Access string `json:"access_token"`
		Scope  string
	}
	if a := b.redeem(asked, back); json.Unmarshal(a.Body, &got) != nil || got.Access == "" || !strings.Contains(got.Scope, scope) {
		b.t.Fatalf("%d %s", a.Status, a.Body)
	}
	return got.Access
}

// flow goes through a sign-in as the doctor wants to see it.
func (b *browser) flow(resource string, scopes []string) *oauthdoctor.Flow {
	b.t.Helper()
	f := &oauthdoctor.Flow{Redirect: signInRedirect, State: strings.Repeat("s", 4<<10), Asked: scopes}
	asked := b.register(resource, " "+strings.Join(scopes, "  "), f.State)
	page, refused := b.consent(asked, "deny")
	_, agreed := b.consent(asked, "allow")
	f.ConsentTo = page.Header["Content-Security-Policy"]
	f.Refused, f.Agreed = strings.Join(refused.Header["Location"], " "), strings.Join(agreed.Header["Location"], " ")
	if f.Agreed == "" {
		b.t.Fatalf("%d %s", agreed.Status, agreed.Body)
	}
	f.Token = b.redeem(asked, agreed)
	var got struct {
		Refresh string `json:"refresh_token"`
	}
	if err := json.Unmarshal(f.Token.Body, &got); err != nil {
		b.t.Fatalf("%v: %s", err, f.Token.Body)
	}
	for i := range f.Refreshed {
		f.Refreshed[i] = b.exchange(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {got.Refresh}, "client_id": asked["client_id"]})
	}
	return f
}
