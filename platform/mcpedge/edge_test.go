package mcpedge

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/runtime"
)

// TestNotificationsAreNeverLost is the first defect of mcp-go's transport: progress raced with the end of the request.
func TestNotificationsAreNeverLost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, era := range []string{"modern", "legacy"} {
		for range 200 {
			body, headers := modern("1", "tools/call", "progress", `"name":"progress","arguments":{}`)
			if era == "legacy" {
				body, headers = legacy("1", "tools/call", `"name":"progress","arguments":{}`)
			}
			body = strings.Replace(body, `"_meta":{`, `"_meta":{"progressToken":"p",`, 1)
			if era == "legacy" {
				body = strings.Replace(body, `"arguments":{}`, `"arguments":{},"_meta":{"progressToken":"p"}`, 1)
			}
			status, answer, header := b.post(t, "fixture", body, headers...)
			if status != 200 || header.Get("Content-Type") != "text/event-stream" || header.Get("X-Accel-Buffering") != "no" {
				t.Fatalf("%s: %d %v", era, status, header)
			}
			if got := strings.Count(answer, "notifications/progress"); got != 20 {
				t.Fatalf("%s: %d progress notifications of 20:\n%s", era, got, answer)
			}
			if !strings.HasSuffix(strings.TrimSpace(answer), "}") || !strings.Contains(answer[strings.LastIndex(answer, "data: "):], `"result"`) {
				t.Fatalf("%s: the answer does not come last:\n%s", era, answer)
			}
			logs := strings.Count(answer, "notifications/message")
			if era == "modern" && logs != 0 {
				t.Fatal("log notifications were sent without io.modelcontextprotocol/logLevel")
			}
		}
	}
}

// TestCancellationReachesNobodyElse is the second: a stranger's notifications/cancelled with the same id cancelled the call.
func TestCancellationReachesNobodyElse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	started := make(chan string, 1)
	go func() {
		body, headers := modern("7", "tools/call", "wait", `"name":"wait","arguments":{}`)
		_, answer, _ := b.post(t, "fixture", body, headers...)
		started <- answer
	}()
	for range 20 {
		status, _, _ := b.post(t, "fixture", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, "MCP-Protocol-Version", "2025-11-25")
		if status != http.StatusAccepted {
			t.Fatalf("a notification was answered %d", status)
		}
	}
	b.fixtureRelease <- struct{}{}
	if answer := <-started; !strings.Contains(answer, `"done"`) {
		t.Errorf("the call was cancelled by somebody else: %s", answer)
	}
}

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
	for host, want := range map[string]bool{"127.0.0.1:3001": true, "localhost": true, "[::1]:80": true, "evil.example": false, "evil.example:3001": false, "": false} {
		if got := b.edge.Guard.HostAllowed(&http.Request{Host: host}); got != want {
			t.Errorf("host %q: %v, want %v", host, got, want)
		}
	}
}

type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
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
	if body.read > 16<<20 {
		t.Errorf("%d bytes of an endless body were read", body.read)
	}
}

// TestNothingInsideLeaks looks at every answer to a tool that fails, in both eras and on both paths.
func TestNothingInsideLeaks(t *testing.T) {
	t.Parallel()
	for _, compiling := range []bool{true, false} {
		b := setup(t)
		b.edge.compiling = compiling
		for _, name := range []string{"panics", "fails"} {
			for _, q := range []func() (string, []string){
				func() (string, []string) { return modern("1", "tools/call", name, `"name":"`+name+`","arguments":{}`) },
				func() (string, []string) { return legacy("1", "tools/call", `"name":"`+name+`","arguments":{}`) },
			} {
				body, headers := q()
				status, answer, _ := b.post(t, "fixture", body, headers...)
				if status != 200 || !strings.Contains(answer, `"isError":true`) || !strings.Contains(answer, "EXECUTION_ERROR") {
					t.Errorf("%s: %d %s", name, status, answer)
				}
				for _, secret := range []string{"secret", "passwd", "relation", "goroutine", ".go:"} {
					if strings.Contains(answer, secret) {
						t.Errorf("%s leaks %q: %s", name, secret, answer)
					}
				}
			}
		}
		if log := b.log.String(); !strings.Contains(log, "secret panic") || !strings.Contains(log, "relation") {
			t.Error("the log does not name the causes")
		}
	}
}

