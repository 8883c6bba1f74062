package todo_test

import (
	"bytes"
	"encoding/json"
	"errors"
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

	"berth/apps/todo"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/appkit/transcript"
	"berth/platform/executor/native"
	"berth/platform/identity"
	"berth/platform/mcpedge"
	"berth/platform/publish"
	"berth/platform/runtime"
	"berth/platform/schema"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/view"
	"berth/templates"
)

// person is somebody with an API key.
type person struct {
	platform.Actor
	key string
}

// bundle is the app as people reach it: seeded into a real database and served by the real edge.
type bundle struct {
	app      appkit.App
	ada, bob person // each in a workspace of their own
	url      string // of the MCP endpoint
	widget   string // the part of the widget's URI that its build decides
	calls    *calls
	log      *lockedBuffer
}

// calls is the call log.
type calls struct {
	mu      sync.Mutex
	records []platform.CallRecord
}

func (c *calls) Record(r platform.CallRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.records = append(c.records, r)
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

type noMetrics struct{}

func (noMetrics) CallDone(platform.Origin, string, time.Duration) {}

func setup(t *testing.T, s *store.Store) *bundle {
	t.Helper()
	b := &bundle{app: todo.New(s), calls: &calls{}, log: &lockedBuffer{}}
	log := slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	who := identity.New(identity.Options{Store: s, Log: log, Now: time.Now, Limits: identity.Limits{Keys: 10, Members: 10, SignInPerMinute: 10}})
	for email, p := range map[string]*person{"ada@example.com": &b.ada, "bob@example.com": &b.bob} {
		p.Actor = storetest.Person(t, s, email)
		var err error
		if _, p.key, err = who.CreateKey(t.Context(), p.Actor, identity.NewKey{Name: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	executor, err := native.New(b.app)
	if err != nil {
		t.Fatal(err)
	}
	router := chi.NewRouter()
	server := httptest.NewServer(router)
	t.Cleanup(server.Close)
	public, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	edge, err := mcpedge.New(mcpedge.Options{
		PublicURL: public, Guard: mcpedge.NewGuard(public, nil, true), Source: s, Calls: b.calls, Metrics: noMetrics{},
		Runtime: runtime.New(runtime.Options{Executors: []runtime.Executor{executor}, Timeout: 20 * time.Second,
			Limiter: runtime.NewLimiter(0, 0, time.Now), Log: log}),
		Authenticate: who.Authenticate, ClientAddress: func(*http.Request) string { return "192.0.2.9" }, PageCSP: view.CSP, NewID: func() string { return "id" },
		Apps:     func(slug string) (appkit.App, bool) { return b.app, slug == b.app.Slug() },
		StateKey: bytes.Repeat([]byte{7}, 32), CacheBytes: 64 << 20, Now: time.Now, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	edge.Routes(router)
	b.url = server.URL + "/servers/todo/mcp"
	b.seed(t, s, executor, edge)
	return b
}

func (b *bundle) seed(t *testing.T, s *store.Store, executor runtime.Executor, edge *mcpedge.Edge) {
	t.Helper()
	layouts, err := view.Load(templates.FS())
	if err != nil {
		t.Fatal(err)
	}
	publisher, err := publish.New(publish.Options{Store: s, Layouts: layouts, Executors: []runtime.Executor{executor},
		TrialBuild: edge.TrialBuild, Changed: edge.Invalidate, MaxApps: 10})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := publisher.Seed(t.Context(), b.ada.Actor, b.app.Slug(), b.app.Manifest()); err != nil {
		t.Fatal(err)
	}
	live, err := s.Live(t.Context(), b.app.Slug())
	if err != nil {
		t.Fatal(err)
	}
	b.widget = live.Release.Views[0].Document[:16]
}

// send posts one message, as Send of package transcript.
func (b *bundle) send(t *testing.T, message []byte, headers map[string]string) (int, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url, bytes.NewReader(message))
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
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if challenge := response.Header.Get("WWW-Authenticate"); (response.StatusCode == http.StatusUnauthorized) != strings.HasPrefix(challenge, "Bearer ") {
		t.Errorf("status %d with WWW-Authenticate %q", response.StatusCode, challenge)
	}
	b.checkOutput(t, message, body)
	return response.StatusCode, body
}

// checkOutput holds every structured result, a refusal too, against the output schema of its tool.
func (b *bundle) checkOutput(t *testing.T, request, response []byte) {
	t.Helper()
	var asked struct{ Params struct{ Name string } }
	var answered struct {
		Result struct{ StructuredContent json.RawMessage }
	}
	if err := errors.Join(json.Unmarshal(request, &asked), json.Unmarshal(response, &answered)); err != nil {
		t.Fatal(err)
	}
	for _, tool := range b.app.Manifest().Tools {
		if tool.Name != asked.Params.Name || answered.Result.StructuredContent == nil {
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

func (b *bundle) transcript() transcript.Options {
	bearer := func(key string) map[string]string { return map[string]string{"Authorization": "Bearer " + key} }
	return transcript.Options{
		Send: b.send,
		As: map[string]map[string]string{
			"ada": bearer(b.ada.key), "bob": bearer(b.bob.key), "mallory": bearer("brt_" + strings.Repeat("x", 40)),
		},
		Vars:    map[string]string{"ada": string(b.ada.User), "bob": string(b.bob.User), "widget": b.widget},
		Numbers: map[string]string{"task_id": "task", "id": "task"},
		Times:   []string{"created_at"},
	}
}
