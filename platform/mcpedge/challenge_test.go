package mcpedge

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
)

const (
	metadataOf = `Bearer resource_metadata="http://127.0.0.1:3001/.well-known/oauth-protected-resource/servers/`
	basic      = `/mcp", scope="app:read app:write"`
)

// ask sends a request of any method, and returns the answer's body.
func (b *bundle) ask(t *testing.T, method, path, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, b.server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := newRecorder()
	b.server.Config.Handler.ServeHTTP(w, r)
	return w.status, w.body.String(), w.header
}

// bothEras is a request in each era of the protocol.
func bothEras(id, method, name, params string) []request {
	now, headers := modern(id, method, name, params)
	then, older := legacy(id, method, params)
	return []request{{body: now, headers: headers}, {body: then, headers: older}}
}

// reply is what came back.
type reply struct {
	status int
	answer string
	header http.Header
}

// denied checks an answer that asks for a sign-in: its status, its challenge from the name of the app on, and that it is JSON-RPC with
// that id.
func (a reply) denied(t *testing.T, what, challenge, id string) {
	t.Helper()
	status, answer, header := a.status, a.answer, a.header
	var got struct {
		JSONRPC string
		ID      json.RawMessage
		Result  *struct {
			IsError bool
			Meta    struct {
				Challenges []string `json:"mcp/www_authenticate"`
			} `json:"_meta"`
		}
		Error *struct {
			Code    int
			Message string
			Data    struct{ Code platform.Code }
		}
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || got.JSONRPC != "2.0" || string(got.ID) != id || (got.Result == nil) == (got.Error == nil) {
		t.Errorf("%s: %v: %s", what, err, answer)
		return
	}
	if h := header.Values("WWW-Authenticate"); status != 401 || len(h) != 1 || !strings.HasPrefix(h[0], metadataOf+challenge) || header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %q", what, status, h)
	}
	if r := got.Result; r != nil && (!r.IsError || len(r.Meta.Challenges) != 1 || r.Meta.Challenges[0] != header.Get("WWW-Authenticate")) {
		t.Errorf("%s: %s", what, answer)
	}
	if e := got.Error; e != nil && (e.Data.Code != platform.CodeUnauthenticated || e.Message == "") {
		t.Errorf("%s: %s", what, answer)
	}
}

// An app for persons asks at every message of both eras, with the request's own id: clients give up at an answer that is no JSON-RPC, or
// has another id. It says that the token is invalid only where one was sent.
func TestAnAppForPersonsAlwaysAsks(t *testing.T) {
	t.Parallel()
	b := setup(t)
	both := func(method, name, params string) {
		for _, id := range []string{`1`, `"a<é"`, `9007199254740993`} {
			for token, challenge := range map[string]string{"": "private" + basic, "Bearer wrong": "private" + basic + `, error="invalid_token", error_description="`, "Bearer token-for-app-fixture": "private" + basic + `, error="invalid_token"`,
				"Basic person-ann": "private" + basic, "Bearer ": "private" + basic} {
				for _, q := range bothEras(id, method, name, params) {
					body, headers := q.body, q.headers
					status, answer, header := b.post(t, "private", body, append(headers, "Authorization", token)...)
					reply{status, answer, header}.denied(t, method+" with "+token, challenge, id)
					if strings.Contains(header.Get("WWW-Authenticate"), "error=") != strings.Contains(challenge, "error=") || strings.Contains(answer, `"result"`) != (method == "tools/call") {
						t.Errorf("%s with %q: %q %s", method, token, header.Get("WWW-Authenticate"), answer)
					}
				}
			}
		}
	}
	for _, method := range []string{"server/discover", "initialize", "ping", "tools/list", "resources/list", "prompts/list", "tasks/list", "nope"} {
		both(method, "", "")
	}
	both("resources/read", "ui://x", `"uri":"ui://x"`)
	both("tools/call", "whoami", `"name":"whoami"`)
	both("tools/call", "nope", `"name":"nope"`)
}