func TestUnknownAppAndMethods(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/list", "", "")
	status, answer, _ := b.post(t, "nobody", body, headers...)
	var got struct {
		Error struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 404 || got.Error.Code != "APP_NOT_FOUND" || got.Error.Message == "" {
		t.Errorf("unknown slug: %d %s", status, answer)
	}
	for method, want := range map[string]int{"GET": 405, "DELETE": 405, "PUT": 405, "OPTIONS": 405} {
		r, _ := http.NewRequestWithContext(t.Context(), method, b.server.URL+"/servers/cards/mcp", nil)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != want || resp.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d Allow %q", method, resp.StatusCode, resp.Header.Get("Allow"))
		}
	}
	if status, _, _ := b.post(t, "cards", body, append(headers, "Content-Type", "text/plain")...); status != 415 {
		t.Errorf("text/plain: %d", status)
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

// TestAppsLearnWhereACallComesFrom: what the audit trail says of a call is what came over the wire, and nothing for the builder's.
func TestAppsLearnWhereACallComesFrom(t *testing.T) {
	t.Parallel()
	address := func(r *http.Request) string {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		return host
	}
	b := setup(t, func(o *Options) { o.ClientAddress = address })
	text := func(answer string) string {
		var got struct {
			Result struct{ Content []struct{ Text string } }
		}
		if err := json.Unmarshal([]byte(answer), &got); err != nil || len(got.Result.Content) != 1 {
			t.Fatalf("%v: %s", err, answer)
		}
		return got.Result.Content[0].Text
	}
	body, headers := modern("1", "tools/call", "whence", `"name":"whence"`)
	_, answer, _ := b.post(t, "private", body, append(headers, "Authorization", "Bearer person-ann", "User-Agent", "Agent/1")...)
	if got := text(answer); got != "<ann|127.0.0.1|Agent/1>" {
		t.Errorf("a call: %s", got)
	}
	_, answer, _ = b.post(t, "fixture", body, append(headers, "User-Agent", strings.Repeat("a", 1000))...)
	if got := text(answer); got != "<|127.0.0.1|"+strings.Repeat("a", 300)+"…>" {
		t.Errorf("a long user agent: %s", got)
	}
	x, err := b.edge.Probe(t.Context(), platform.Probe{Served: *b.source.live["private"], Principal: platform.Principal{Kind: platform.KindSession, User: "eve"}, Tool: "whence"})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(string(x.Response)); got != "<eve||>" {
		t.Errorf("the builder: %s", got)
	}
	_, answer, _ = setup(t).post(t, "fixture", body, append(headers, "User-Agent", "x")...)
	if got := text(answer); got != "<||x>" {
		t.Errorf("without ClientAddress: %s", got)
	}
}

func TestInputRequests(t *testing.T) {
	t.Parallel()
	b := setup(t)
	call := func(capabilities, extra string) (int, string) {
		body, headers := modern("1", "tools/call", "ask", `"name":"ask","arguments":{}`+extra)
		return first2(b.post(t, "fixture", strings.Replace(body, `Capabilities":{}`, `Capabilities":`+capabilities, 1), headers...))
	}
	if status, answer := call(`{}`, ""); status != 400 || !strings.Contains(answer, "-32021") || !strings.Contains(answer, `"requiredCapabilities":{"elicitation":{}}`) {
		t.Errorf("without the capability: %d %s", status, answer)
	}
	_, answer := call(`{"elicitation":{}}`, "")
	var got struct {
		Result struct {
			ResultType, RequestState string
			InputRequests            map[string]struct{ Method string }
		}
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || got.Result.ResultType != "input_required" || got.Result.InputRequests["name"].Method != "elicitation/create" {
		t.Fatalf("%v %s", err, answer)
	}
	if strings.Contains(answer, "step 1") {
		t.Error("the state is readable")
	}
	retry := func(state string) (int, string) {
		return call(`{"elicitation":{}}`, fmt.Sprintf(`,"requestState":%q,"inputResponses":{"name":{"action":"accept","content":{"name":"Ann"}},"other":{}}`, state))
	}
	if _, answer := retry(got.Result.RequestState); !strings.Contains(answer, "step 1") || !strings.Contains(answer, "Ann") {
		t.Errorf("the retry: %s", answer)
	}
	for _, state := range []string{got.Result.RequestState + "A", "x", got.Result.RequestState[4:]} {
		if status, answer := retry(state); status != 400 || !strings.Contains(answer, "-32602") {
			t.Errorf("tampered state: %d %s", status, answer)
		}
	}
	if status, answer := call(`{"elicitation":5}`, ""); status != 400 {
		t.Errorf("malformed capabilities: %d %s", status, answer)
	}
}

func first2(status int, answer string, _ http.Header) (int, string) { return status, answer }

func TestClosingTheStreamCancels(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx, cancel := context.WithCancel(t.Context())
	body, headers := modern("1", "tools/call", "wait", `"name":"wait","arguments":{}`)
	r, _ := http.NewRequestWithContext(ctx, "POST", b.server.URL+"/servers/fixture/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := http.DefaultClient.Do(r); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	deadline := time.After(3 * time.Second)
	for {
		for _, c := range b.records.all() {
			if c.Tool == "wait" && c.Outcome == runtime.OutcomeError {
				return
			}
		}
		select {
		case <-deadline:
			t.Fatal("the handler was not cancelled")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestLimitsAnswer429(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) {
		o.Runtime = limited(o, 2)
	})
	for _, name := range []string{"show_cards"} {
		body, headers := modern("1", "tools/call", name, `"name":"`+name+`","arguments":{"message":"x"}`)
		mine := strings.Replace(body, `"_meta":{`, `"_meta":{"openai/subject":"u1",`, 1)
		for i, want := range []int{200, 200, 429} {
			status, answer, header := b.post(t, "cards", mine, headers...)
			if status != want || want == 429 && header.Get("Retry-After") == "" {
				t.Errorf("call %d: %d %s", i, status, answer)
			}
		}
		other := strings.Replace(body, `"_meta":{`, `"_meta":{"openai/subject":"u2",`, 1)
		if status, _, _ := b.post(t, "cards", other, headers...); status != 200 {
			t.Errorf("somebody else's limit held: %d", status)
		}
		for range 5 {
			if status, _, _ := b.post(t, "cards", body, headers...); status != 200 {
				t.Errorf("anonymous callers were told apart: %d", status)
			}
		}
	}
}

func TestInvalidateShowsTheNewRelease(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "server/discover", "", "")
	version := func() string {
		_, answer, _ := b.post(t, "cards", body, headers...)
		_, after, _ := strings.Cut(answer, `"version":"`)
		return strings.SplitN(after, `"`, 2)[0]
	}
	if got := version(); got != "1" {
		t.Fatal(got)
	}
	var wg sync.WaitGroup
	for i := 2; i < 40; i++ {
		b.source.mu.Lock()
		b.source.live["cards"] = cards("cards", i)
		b.source.mu.Unlock()
		b.edge.Invalidate("cards")
		wg.Go(func() { version() })
		if got := version(); got != fmt.Sprint(i) {
			t.Fatalf("release %s after publishing %d", got, i)
		}
	}
	wg.Wait()
	b.source.mu.Lock()
	b.source.fail = errors.New("database down")
	b.source.mu.Unlock()
	if got := version(); got != "39" {
		t.Errorf("a live app went with the database: %q", got)
	}
	if status, answer, _ := b.post(t, "other", body, headers...); status != 503 || strings.Contains(answer, "database") {
		t.Errorf("a cold app: %d %s", status, answer)
	}
}

func TestSubscriptionsListen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern(`"sub<1>"`, "subscriptions/listen", "", `"notifications":{"toolsListChanged":true}`)
	status, answer, _ := b.post(t, "cards", body, headers...)
	if status != 200 || !strings.Contains(answer, "notifications/subscriptions/acknowledged") || strings.Count(answer, `"io.modelcontextprotocol/subscriptionId":"sub<1>"`) != 2 {
		t.Errorf("%d %s", status, answer)
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	b := setup(t)
	batch := `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":"b","method":"nope"}]`
	status, answer, _ := b.post(t, "cards", batch, "MCP-Protocol-Version", "2025-03-26")
	var got []struct{ ID any }
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 200 || len(got) != 2 {
		t.Errorf("%d %s", status, answer)
	}
	if status, _, _ := b.post(t, "cards", batch, "MCP-Protocol-Version", "2025-06-18"); status != 400 {
		t.Errorf("a batch of a later version: %d", status)
	}
}

func TestPagesForPeople(t *testing.T) {
	t.Parallel()
	b := setup(t)
	get := func(path, accept string, known ...string) (int, string, http.Header) {
		r, _ := http.NewRequestWithContext(t.Context(), "GET", b.server.URL+path, nil)
		r.Header.Set("Accept", accept)
		for _, tag := range known {
			r.Header.Add("If-None-Match", tag)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		body, _ := io.ReadAll(bufio.NewReader(resp.Body))
		return resp.StatusCode, string(body), resp.Header
	}
	for _, path := range []string{"/servers/cards", "/servers/cards/mcp"} {
		status, body, header := get(path, "text/html,*/*")
		if status != 200 || !strings.Contains(body, "Card &amp; Co") || !strings.Contains(body, "/servers/cards/mcp") || strings.Contains(header.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, body, header := get("/servers/nobody", "text/html"); status != 404 || !strings.Contains(header.Get("Content-Type"), "html") || !strings.Contains(body, "No app") {
		t.Errorf("no app: %d %s", status, body)
	}
	status, body, header := get("/servers/cards/ui/cards.html", "*/*")
	if status != 200 || strings.Count(body, "</script>") != 1 || header.Get("Content-Security-Policy") == "" || header.Get("ETag") == "" {
		t.Errorf("widget: %d %s", status, body)
	}
	tag := header.Get("ETag")
	if status, body, header := get("/servers/cards/ui/cards.html", "*/*", tag); status != 304 || body != "" || header.Get("ETag") != tag || header.Get("Content-Security-Policy") == "" {
		t.Errorf("the widget that is known already: %d %s", status, body)
	}
	if status, _, _ := get("/servers/cards/ui/cards.html", "*/*", `"another"`); status != 200 {
		t.Errorf("the widget when another is known: %d", status)
	}
	for _, path := range []string{"/servers/cards/ui/table.html", "/servers/cards/ui/cards", "/servers/cards/ui/..%2f..%2fetc%2fpasswd"} {
		if status, _, _ := get(path, "*/*"); status != 404 {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestTrialBuildRefusesWhatCannotBeServed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	good := cards("cards", 1)
	if err := b.edge.TrialBuild(*good); err != nil {
		t.Error(err)
	}
	for _, input := range []string{`{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}`, `{"type":5}`, `{"$ref":"https://evil.example/s.json"}`} {
		bad := cards("cards", 1)
		bad.Release.Manifest.Tools[0].Input = json.RawMessage(input)
		if err := b.edge.TrialBuild(*bad); err == nil {
			t.Errorf("%s was accepted", input)
		}
	}
}

func FuzzParseMessage(f *testing.F) {
	for _, q := range corpus() {
		f.Add([]byte(q.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m, problem := parseMessage(body)
		malformed := problem != nil && problem.code == -32700
		if valid := json.Valid(body) && utf8.Valid(body); valid == malformed && !strings.Contains(fmt.Sprint(problem), "nested") {
			t.Fatalf("valid JSON: %v, answer: %+v", valid, problem)
		}
		if problem == nil && !m.reply && !json.Valid(m.canonical()) {
			t.Fatalf("not canonical: %s", m.canonical())
		}
		if m.id != nil && !json.Valid(m.id) {
			t.Fatalf("not an id: %q", m.id)
		}
	})
}

// TestAppsShareWhatTheyHaveInCommon looks at the memory of two apps with one layout: schemas are kept once, and an
// app's data is not copied into its answers.
func TestAppsShareWhatTheyHaveInCommon(t *testing.T) {
	t.Parallel()
	b := setup(t)
	schema := `{"type": "object", "description": "` + strings.Repeat("long <text> ", 50) + `"}`
	data := `{"items":[{"title":"` + strings.Repeat("data ", 100) + `"}]}`
	var apps []*app
	for _, slug := range []string{"one", "two"} {
		s := cards(slug, 1)
		s.Release.Manifest.Tools[0].Output = json.RawMessage(schema)
		s.Release.Manifest.Tools[0].Handler.Config = json.RawMessage(`{"data":` + data + `,"text":"x"}`)
		s.Release.Manifest.Views[0].Sample = json.RawMessage(data)
		b.source.live[slug] = s
		a, err := b.edge.catalog.Lookup(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		apps = append(apps, a)
		for _, q := range []request{{slug: slug}, {slug: slug}} {
			q.body, q.headers = modern("1", "tools/list", "", "")
			if _, answer := b.serve(q); !strings.Contains(answer, "long <text>") {
				t.Errorf("no schema in %s", answer)
			}
			q.body, q.headers = modern("1", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"x"}`)
			if _, answer := b.serve(q); !strings.Contains(answer, `"structuredContent":`+data) {
				t.Errorf("no data in %s", answer)
			}
		}
		for key, got := range a.answers {
			if got.own > 1100 {
				t.Errorf("%s: an answer of %v takes %d bytes of its own", slug, key, got.own)
			}
		}
	}
	if one, two := apps[0].tools["show_cards"], apps[1].tools["show_cards"]; &one.spec.Output[0] != &two.spec.Output[0] || one.input.Schema != two.input.Schema || one.input.Schema == nil {
		t.Error("two apps hold two copies of one schema")
	}
	if a := apps[0]; &a.views[0].spec.Sample[0] != &a.tools["show_cards"].data[0] {
		t.Error("the sample is a copy of the data")
	}
}

// TestNoTwoReadersDisagree sends members that mcp-go would take in another case than ours.
func TestNoTwoReadersDisagree(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","Name":"panics","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":1,"METHOD":"tools/call","method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_META":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"whoami\",\"argument\u017f\":{}}}",
	} {
		if _, answer, _ := b.post(t, "fixture", body); !strings.Contains(answer, "must be written") {
			t.Errorf("%s\n%s", body, answer)
		}
	}
}

// TestBatchIsBounded asks for a large answer many times in one small request.
func TestBatchIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	large := cards("large", 1)
	large.Release.Manifest.Tools[0].Handler.Config = json.RawMessage(`{"data":{"items":["` + strings.Repeat("x", 200<<10) + `"]},"text":"x"}`)
	b.source.live["large"] = large
	one := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_cards","arguments":{"message":"x"}}}`
	status, answer, _ := b.post(t, "large", "["+strings.Repeat(one+",", maxBatch-1)+one+"]")
	var got []json.RawMessage
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 200 || len(got) != maxBatch {
		t.Fatalf("%d, %d answers: %v", status, len(got), err)
	}
	if len(answer) > maxBatchAnswer+(1<<20) || !strings.Contains(answer, "too much at once") {
		t.Errorf("%d bytes", len(answer))
	}
}

// TestUnknownSlugsTakeNoMemory asks for many addresses at which nothing can be.
func TestUnknownSlugsTakeNoMemory(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/list", "", "")
	for _, slug := range []string{strings.Repeat("a", 64), "UPPER", "under_score", "-x", "a--b-"} {
		if status, answer, _ := b.post(t, slug, body, headers...); status != 404 || !strings.Contains(answer, "APP_NOT_FOUND") {
			t.Errorf("%s: %d %s", slug, status, answer)
		}
	}
	if b.source.loads != 0 {
		t.Errorf("%d loads of what is no slug", b.source.loads)
	}
}
