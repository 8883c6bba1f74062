package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/telemetry"
)

type bundle struct {
	log     *bytes.Buffer
	metrics *telemetry.Metrics
	now     time.Time
	serve   func(*http.Request) *httptest.ResponseRecorder
}

// setup wires an Observer around handler the way cmd does, with a clock that moves 2 ms at each look.
func setup(t *testing.T, tracing *telemetry.Tracing, level slog.Level, handler http.HandlerFunc) *bundle {
	t.Helper()
	b := &bundle{log: &bytes.Buffer{}, metrics: telemetry.NewMetrics(), now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	observer := telemetry.Observer{
		Log: telemetry.NewLogger(b.log, level, true), Metrics: b.metrics, Tracing: tracing,
		NewID: func(time.Time) string { return "req-1" },
		Route: func(r *http.Request) string { return r.Pattern },
		Now:   func() time.Time { b.now = b.now.Add(2 * time.Millisecond); return b.now },
	}
	mux := http.NewServeMux()
	mux.Handle("/servers/{slug}/mcp", observer.Middleware(handler))
	b.serve = func(r *http.Request) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w
	}
	return b
}

func scrape(t *testing.T, m *telemetry.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("scrape: status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func wantLines(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("metrics lack %q", line)
		}
	}
}

func TestCallsAreCountedByClassAndOutcome(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics()
	m.CallDone(platform.OriginSeeded, "ok", 3*time.Millisecond)
	m.CallDone(platform.OriginAuthored, "timeout", 30*time.Second)
	m.CallDone(platform.OriginAuthored, "no such outcome", time.Millisecond)
	m.CallDone("no such origin", "ok", time.Millisecond)
	m.PublishDone(4*time.Millisecond, true)
	m.PublishDone(4*time.Millisecond, false)

	wantLines(t, scrape(t, m),
		`berth_calls_total{class="seeded",outcome="ok"} 1`,
		`berth_calls_total{class="authored",outcome="timeout"} 1`,
		`berth_calls_total{class="authored",outcome="error"} 1`,
		`berth_calls_total{class="authored",outcome="ok"} 1`,
		`berth_calls_total{class="seeded",outcome="rate_limited"} 0`,
		`berth_call_duration_seconds_bucket{class="seeded",le="0.0025"} 0`,
		`berth_call_duration_seconds_bucket{class="seeded",le="0.005"} 1`,
		`berth_call_duration_seconds_count{class="authored"} 3`,
		`berth_publish_duration_seconds_count{outcome="published"} 1`,
		`berth_publish_duration_seconds_count{outcome="failed"} 1`)
}

func TestCallDoneDoesNotAllocate(t *testing.T) {
	m := telemetry.NewMetrics()
	if n := testing.AllocsPerRun(100, func() { m.CallDone(platform.OriginAuthored, "ok", time.Millisecond) }); n != 0 {
		t.Errorf("CallDone allocates %v times", n)
	}
}

func TestWatchedStatsAreReadAtEachScrape(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics()
	catalog := telemetry.CatalogStats{Hits: 7, Misses: 2, Entries: 3, Bytes: 4096}
	m.WatchCatalog(func() telemetry.CatalogStats { return catalog })
	m.WatchPool(func() telemetry.PoolStats {
		return telemetry.PoolStats{Max: 10, InUse: 4, Idle: 1, Acquired: 99, WaitSeconds: 1.5}
	})
	m.WatchCallLog(func() telemetry.CallLogStats {
		return telemetry.CallLogStats{Written: 20, Counted: 9, Dropped: 5, Queued: 6}
	})
	wantLines(t, scrape(t, m),
		"berth_catalog_hits_total 7", "berth_catalog_misses_total 2", "berth_catalog_entries 3", "berth_catalog_bytes 4096",
		"berth_db_connections_max 10", "berth_db_connections_in_use 4", "berth_db_connections_idle 1",
		"berth_db_acquired_total 99", "berth_db_wait_seconds_total 1.5",
		"berth_call_log_written_total 20", "berth_call_log_counted_total 9", "berth_call_log_dropped_total 5", "berth_call_log_queued 6")
	catalog.Hits = 8
	wantLines(t, scrape(t, m), "berth_catalog_hits_total 8")
}