// What is no request has no id to repeat; a batch has several.
func TestWhatIsNoRequestIsAskedToo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const asJSON, private = "application/json", "private" + basic
	for what, body := range map[string]string{"a notification": `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "no JSON": `{`, "nothing": ``, "a response": `{"jsonrpc":"2.0","id":7,"result":{}}`,
		"notifications": `[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]`, "no list": `[`, "an empty list": `[]`, "a list of too much": "[0" + strings.Repeat(",0", 200_000) + "]"} {
		status, answer, header := b.ask(t, "POST", "/servers/private/mcp", body, "Content-Type", asJSON)
		id := map[bool]string{true: "7", false: "null"}[what == "a response"]
		reply{status, answer, header}.denied(t, what, private, id)
	}
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded"} {
		status, answer, header := b.ask(t, "POST", "/servers/private/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Content-Type", kind)
		reply{status, answer, header}.denied(t, "as "+kind, private, "null")
	}
	for _, method := range []string{"GET", "HEAD", "DELETE", "PUT", "PATCH"} {
		status, answer, header := b.ask(t, method, "/servers/private/mcp", "", "Accept", "text/event-stream")
		reply{status, answer, header}.denied(t, method, private, "null")
		if status, _, header := b.ask(t, method, "/servers/private/mcp", "", "Authorization", "Bearer person-ann"); status != 405 || header.Get("Allow") != "POST" {
			t.Errorf("%s of a person: %d %v", method, status, header)
		}
	}
	if status, _, _ := b.ask(t, "OPTIONS", "/servers/private/mcp", ""); status != 405 {
		t.Errorf("OPTIONS: %d", status)
	}
	if status, _, _ := b.ask(t, "POST", "/servers/private/mcp", strings.Repeat(" ", maxBody+1), "Content-Type", asJSON); status != 413 {
		t.Errorf("a long body: %d", status)
	}
	status, answer, header := b.ask(t, "POST", "/servers/private/mcp", `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"whoami"}}]`, "Content-Type", asJSON)
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(answer), &all); err != nil || len(all) != 2 {
		t.Fatalf("a batch: %v: %s", err, answer)
	}
	reply{status, string(all[0]), header}.denied(t, "the first of a batch", private, "1")
	reply{status, string(all[1]), header}.denied(t, "the last of a batch", private, `"b"`)
}

// Only one Authorization header is read, and no token in an address.
func TestWhereTokensAreRead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/call", "whoami", `"name":"whoami"`)
	headers = append(headers, "Content-Type", "application/json")
	for _, path := range []string{"/servers/private/mcp?access_token=person-ann", "/servers/private/mcp?token=person-ann&authorization=Bearer%20person-ann"} {
		status, answer, header := b.ask(t, "POST", path, body, headers...)
		reply{status, answer, header}.denied(t, path, "private"+basic, "1")
	}
	for _, two := range [][]string{{"Bearer person-ann", "Bearer person-ann"}, {"Bearer person-ann", "Bearer person-bob"}, {"", "Bearer person-ann"}} {
		for _, slug := range []string{"private", "shop"} {
			if status, answer, _ := b.ask(t, "POST", "/servers/"+slug+"/mcp", body, append(headers, "Authorization", two[0], "Authorization", two[1])...); status != 400 || !strings.Contains(answer, "BAD_REQUEST") {
				t.Errorf("%s, %q: %d %s", slug, two, status, answer)
			}
		}
	}
	if status, answer, _ := b.ask(t, "POST", "/servers/private/mcp", body, append(headers, "Authorization", "bearer person-ann")...); status != 200 || !strings.Contains(answer, `"text":"ann"`) {
		t.Errorf("%d %s", status, answer)
	}
	status, _, header := b.post(t, "private", body, append(headers, "Origin", "https://claude.ai")...)
	if exposed := header.Get("Access-Control-Expose-Headers"); status != 401 || !strings.Contains(exposed, "WWW-Authenticate") || header.Get("Access-Control-Allow-Origin") != "https://claude.ai" {
		t.Errorf("a page cannot read the challenge: %d %q", status, exposed)
	}
}

// scoped makes an edge whose tokens of the form "token-a+b" are a client's, which may do a and b at the shop.
func scoped(t *testing.T) *bundle {
	b := setup(t, func(o *Options) {
		o.Authenticate = func(_ context.Context, token string, at platform.Resource) (platform.Principal, error) {
			if names, ok := strings.CutPrefix(token, "token-"); ok {
				return platform.Principal{Kind: platform.KindToken, User: "ann", App: "app-shop", Scopes: strings.Split(names, "+"), Client: at.Address}, nil
			}
			return platform.Principal{Kind: platform.KindKey, User: "ann"}, nil
		}
	})
	b.source.live["shop"].Manifest.Scopes = []platform.Scope{{Name: "read"}, {Name: "write", Implies: []string{"send"}}, {Name: "send"}, {Name: "all", Implies: []string{"read", "write"}}}
	return b
}

// A tool opens to a token that has all its scopes, what they imply included; one that names none to every token. The refusal names
// what the token has and what it lacks, since a client asks for no more than that.
func TestScopesOpenTools(t *testing.T) {
	t.Parallel()
	b := scoped(t)
	for _, compiling := range []bool{true, false} {
		b.edge.compiling = compiling
		for _, c := range []struct{ tool, token, scope string }{
			{"orders", "token-read+write", ""}, {"orders", "token-write+read+app:read", ""}, {"orders", "token-all", ""}, {"orders", "key", ""},
			{"hours", "token-read", ""}, {"hours", "token-app:read", ""}, {"hours", "token-offline_access", ""}, {"hours", "token-", ""},
			{"orders", "token-read", "read write"}, {"orders", "token-app:read+app:write", "app:read app:write read write"}, {"orders", "token-write", "write send read"},
			{"orders", "token-read+offline_access", "read write"}, {"orders", "token-send", "send read write"}, {"orders", "token-", " read write"},
		} {
			for _, q := range bothEras("7", "tools/call", c.tool, `"name":"`+c.tool+`","arguments":{}`) {
				body, headers := q.body, q.headers
				status, answer, header := b.post(t, "shop", body, append(headers, "Authorization", "Bearer "+c.token)...)
				challenge := header.Get("WWW-Authenticate")
				if c.scope == "" {
					if status != 200 || challenge != "" || !strings.Contains(answer, `"of":"`+c.tool+`"`) {
						t.Errorf("%s with %s: %d %q %s", c.tool, c.token, status, challenge, answer)
					}
					continue
				}
				if status != 403 || !strings.HasPrefix(challenge, metadataOf+`shop/mcp", scope="`+c.scope+`", error="insufficient_scope", error_description="`) {
					t.Errorf("%s with %s: %d %q", c.tool, c.token, status, challenge)
				}
				if !strings.HasPrefix(answer, `{"jsonrpc":"2.0","id":7,"result":{`) || !strings.Contains(answer, `"mcp/www_authenticate":["Bearer resource_metadata=`) || !strings.Contains(answer, `"isError":true`) || strings.Contains(answer, `"of"`) {
					t.Errorf("%s with %s: %s", c.tool, c.token, answer)
				}
			}
		}
	}
}

