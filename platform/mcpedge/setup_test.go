package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/mock"
	"berth/platform/executor/native"
	"berth/platform/runtime"
	"berth/test/double"
)

// bundle is an edge over releases in memory, behind a real HTTP server.
type bundle struct {
	edge   *Edge
	source *source
	server *httptest.Server
	log    *double.Log
	calls  *double.Calls

	fixtureRelease chan struct{}
	fixtureStarted chan struct{} // says that the tool wait runs
}

// source is a runtime.Source; tests change what is live.
type source struct {
	mu    sync.Mutex
	live  map[string]*platform.Served
	docs  map[string]platform.Document
	loads int
	asked int           // for recent views
	asks  chan struct{} // is closed by the next load

	earlier map[platform.AppID][]platform.BuiltView
	fail    error
}

func (m *source) Live(_ context.Context, slug string) (*platform.Served, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.loads++
	if m.asks != nil {
		close(m.asks)
		m.asks = nil
	}
	if m.fail != nil {
		return nil, m.fail
	}
	if s, ok := m.live[slug]; ok {
		return s, nil
	}
	return nil, platform.Errorf(platform.CodeAppNotFound, "There is no such app.")
}

// RecentViews are those of the releases that were live.
func (m *source) RecentViews(_ context.Context, app platform.AppID, releases int) ([]platform.BuiltView, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	all := m.earlier[app]
	return all[:min(releases, len(all))], m.fail
}

func (m *source) Document(_ context.Context, digest string) (platform.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if d, ok := m.docs[digest]; ok {
		return d, nil
	}
	return platform.Document{}, errors.New("no document " + digest)
}

type noMetrics struct{}

func (noMetrics) CallDone(platform.Origin, string, time.Duration) {}

// fixture is a native app whose tools do what a transport has to survive.
type fixture struct{ release, started chan struct{} }

func (fixture) Slug() string { return "fixture" }

func (f fixture) Manifest() platform.Manifest {
	open := json.RawMessage(`{"type":"object"}`)
	out := json.RawMessage(`{"type":"object"}`)
	tool := func(name string, input json.RawMessage) platform.ToolSpec {
		return platform.ToolSpec{Name: name, Description: name, Input: input, Output: out, Handler: platform.HandlerRef{Kind: "native", Ref: "fixture/" + name}}
	}
	m := platform.Manifest{Name: "Fixture", Access: platform.AccessPublic, Logging: true, Tools: []platform.ToolSpec{
		tool("echo", json.RawMessage(`{"type":"object","properties":{"text":{"type":"string","maxLength":5},"n":{"type":"integer"}},"required":["text"]}`)),
		tool("panics", open), tool("fails", open), tool("wait", open), tool("progress", open), tool("stagnates", open), tool("ask", open), tool("sampling", open),
		tool("header", json.RawMessage(`{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`)),
		tool("whoami", open), tool("whence", open), tool("whose", open),
	}}
	m.Prompts = []platform.PromptSpec{{Name: "greet", Arguments: []platform.PromptArgument{{Name: "who", Required: true}}, Messages: []platform.PromptMessage{{Role: "user", Text: "Greet {who}"}}},
		{Name: "panics", Handler: platform.HandlerRef{Kind: "native", Ref: "fixture/panics"}}}
	return m
}

func (fixture) Prompts() map[string]appkit.PromptFunc {
	return map[string]appkit.PromptFunc{"panics": func(_ context.Context, c appkit.Call, _ map[string]string) (appkit.Prompt, error) {
		c.Progress(1, 2, "half")
		panic("secret panic /etc/passwd")
	}}
}