// A bare observer leaves the request as it is, and its log line has the id all the same.
func TestABareObserverCopiesNoRequest(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	var served *http.Request
	o := telemetry.Observer{Log: telemetry.NewLogger(&log, slog.LevelDebug, true), Metrics: telemetry.NewMetrics(), Now: time.Now, Bare: true,
		NewID: func(time.Time) string { return "req-1" }, Route: func(*http.Request) string { return "/x" }}
	sent, w := httptest.NewRequest(http.MethodGet, "/x", nil), httptest.NewRecorder()
	o.Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { served = r })).ServeHTTP(w, sent)
	if served != sent || w.Header().Get("X-Request-Id") != "req-1" || !strings.Contains(log.String(), `"requestId":"req-1"`) {
		t.Errorf("served %p of %p, %v, %s", served, sent, w.Header(), &log)
	}
}

func TestRequestsAreCountedByRouteNeverByPath(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, slog.LevelInfo, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Request-Id") != "" && telemetry.RequestID(r.Context()) != "req-1" {
			t.Error("a client's request id was taken over")
		}
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short and stout")
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Errorf("flush through the recorder: %v", err)
		}
	})
	for _, slug := range []string{"one", "two"} {
		r := httptest.NewRequest(http.MethodPost, "/servers/"+slug+"/mcp", nil)
		r.Header.Set("X-Request-Id", "spoofed")
		if got := b.serve(r).Header().Get("X-Request-Id"); got != "req-1" {
			t.Errorf("X-Request-Id %q", got)
		}
	}
	text := scrape(t, b.metrics)
	wantLines(t, text,
		`berth_http_requests_total{route="/servers/{slug}/mcp",status="4xx"} 2`,
		`berth_http_requests_total{route="/servers/{slug}/mcp",status="1xx"} 0`,
		`berth_http_request_duration_seconds_bucket{route="/servers/{slug}/mcp",le="0.0025"} 2`,
		"berth_http_requests_in_flight 0")
	if strings.Contains(text, "servers/one") {
		t.Error("a path became a label")
	}
	if b.log.Len() != 0 {
		t.Errorf("a request without a fault was logged at info: %s", b.log)
	}
}

func TestFailedRequestIsLoggedOnceWithItsIDAndNothingSecret(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, slog.LevelInfo, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no", http.StatusInternalServerError)
	})
	r := httptest.NewRequest(http.MethodPost, "/servers/x/mcp?token=hunter2", strings.NewReader(`{"arguments":"hunter2"}`))
	r.Header.Set("Authorization", "Bearer hunter2")
	b.serve(r)

	var line map[string]any
	if err := json.Unmarshal(b.log.Bytes(), &line); err != nil {
		t.Fatalf("not exactly one JSON line: %v: %s", err, b.log)
	}
	if line["level"] != "ERROR" || line["requestId"] != "req-1" || line["status"] != 500.0 || line["route"] != "/servers/{slug}/mcp" {
		t.Errorf("line %v", line)
	}
	if strings.Contains(b.log.String(), "hunter2") {
		t.Errorf("the log holds a secret: %s", b.log)
	}
}

// Anybody can hang up, any number of times: no line of the log at its usual level is theirs.
func TestWhoHangsUpFillsNoLog(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, slog.LevelInfo, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	ctx, hangUp := context.WithCancel(t.Context())
	hangUp()
	b.serve(httptest.NewRequestWithContext(ctx, http.MethodPost, "/servers/gift/mcp", nil))
	if b.log.Len() > 0 {
		t.Errorf("the log: %s", b.log)
	}
	b.serve(httptest.NewRequest(http.MethodPost, "/servers/gift/mcp", nil))
	if !strings.Contains(b.log.String(), `"level":"ERROR"`) {
		t.Errorf("the log of a failure: %s", b.log)
	}
}

func TestAbortedRequestIsStillCounted(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, slog.LevelInfo, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	func() {
		defer func() { _ = recover() }()
		b.serve(httptest.NewRequest(http.MethodPost, "/servers/x/mcp", nil))
	}()
	wantLines(t, scrape(t, b.metrics), "berth_http_requests_in_flight 0",
		`berth_http_request_duration_seconds_count{route="/servers/{slug}/mcp"} 1`)
}

func TestLoggerKeepsTheRequestIDThroughWithAndGroups(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := telemetry.NewLogger(&out, slog.LevelWarn, false).With("room", "test")
	ctx := telemetry.WithRequestID(t.Context(), "req-9")
	log.InfoContext(ctx, "below the level")
	log.WithGroup("inner").WarnContext(ctx, "seen", "key", platform.SecretText("hunter2"))
	got := out.String()
	for _, want := range []string{"level=WARN", "msg=seen", "room=test", "req-9", "•••"} {
		if !strings.Contains(got, want) {
			t.Errorf("line lacks %q: %s", want, got)
		}
	}
	if strings.Count(got, "\n") != 1 || strings.Contains(got, "hunter2") {
		t.Errorf("log: %s", got)
	}
}