// The status of a batch is one for all its messages: where one of them needs a sign-in none is done, since the client sends all of them again.
func TestABatchIsDeniedAsAWhole(t *testing.T) {
	t.Parallel()
	b := scoped(t)
	const batch = `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hours"}},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"orders"}}]`
	for token, want := range map[string]int{"": 401, "Bearer token-read": 403, "Bearer token-all": 200, "Bearer key": 200} {
		status, answer, header := b.ask(t, "POST", "/servers/shop/mcp", batch, "Content-Type", "application/json", "Authorization", token)
		var all []json.RawMessage
		if err := json.Unmarshal([]byte(answer), &all); err != nil || len(all) != 2 || status != want || (header.Get("WWW-Authenticate") == "") != (want == 200) || strings.Contains(answer, `"of"`) != (want == 200) {
			t.Errorf("with %q: %d %q %s", token, status, header.Get("WWW-Authenticate"), answer)
		}
	}
}

// What is known of a tool that asks for scopes is told to nobody else, whoever asked before.
func TestCompiledAnswersAreForThoseWhoMayHaveThem(t *testing.T) {
	t.Parallel()
	b := scoped(t)
	body, headers := modern("1", "tools/call", "orders", `"name":"orders","arguments":{}`)
	for range 3 {
		for token, want := range map[string]int{"": 401, "Bearer token-all": 200, "Bearer token-read": 403, "Bearer key": 200} {
			if status, answer, _ := b.ask(t, "POST", "/servers/shop/mcp", body, append(headers, "Content-Type", "application/json", "Authorization", token)...); status != want || strings.Contains(answer, `"of":"orders"`) != (want == 200) {
				t.Errorf("with %q: %d %s", token, status, answer)
			}
		}
	}
}

// A token that allows less than the tool of a task asks for does not read what came of it.
func TestATaskAsksForItsToolsScopes(t *testing.T) {
	t.Parallel()
	b, s := setupSlow(t, 0)
	live := b.source.live["slow-persons"]
	live.Manifest.Tools[0].Scopes = []string{"find"}
	b.edge.Authenticate = func(_ context.Context, token string, _ platform.Resource) (platform.Principal, error) {
		return platform.Principal{Kind: platform.KindToken, User: "ann", App: live.App, Scopes: []string{token}}, nil
	}
	_, answer := b.callLong(t, "slow-persons", "find", true, "Authorization", "Bearer find")
	id := member(t, answer, "taskId")
	for token, sees := range map[string]bool{"find": true, "other": false} {
		if _, answer := b.asTasks(t, "slow-persons", getTask, id, `"taskId":"`+id+`"`, "Authorization", "Bearer "+token); strings.Contains(answer, `"status":`) != sees {
			t.Errorf("with %s: %s", token, answer)
		}
	}
	s.goOn <- appkit.Result{Content: appkit.Text("done")}
}
