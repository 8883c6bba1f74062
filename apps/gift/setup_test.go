package gift_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/apps/gift"
	"berth/apps/gift/catalogue"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/appkit/transcript"
	"berth/platform/executor/native"
	"berth/platform/mcpedge"
	"berth/platform/publish"
	"berth/platform/runtime"
	"berth/platform/schema"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/view"
	"berth/templates"
)

var update = flag.Bool("update", false, "write the responses into the transcripts")

// few are the gifts of the transcripts: a handful that stays as it is while the catalogue grows.
func few(t *testing.T) []catalogue.Gift {
	t.Helper()
	raw, err := os.ReadFile("testdata/catalogue.json")
	if err != nil {
		t.Fatal(err)
	}
	var gifts []catalogue.Gift
	if err := json.Unmarshal(raw, &gifts); err != nil {
		t.Fatal(err)
	}
	return gifts
}

// bundle is the app as people reach it: seeded into a real database and served by the real edge.
type bundle struct {
	app     appkit.App
	url     string            // of the MCP endpoint
	widgets map[string]string // the parts of the widgets' URIs that their builds decide
}

type nobody struct{}

func (nobody) CallDone(platform.Origin, string, time.Duration) {}
func (nobody) Record(platform.CallRecord)                      {}

func setup(t *testing.T, app appkit.App, s *store.Store) *bundle {
	t.Helper()
	b := &bundle{app: app, widgets: map[string]string{}}
	executor, err := native.New(app)
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
	log := slog.New(slog.DiscardHandler)
	edge, err := mcpedge.New(mcpedge.Options{
		PublicURL: public, Guard: mcpedge.NewGuard(public, nil, true), Source: s, Calls: nobody{}, Metrics: nobody{},
		Runtime: runtime.New(runtime.Options{Executors: []runtime.Executor{executor}, Timeout: 20 * time.Second,
			Limiter: runtime.NewLimiter(0, 0, time.Now), Log: log}),
		ClientAddress: func(*http.Request) string { return "192.0.2.9" }, PageCSP: view.CSP, NewID: func() string { return "id" },
		Apps:     func(slug string) (appkit.App, bool) { return app, slug == app.Slug() },
		StateKey: bytes.Repeat([]byte{7}, 32), CacheBytes: 64 << 20, Now: time.Now, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	edge.Routes(router)
	b.url = server.URL + "/servers/gift/mcp"
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
	if _, err := publisher.Seed(t.Context(), storetest.Person(t, s, "ada@example.com"), b.app.Slug(), b.app.Manifest()); err != nil {
		t.Fatal(err)
	}
	live, err := s.Live(t.Context(), b.app.Slug())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range live.Release.Views {
		b.widgets[v.Name] = v.Document[:16]
	}
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

func (b *bundle) transcript(t *testing.T) transcript.Options {
	vars := map[string]string{"list": b.widgets["gift-list"], "page": b.widgets["gift-details"]}
	for _, g := range few(t) {
		vars[g.Key] = g.ID()
	}
	return transcript.Options{Send: b.send, Vars: vars}
}

func TestTranscripts(t *testing.T) {
	t.Parallel()
	app := gift.New(gift.Options{Gifts: few(t), Log: slog.New(slog.DiscardHandler)}) // which keeps nothing between calls
	transcript.Run(t, "testdata/*.txtar", *update, func(t *testing.T) transcript.Options {
		return setup(t, app, storetest.Open(t)).transcript(t)
	})
}