func (f fixture) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{
		"echo": func(_ context.Context, c appkit.Call) (appkit.Result, error) {
			return appkit.Result{Structured: c.Arguments, Meta: map[string]any{"z": "<b>", "a": 1}}, nil
		},
		"panics": func(context.Context, appkit.Call) (appkit.Result, error) { panic("secret panic /etc/passwd") },
		"fails": func(context.Context, appkit.Call) (appkit.Result, error) {
			return appkit.Result{}, errors.New(`secret: pq: relation "tasks" does not exist`)
		},
		"wait": func(ctx context.Context, _ appkit.Call) (appkit.Result, error) {
			f.started <- struct{}{}
			select {
			case <-f.release:
				return appkit.Result{Content: appkit.Text("done")}, nil
			case <-ctx.Done():
				return appkit.Result{}, ctx.Err()
			}
		},
		"stagnates": func(_ context.Context, c appkit.Call) (appkit.Result, error) {
			for _, done := range []float64{1, 1, 2, 2, 1, 3} {
				c.Progress(done, 3, "")
			}
			return appkit.Result{Content: appkit.Text("done")}, nil
		},
		"progress": func(_ context.Context, c appkit.Call) (appkit.Result, error) {
			for i := range 20 {
				c.Progress(float64(i+1), 20, fmt.Sprintf("step %d", i+1))
				c.Log("info", map[string]any{"step": i})
			}
			return appkit.Result{Content: appkit.Text("done")}, nil
		},
		"ask": func(_ context.Context, c appkit.Call) (appkit.Result, error) {
			if c.RequestState == "" {
				return appkit.Result{InputRequests: map[string]appkit.InputRequest{"name": {Method: "elicitation/create",
					Params: json.RawMessage(`{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}`)}}, RequestState: "step 1"}, nil
			}
			return appkit.Result{Content: appkit.Text(c.RequestState + " " + string(c.InputResponses["name"]))}, nil
		},
		"sampling": func(context.Context, appkit.Call) (appkit.Result, error) {
			return appkit.Result{MissingCapability: "sampling"}, nil
		},
		"header": func(context.Context, appkit.Call) (appkit.Result, error) {
			return appkit.Result{Content: appkit.Text("ok")}, nil
		},
		"whoami": func(_ context.Context, c appkit.Call) (appkit.Result, error) {
			return appkit.Result{Content: appkit.Text(string(c.Principal.User))}, nil
		},
		"whose": func(_ context.Context, c appkit.Call) (appkit.Result, error) {
			return appkit.Result{Content: appkit.Text(fmt.Sprintf("%s %s %s", c.Workspace, c.App, c.Principal.Client))}, nil
		},
		"whence": func(_ context.Context, c appkit.Call) (appkit.Result, error) {
			by := c.Actor()
			return appkit.Result{Content: appkit.Text(fmt.Sprintf("<%s|%s|%s>", by.User, by.Address, by.UserAgent))}, nil
		},
	}
}

// limited is a runtime that lets each caller make rpm calls a minute.
func limited(o *Options, rpm int, now func() time.Time) *runtime.Runtime {
	return runtime.New(runtime.Options{Executors: []runtime.Executor{mock.Executor{}}, Limiter: runtime.NewLimiter(rpm, 0, now), Log: o.Log})
}

const cardsInput = `{"type":"object","properties":{"message":{"type":"string","description":"User query or request"},"context":{"type":"object","description":"Additional context (optional)"}},"required":["message"]}`

func cards(slug string, version int) *platform.Served {
	return &platform.Served{App: platform.AppID("app-" + slug), Slug: slug, Origin: platform.OriginAuthored, Version: version,
		Views: []platform.BuiltView{{Name: "widget", Document: strings.Repeat("ab", 32)}},
		Manifest: platform.Manifest{Name: "Card & Co", Description: "Shows <cards>", Access: platform.AccessPublic,
			Views: []platform.ViewSpec{{Name: "widget", URI: "ui://widget/{slug}.html", Layout: "cards", Description: "Cards", PrefersBorder: true,
				CSP: platform.CSP{Resource: []string{"https://img.example.com"}}, Sample: json.RawMessage(`{"items":[{"title":"</script>"}]}`)}},
			Tools: []platform.ToolSpec{{Name: "show_cards", Title: "Show cards", Description: "Shows cards.", Input: json.RawMessage(cardsInput),
				Output: json.RawMessage(`{"type":"object"}`), Hints: platform.Hints{ReadOnly: true, Idempotent: true}, View: "widget",
				Handler: platform.HandlerRef{Kind: "mock", Config: json.RawMessage(`{"data":{"items":[{"title":"A & B","price":9007199254740993}]},"text":"Here is 1 item: A & B."}`)}}},
		}}
}

// shop is a mixed app with tools of several kinds: with a widget of its own, without one, that a mock handler stands in for,
// that is not called by models, and that asks for a person.
func shop() *platform.Served {
	s := cards("shop", 1)
	m := &s.Manifest
	m.Access = platform.AccessMixed
	config := func(text string) json.RawMessage {
		return json.RawMessage(`{"data":{"items":[],"of":"` + text + `"},"text":"` + text + `"}`)
	}
	m.Views = append(m.Views, platform.ViewSpec{Name: "tool.cakes", URI: "ui://widget/{slug}/cakes.html", Layout: "list", Sample: json.RawMessage(`{"items":[]}`)})
	s.Views = append(s.Views, platform.BuiltView{Name: "tool.cakes", Document: strings.Repeat("ab", 32)})
	object, mocked := json.RawMessage(`{"type":"object"}`), platform.HandlerRef{Kind: "mock"}
	for _, t := range []platform.ToolSpec{
		{Name: "cakes", View: "tool.cakes", Input: json.RawMessage(`{"type":"object","properties":{"vegan":{"type":"boolean"}},"additionalProperties":false}`)},
		{Name: "hours", Output: object, Meta: map[string]json.RawMessage{"ui": json.RawMessage(`{"visibility":["app"]}`)}},
		{Name: "stock", Mode: platform.ModeMock, Handler: platform.HandlerRef{Kind: "native", Ref: "fixture/fails"}, Mock: config("stock")},
		{Name: "price", Mode: platform.ModeLiveOrMock, Handler: platform.HandlerRef{Kind: "native", Ref: "fixture/fails"}, Mock: config("price")},
		{Name: "orders", Scopes: []string{"read", "write"}, Hints: platform.Hints{ReadOnly: true}},
	} {
		if t.Handler.Kind == "" {
			t.Handler = mocked
			t.Handler.Config = config(t.Name)
		}
		if t.Description = t.Name; t.Input == nil {
			t.Input = object
		}
		m.Tools = append(m.Tools, t)
	}
	return s
}

