package mcpedge

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// TestOriginAndHost is the third: no Origin was ever checked.
func TestOriginAndHost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/list", "", "")
	for origin, want := range map[string]int{
		"": 200, "https://chatgpt.com": 200, "https://claude.ai": 200, "http://localhost:5173": 200, "http://127.0.0.1:3001": 200, "http://[::1]:1": 200,
		"https://evil.example": 403, "null": 403, "https://chatgpt.com.evil.example": 403, "http://127.0.0.1.evil.example": 403, "file://": 403, "http://localhost@evil.example": 403,
	} {
		if status, answer, _ := b.post(t, "cards", body, append(headers, "Origin", origin)...); status != want {
			t.Errorf("origin %q: %d, want %d: %s", origin, status, want, answer)
		}
	}
	for host, want := range map[string]bool{"127.0.0.1:3001.evil.example": false, "localhost:80:evil": false, "127.0.0.1:": true, "127.0.0.1:3001": true, "localhost": true, "[::1]:80": true, "evil.example": false, "evil.example:3001": false, "": false} {
		if got := b.edge.Guard.HostAllowed(&http.Request{Host: host}); got != want {
			t.Errorf("host %q: %v, want %v", host, got, want)
		}
	}
}

type endless struct{ read atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	e.read.Add(int64(len(p)))
	return len(p), nil
}

// TestBodyIsCapped is the fourth: bodies were read without a limit.
func TestBodyIsCapped(t *testing.T) {
	t.Parallel()
	b := setup(t)
	status, answer, _ := b.post(t, "cards", strings.Repeat(" ", maxBody+1))
	if status != 413 || !strings.Contains(answer, `"TOO_LARGE"`) {
		t.Errorf("a long body: %d %s", status, answer)
	}
	body := &endless{}
	r, _ := http.NewRequestWithContext(t.Context(), "POST", b.server.URL+"/servers/cards/mcp", io.NopCloser(body))
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err == nil {
		_ = resp.Body.Close()
		if resp.StatusCode != 413 {
			t.Errorf("an endless body: %d", resp.StatusCode)
		}
	}
	if read := body.read.Load(); read > 16<<20 { // the client may still be at it
		t.Errorf("%d bytes of an endless body were read", read)
	}
}

func TestPersonApps(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, method := range []string{"tools/list", "server/discover", "tools/call"} {
		body, headers := modern("1", method, map[bool]string{true: "whoami"}[method == "tools/call"], map[bool]string{true: `"name":"whoami"`}[method == "tools/call"])
		for _, token := range []string{"", "Bearer wrong", "Basic person-ann", "Bearer "} {
			status, answer, header := b.post(t, "private", body, append(headers, "Authorization", token)...)
			if status != 401 || !strings.HasPrefix(header.Get("WWW-Authenticate"), `Bearer resource_metadata="http://127.0.0.1:3001/.well-known/oauth-protected-resource/servers/private/mcp"`) {
				t.Errorf("%s with %q: %d %q %s", method, token, status, header.Get("WWW-Authenticate"), answer)
			}
		}
	}
	for _, user := range []string{"ann", "bob"} {
		body, headers := modern("1", "tools/call", "whoami", `"name":"whoami"`)
		_, answer, _ := b.post(t, "private", body, append(headers, "Authorization", "Bearer person-"+user)...)
		if !strings.Contains(answer, `"text":"`+user+`"`) {
			t.Errorf("%s: %s", user, answer)
		}
	}
	body, headers := modern("1", "tools/list", "", "")
	if _, answer, _ := b.post(t, "private", body, append(headers, "Authorization", "Bearer person-ann")...); !strings.Contains(answer, `"cacheScope":"private"`) {
		t.Error("what a person sees may be shared: ", answer)
	}
}