func TestTracingOffDoesNothing(t *testing.T) {
	t.Parallel()
	off, err := telemetry.NewTracing(t.Context(), telemetry.TracingConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tracing := range []*telemetry.Tracing{nil, off} {
		if ctx, end := tracing.Span(t.Context(), "x"); ctx != t.Context() {
			t.Error("a span was begun")
		} else {
			end()
		}
		if err := tracing.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestSpansReachTheCollectorUnderTheCallersTrace(t *testing.T) {
	t.Parallel()
	type export struct{ path, body string }
	exports := make(chan export, 4)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		exports <- export{r.URL.Path, string(body)}
	}))
	defer collector.Close()

	tracing, err := telemetry.NewTracing(t.Context(), telemetry.TracingConfig{Endpoint: collector.URL + "/", Service: "our-apps", Version: "9.9", Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := setup(t, tracing, slog.LevelDebug, func(w http.ResponseWriter, r *http.Request) {
		_, end := tracing.Span(r.Context(), "lookup")
		end()
		_, end = tracing.Span(t.Context(), "of-nobody")
		end()
		w.WriteHeader(http.StatusBadGateway)
	})
	r := httptest.NewRequest(http.MethodPost, "/servers/private-slug/mcp", nil)
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	b.serve(r)
	if err := tracing.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}

	sent := <-exports
	if sent.path != "/v1/traces" {
		t.Errorf("sent to %s", sent.path)
	}
	for _, want := range []string{"POST /servers/{slug}/mcp", "\x0a\xf7\x65\x19\x16\xcd\x43\xdd\x84\x48\xeb\x21\x1c\x80\x31\x9c", "9.9", "our-apps", "lookup"} {
		if !strings.Contains(sent.body, want) {
			t.Errorf("export lacks %q", want)
		}
	}
	if strings.Contains(sent.body, "private-slug") {
		t.Error("export holds the path")
	}
	if strings.Contains(sent.body, "of-nobody") {
		t.Error("work below no request made a trace")
	}
	if !strings.Contains(b.log.String(), `"traceId":"0af7651916cd43dd8448eb211c80319c"`) {
		t.Errorf("log lacks the trace id: %s", b.log)
	}
}

// A collector that is busy gets the same spans again, with the headers that it wants.
func TestABusyCollectorIsAskedAgain(t *testing.T) {
	t.Parallel()
	var bodies []string
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bodies = append(bodies, string(body)); len(bodies) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		if got := r.Header.Get("X-Key") + r.Header.Get("Content-Type"); got != "a b=capplication/x-protobuf" {
			t.Errorf("headers %q", got)
		}
	}))
	tracing, err := telemetry.NewTracing(t.Context(), telemetry.TracingConfig{Endpoint: collector.URL, Headers: "x-key=a%20b=c,", Service: "apps", Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := setup(t, tracing, slog.LevelInfo, func(http.ResponseWriter, *http.Request) {})
	b.serve(httptest.NewRequest(http.MethodPost, "/servers/slug/mcp", nil))
	if err := tracing.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	collector.Close()
	if len(bodies) != 2 || bodies[0] != bodies[1] || len(bodies[0]) < 100 {
		t.Errorf("sent %q", bodies)
	}
	if _, err := telemetry.NewTracing(t.Context(), telemetry.TracingConfig{Endpoint: collector.URL, Headers: "secret"}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a header without a name: %v", err)
	}
}

// The token of a link signs somebody in: a log must not hold it, whether a route took the request or none did.
func TestAPlaceHoldsNoToken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ route, path, want string }{
		{"/signin/{token}", "/signin/secret", "/signin/{token}"}, {"", "/signin/secret/", "/signin/…"}, {"", "/invite/secret", "/invite/…"},
		{"/api/v1/*", "/api/v1/invitations/secret/x", "/api/v1/*"}, {"", "/robots.txt", "/robots.txt"}, {"", "/", "/"}, {"", "//invite/secret", "//…"},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://h"+c.path, nil)
		if got := telemetry.Place(c.route, r); got != c.want {
			t.Errorf("%s taken by %q is logged as %q, want %q", c.path, c.route, got, c.want)
		}
	}
}
