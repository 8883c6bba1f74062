// Package served puts one app on the real edge, published in a real database, for tests that speak MCP to it as clients
// do. It must not know any app.
package served

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/native"
	"berth/platform/mcpedge"
	"berth/platform/publish"
	"berth/platform/runtime"
	"berth/platform/schema"
	"berth/platform/store"
	"berth/platform/view"
	"berth/test/shipped"
)

// Options say what is served: App, published in Store by Owner. The rest is optional.
type Options struct {
	App   appkit.App
	Store *store.Store
	Owner platform.Actor

	Authenticate func(ctx context.Context, token string, at platform.Resource) (platform.Principal, error)
	Calls        runtime.CallLog
	Log          *slog.Logger
	Now          func() time.Time
}

// Server is an app as people reach it.
type Server struct {
	URL       string            // of the app, without a trailing slash: "/mcp" is its endpoint
	Documents map[string]string // view's name → the part of its URI that depends on its build

	app appkit.App
}

// ClientAddress is the client address of all calls.
const ClientAddress = "192.0.2.9"

type nobody struct{}

func (nobody) CallDone(platform.Origin, string, time.Duration) {}
func (nobody) Record(platform.CallRecord)                      {}

// App publishes the app and serves it until the test ends.
func App(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Calls == nil {
		o.Calls = nobody{}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	executor, err := native.New(o.App)
	if err != nil {
		t.Fatal(err)
	}
	router := chi.NewRouter()
	listening := httptest.NewServer(router)
	t.Cleanup(listening.Close)
	public, err := url.Parse(listening.URL)
	if err != nil {
		t.Fatal(err)
	}
	addresses := platform.NewAddresses(listening.URL)
	edge, err := mcpedge.New(mcpedge.Options{
		Address: addresses.Address, Issuer: listening.URL, Publisher: o.Store.Publisher, RecentViews: o.Store.RecentViews,
		Guard: mcpedge.NewGuard(public, nil, true), Source: o.Store, Calls: o.Calls, Metrics: nobody{},
		Runtime: runtime.New(runtime.Options{Executors: []runtime.Executor{executor}, Timeout: 20 * time.Second,
			Limiter: runtime.NewLimiter(0, 0, time.Now), Log: o.Log}),
		Authenticate: o.Authenticate, ClientAddress: func(*http.Request) string { return ClientAddress },
		PageCSP: view.CSP, NewID: func() string { return "id" },
		Apps:     func(slug string) (appkit.App, bool) { return o.App, slug == o.App.Slug() },
		StateKey: bytes.Repeat([]byte{7}, 32), CacheBytes: 64 << 20, Now: o.Now, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	edge.Routes(router)
	return &Server{URL: addresses.Address(o.App.Slug()).Page, Documents: publishApp(t, o, executor, edge), app: o.App}
}

// publishApp publishes the app as the server does at its first start, and returns its documents.
func publishApp(t testing.TB, o Options, executor runtime.Executor, edge *mcpedge.Edge) map[string]string {
	t.Helper()
	layouts := shipped.Layouts(t)
	publisher, err := publish.New(publish.Options{Store: o.Store, Layouts: layouts, Executors: []runtime.Executor{executor},
		TrialBuild: edge.TrialBuild, Changed: edge.Published, Withdrawn: edge.Withdraw, MaxApps: 10})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := publisher.Seed(t.Context(), o.Owner, o.App.Slug(), o.App.Manifest()); err != nil {
		t.Fatal(err)
	}
	live, err := o.Store.Live(t.Context(), o.App.Slug())
	if err != nil {
		t.Fatal(err)
	}
	documents := map[string]string{}
	for _, v := range live.Views {
		documents[v.Name] = v.Document[:16]
	}
	return documents
}

// Send posts one message, as Send of package transcript does. The answer of a tool must fit its output schema, and a 401
// must come with a challenge.
func (s *Server) Send(t *testing.T, message []byte, headers map[string]string) (status int, body []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/mcp", bytes.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }() // what was read is judged
	if body, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	challenge := response.Header.Get("WWW-Authenticate")
	if (response.StatusCode == http.StatusUnauthorized) != strings.HasPrefix(challenge, "Bearer ") {
		t.Errorf("status %d with WWW-Authenticate %q", response.StatusCode, challenge)
	}
	answer := body
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") { // the answer comes after what was notified
		answer = bytes.TrimSpace(body[max(0, bytes.LastIndex(body, []byte("data: "))+len("data: ")):])
	}
	s.checkOutput(t, message, answer)
	return response.StatusCode, body
}

// checkOutput checks every structured result, a refusal too, against the output schema of its tool.
func (s *Server) checkOutput(t *testing.T, request, response []byte) {
	t.Helper()
	var asked struct {
		Method string
		Params struct{ Name string }
	}
	var answered struct {
		Result struct{ StructuredContent json.RawMessage }
	}
	if err := errors.Join(json.Unmarshal(request, &asked), json.Unmarshal(response, &answered)); err != nil {
		t.Fatal(err)
	}
	for _, tool := range s.app.Manifest().Tools {
		if asked.Method != "tools/call" || tool.Name != asked.Params.Name || answered.Result.StructuredContent == nil {
			continue
		}
		output, err := schema.Compile(tool.Output)
		if err != nil {
			t.Fatal(err)
		}
		if problems := output.Validate(answered.Result.StructuredContent); len(problems) > 0 {
			t.Errorf("%s answered %s: %v", tool.Name, answered.Result.StructuredContent, problems)
		}
	}
}
