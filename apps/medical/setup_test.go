package medical_test

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
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/apps/medical"
	"berth/apps/medical/directory"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/appkit/transcript"
	"berth/platform/executor/native"
	"berth/platform/mcpedge"
	"berth/platform/publish"
	"berth/platform/runtime"
	"berth/platform/schema"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
	"berth/platform/view"
	"berth/templates"
)

var update = flag.Bool("update", false, "write the responses into the transcripts")

// now is Wednesday, 7 January 2026, 11:00 in São Paulo: when all of these tests happen.
var now = time.Date(2026, 1, 7, 14, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// bundle is the app as people reach it: seeded into a real database and served by the real edge.
type bundle struct {
	app    appkit.App
	url    string // of the MCP endpoint
	widget string // the part of the widget's URI that its build decides
	log    *lockedBuffer
	calls  *calls
	owner  platform.Actor
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

func (*calls) CallDone(platform.Origin, string, time.Duration) {}

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

func sqlite(t testing.TB) *store.Store {
	t.Helper()
	s := storetest.OpenWith(t, store.Options{DataDir: t.TempDir(), Now: clock})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func postgres(t testing.TB) *store.Store {
	t.Helper()
	return storetest.OpenWith(t, store.Options{DatabaseURL: pgtest.URL(t), Now: clock})
}

func newApp(t *testing.T, s medical.Store) appkit.App {
	t.Helper()
	app, err := medical.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// serve makes one replica of the app over the store.
func serve(t *testing.T, s *store.Store) *bundle {
	t.Helper()
	b := &bundle{app: newApp(t, s), log: &lockedBuffer{}, calls: &calls{}}
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
	log := slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	edge, err := mcpedge.New(mcpedge.Options{
		PublicURL: public, Guard: mcpedge.NewGuard(public, nil, true), Source: s, Calls: b.calls, Metrics: b.calls,
		Runtime: runtime.New(runtime.Options{Executors: []runtime.Executor{executor}, Timeout: 20 * time.Second,
			Limiter: runtime.NewLimiter(0, 0, time.Now), Log: log}),
		ClientAddress: func(*http.Request) string { return "192.0.2.9" }, PageCSP: view.CSP, NewID: func() string { return "id" },
		Apps:     func(slug string) (appkit.App, bool) { return b.app, slug == b.app.Slug() },
		StateKey: bytes.Repeat([]byte{7}, 32), CacheBytes: 64 << 20, Now: clock, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	edge.Routes(router)
	b.url = server.URL + "/servers/medical/mcp"
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
	b.owner = storetest.Person(t, s, server(b.url)+"@example.com")
	if _, err := publisher.Seed(t.Context(), b.owner, b.app.Slug(), b.app.Manifest()); err != nil {
		t.Fatal(err)
	}
	live, err := s.Live(t.Context(), b.app.Slug())
	if err != nil {
		t.Fatal(err)
	}
	b.widget = live.Release.Views[0].Document[:16]
}

// server tells replicas apart.
func server(address string) string {
	return strings.NewReplacer("http://127.0.0.1:", "port", "/servers/medical/mcp", "").Replace(address)
}

// send posts one message and holds its answer against the output schema, as Send of package transcript. What is long or
// made up by the server is shortened or named.
func (b *bundle) send(t *testing.T, message []byte, headers map[string]string) (int, []byte) {
	t.Helper()
	status, body := b.post(t, message, headers)
	b.checkOutput(t, message, body)
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	raw, err := json.Marshal(shorten("", v))
	if err != nil {
		t.Fatal(err)
	}
	return status, raw
}

func (b *bundle) post(t *testing.T, message []byte, headers map[string]string) (int, []byte) {
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
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, body
}

// shorten leaves the first three of many slots, names the picture, and the id that an appointment gets.
func shorten(key string, v any) any {
	const kept = 3
	switch v := v.(type) {
	case map[string]any:
		if id, ok := v["id"].(string); ok && key == "appointment" && len(id) == 36 {
			v["id"] = "${appointment}"
		}
		for k := range v {
			v[k] = shorten(k, v[k])
		}
	case []any:
		for i := range v {
			v[i] = shorten(key, v[i])
		}
		if key == "slots" && len(v) > kept {
			return append(v[:kept:kept], "… and so on")
		}
	case string:
		if key == "imageUrl" && strings.HasPrefix(v, "data:image/svg+xml,") {
			return "${image}"
		}
	}
	return v
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

// transcript names the doctors who occur by their surname.
func (b *bundle) transcript(t *testing.T) transcript.Options {
	t.Helper()
	vars := map[string]string{"widget": b.widget}
	doctors, err := directory.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range doctors.Doctors() {
		_, name, _ := strings.Cut(d.Name, " ")
		vars[name] = d.ID
	}
	return transcript.Options{Send: b.send, Vars: vars}
}

func TestTranscripts(t *testing.T) {
	t.Parallel()
	transcript.Run(t, "testdata/*.txtar", *update, func(t *testing.T) transcript.Options {
		return serve(t, sqlite(t)).transcript(t)
	})
	if *update {
		return
	}
	t.Run("postgres", func(t *testing.T) { // what the database decides
		t.Parallel()
		transcript.Run(t, "testdata/schedule_appointment.txtar", false, func(t *testing.T) transcript.Options {
			return serve(t, postgres(t)).transcript(t)
		})
	})
}