func setup(t testing.TB, change ...func(*Options)) *bundle {
	t.Helper()
	b := &bundle{log: &double.Log{}, calls: &double.Calls{}, source: &source{live: map[string]*platform.Served{}, docs: map[string]platform.Document{}}}
	f := fixture{release: make(chan struct{}), started: make(chan struct{}, 100)}
	b.fixtureRelease, b.fixtureStarted = f.release, f.started
	executor, err := native.New(f)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(b.log, nil))
	public, _ := url.Parse("http://127.0.0.1:3001")
	o := Options{
		Address: platform.NewAddresses("http://127.0.0.1:3001").Address, Issuer: "http://127.0.0.1:3001", RecentViews: b.source.RecentViews, Guard: NewGuard(public, nil, true), Source: b.source, Calls: b.calls, Metrics: noMetrics{},
		Runtime: runtime.New(runtime.Options{Executors: []runtime.Executor{executor, mock.Executor{}}, Timeout: 5 * time.Second, Limiter: runtime.NewLimiter(0, 0, time.Now), Log: log}),
		Authenticate: func(_ context.Context, token string, at platform.Resource) (platform.Principal, error) {
			if app, ok := strings.CutPrefix(token, "token-for-"); ok {
				return platform.Principal{User: "ann", App: platform.AppID(app), Client: at.Address}, nil
			}
			if user, ok := strings.CutPrefix(token, "person-"); ok {
				user, _, _ = strings.Cut(user, "~") // a person may have several keys
				return platform.Principal{Kind: platform.KindKey, User: platform.UserID(user)}, nil
			}
			return platform.Principal{}, platform.Errorf(platform.CodeUnauthenticated, "no")
		},
		Publisher: func(_ context.Context, app platform.AppID) (platform.Publisher, error) {
			return platform.Publisher{Name: "Ours & " + string(app), Since: time.Date(2026, 3, 9, 23, 0, 0, 0, time.UTC)}, nil
		},
		PageCSP:  func(platform.Document, []string) string { return "default-src 'none'" },
		Apps:     func(slug string) (appkit.App, bool) { return f, slug == "fixture" },
		NewID:    func() string { return "id" },
		StateKey: bytes.Repeat([]byte{7}, 32), CacheBytes: 64 << 20, Now: time.Now, Log: log,
	}
	for _, c := range change {
		c(&o)
	}
	if b.edge, err = New(o); err != nil {
		t.Fatal(err)
	}
	b.source.docs[strings.Repeat("ab", 32)] = platform.Document{Digest: strings.Repeat("ab", 32), Layout: "cards",
		Head: []byte("<!doctype html><p title=\"a\u2028b\">\\u003c<script type=\"application/json\">"), Tail: []byte("</script>")}
	b.source.live["cards"] = cards("cards", 1)
	b.source.live["shop"] = shop()
	b.source.live["fixture"] = &platform.Served{Workspace: "ours", App: "app-fixture", Slug: "fixture", Origin: platform.OriginSeeded, Version: 1, Manifest: f.Manifest()}
	private := f.Manifest()
	private.Access = platform.AccessPerson
	b.source.live["private"] = &platform.Served{Workspace: "ours", App: "app-private", Slug: "private", Origin: platform.OriginSeeded, Version: 1, Manifest: private}
	r := chi.NewRouter()
	b.edge.Routes(r)
	b.server = httptest.NewServer(r)
	t.Cleanup(b.server.Close)
	t.Cleanup(func() { close(f.release) })
	return b
}

// post sends a body with the headers that its era asks for; header changes come after.
func (b *bundle) post(t *testing.T, slug, body string, headers ...string) (status int, answer string, got http.Header) {
	t.Helper()
	return b.postTo(t, "/servers/"+slug+"/mcp", body, headers...)
}

func (b *bundle) postTo(t *testing.T, path, body string, headers ...string) (status int, answer string, got http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i+1] == "" {
			r.Header.Del(headers[i])
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(raw), resp.Header
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}`

// modern makes a request of the modern era and its headers; params is the inside of the params object.
func modern(id, method, name, params string) (body string, headers []string) {
	if params != "" {
		params += ","
	}
	body = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":{%s%s}}`, id, method, params, modernMeta)
	headers = []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method}
	if name != "" {
		headers = append(headers, "Mcp-Name", name)
	}
	return body, headers
}

func legacy(id, method, params string) (body string, headers []string) {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":{%s}}`, id, method, params), []string{"MCP-Protocol-Version", "2025-11-25"}
}