// A token is valid at the app that it was issued for: Authenticate gets the resource at which the token is presented, and a
// token for another app is refused, whatever Authenticate returns. The call knows whose app it is.
func TestATokenIsForOneApp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/call", "whose", `"name":"whose"`)
	status, answer, _ := b.post(t, "private", body, append(headers, "Authorization", "Bearer token-for-app-private")...)
	if status != 200 || !strings.Contains(answer, "ours app-private http://127.0.0.1:3001/servers/private/mcp") {
		t.Errorf("%d %s", status, answer)
	}
	status, answer, header := b.post(t, "private", body, append(headers, "Authorization", "Bearer token-for-app-fixture")...)
	if status != 401 || !strings.Contains(header.Get("WWW-Authenticate"), `error="invalid_token"`) {
		t.Errorf("a token of another app: %d %q %s", status, header.Get("WWW-Authenticate"), answer)
	}
}

// Two Origin headers are no origin, even where each may call: nobody can tell which one the browser meant.
func TestTwoOriginsAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, origins := range [][]string{{"https://chatgpt.com", "https://evil.example"}, {"https://chatgpt.com", "https://claude.ai"}, {"https://chatgpt.com", "https://chatgpt.com"}} {
		body, headers := modern("1", "tools/list", "", "")
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, b.server.URL+"/servers/cards/mcp", strings.NewReader(body))
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header["Origin"] = origins
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden || resp.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v: %d, %q may read it", origins, resp.StatusCode, resp.Header.Get("Access-Control-Allow-Origin"))
		}
	}
}

// A request of the modern era says its version in the body too: the header alone is not enough.
func TestTheVersionStandsInTheBody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/list", "", "")
	for _, version := range []string{"", `"io.modelcontextprotocol/protocolVersion":5,`, `"io.modelcontextprotocol/protocolVersion":"",`} {
		without := strings.Replace(body, `"io.modelcontextprotocol/protocolVersion":"2026-07-28",`, version, 1)
		status, answer, _ := b.post(t, "cards", without, headers...)
		if status != 400 || !strings.Contains(answer, `"code":-32602`) || !strings.Contains(answer, "missing or invalid _meta field io.modelcontextprotocol/protocolVersion") {
			t.Errorf("with %q: %d %s", version, status, answer)
		}
	}
}

func TestWhatParamsLack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, headers := modern("1", "tools/list", "", "")
	for _, c := range []struct{ method, params, want string }{
		{"tools/list", `[]`, "params must be an object"}, {"tools/call", `{}`, "name must be the name of a tool"}, {"tools/call", `{"name":5}`, "name must be the name of a tool"},
		{"prompts/get", `{"name":""}`, "name must be the name of a prompt"}, {"resources/read", `{}`, "uri must be the URI of a resource"},
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"` + c.method + `","params":` + c.params + `}`
		if status, answer, _ := b.post(t, "fixture", body); status != 200 || !strings.Contains(answer, `"code":-32602,"message":"Invalid params: `+c.want) {
			t.Errorf("%s: %d %s", body, status, answer)
		}
		if c.params != `[]` {
			continue
		}
		if status, answer, _ := b.post(t, "fixture", body, headers...); status != 400 || !strings.Contains(answer, c.want) {
			t.Errorf("%s in the modern era: %d %s", body, status, answer)
		}
	}
}

// What is no request gets no answer of one: a notification that is refused is an HTTP error.
func TestARefusedNotificationIsAnHTTPError(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, params := range []string{`[]`, `"x"`, `{"_meta":[]}`} {
		body := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":` + params + `}`
		if status, answer, _ := b.post(t, "fixture", body); status != 400 || !strings.Contains(answer, `"id":null,"error":{"code":-32602`) {
			t.Errorf("%s: %d %s", body, status, answer)
		}
	}
}

// A header that does not say what its argument says is told of once.
func TestAHeaderOfAnArgumentIsToldOf(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/call", "header", `"name":"header","arguments":{"region":"eu"}`)
	const want = `"message":"Header mismatch: Mcp-Param-Region: `
	if status, answer, _ := b.post(t, "fixture", body, headers...); status != 400 || !strings.Contains(answer, want) {
		t.Errorf("%d %s", status, answer)
	}
}
