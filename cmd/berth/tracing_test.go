package main

import (
	"bytes"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collected is what servers have sent to a collector of traces.
type collected struct {
	mu   sync.Mutex
	sent []*trace.ResourceSpans
}

// collect runs a collector; its address is a base endpoint of OTLP.
func collect(t *testing.T) (all *collected, address string) {
	t.Helper()
	all = new(collected)
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil {
			t.Error(err)
		}
		all.mu.Lock()
		defer all.mu.Unlock()
		all.sent = append(all.sent, sent.GetResourceSpans()...)
	}))
	t.Cleanup(sink.Close)
	return all, sink.URL
}

// spans returns all spans of a server that has stopped, each of which must be of the service in this version of the program.
func (c *collected) spans(t *testing.T, service string) (spans []*trace.Span) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range c.sent {
		about := map[string]string{}
		for _, a := range resource.GetResource().GetAttributes() {
			about[a.GetKey()] = a.GetValue().GetStringValue()
		}
		if about["service.name"] != service || about["service.version"] != version() {
			t.Errorf("spans of %v, want service.name %q and service.version %q", about, service, version())
		}
		for _, scope := range resource.GetScopeSpans() {
			spans = append(spans, scope.GetSpans()...)
		}
	}
	return spans
}

// TestTracesNameTheService: OTEL_SERVICE_NAME is the name of the service; the version is the program's.
func TestTracesNameTheService(t *testing.T) {
	t.Parallel()
	all, address := collect(t)
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "OTEL_EXPORTER_OTLP_ENDPOINT="+address, "OTEL_SERVICE_NAME=shop")
	p.serving("todo")
	if code := p.stop(); code != 0 {
		t.Fatalf("exit code %d\n%s", code, p.out.String())
	}
	if len(all.spans(t, "shop")) == 0 {
		t.Error("no spans")
	}
}

// TestACollectorThatIsAway fails nothing: not the server's stop either.
func TestACollectorThatIsAway(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "OTEL_EXPORTER_OTLP_ENDPOINT=http://"+freeAddress(t))
	p.serving("todo")
	if code := p.stop(); code != 0 || !strings.Contains(p.out.String(), "the last spans were not sent") {
		t.Errorf("exit code %d\n%s", code, p.out.String())
	}
	code, out := command(t, "serve", "--addr", "127.0.0.1:0", "--data-dir", t.TempDir(), "--otlp-endpoint", "http://127.0.0.1:1", "--otlp-headers", "secret")
	if code != 1 || !strings.Contains(out, "OTEL_EXPORTER_OTLP_HEADERS: want name=value") {
		t.Errorf("headers that are none: exit code %d, %s", code, out)
	}
}

// TestATraceShowsWhereTheTimeGoes: below the request stand the lookup, the tool and the statements of both, in the trace of
// the caller, and no span names an app.
func TestATraceShowsWhereTheTimeGoes(t *testing.T) {
	t.Parallel()
	all, address := collect(t)
	dir := "BERTH_DATA_DIR=" + t.TempDir()
	if code := start(t, dir).stop(); code != 0 { // what a start publishes is in its memory
		t.Fatalf("exit code %d", code)
	}
	p := start(t, dir, "OTEL_EXPORTER_OTLP_ENDPOINT="+address)
	var me struct{ User struct{ ID string } }
	p.rest("GET", "/me", nil, &me)
	const id = "0af7651916cd43dd8448eb211c80319c"
	if status, answer := p.mcp("todo", "tools/call", "list_tasks", `"name":"list_tasks","arguments":{"user_id":"`+me.User.ID+`"}`,
		"Authorization", "Bearer "+adminKey, "Traceparent", "00-"+id+"-b7ad6b7169203331-01"); status != 200 {
		t.Fatalf("%d %s", status, answer)
	}
	if code := p.stop(); code != 0 {
		t.Fatalf("exit code %d\n%s", code, p.out.String())
	}
	want, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	byID, names := map[string]*trace.Span{}, map[string]*trace.Span{}
	for _, s := range all.spans(t, "berth") {
		if bytes.Equal(s.GetTraceId(), want) {
			byID[string(s.GetSpanId())], names[s.GetName()] = s, s
		}
		if strings.Contains(s.String(), "todo") {
			t.Errorf("a span names an app: %s", s)
		}
	}
	parent := func(name string) string {
		if s := names[name]; s != nil {
			return byID[string(s.GetParentSpanId())].GetName()
		}
		return "no such span"
	}
	for name, above := range map[string]string{"lookup": "POST /servers/{slug}/mcp", "invoke": "POST /servers/{slug}/mcp", "LiveBySlug": "lookup", "Tasks": "invoke"} {
		if got := parent(name); got != above {
			t.Errorf("%s stands below %q, want %q (spans: %v)", name, got, above, len(names))
		}
	}
}
