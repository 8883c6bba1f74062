package main

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"berth/platform/telemetry"
)

// TestStrictTransport asks a whole server for answers of every surface.
func TestStrictTransport(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{"https://apps.example.com": "max-age=31536000", "http://apps.example.com": ""} {
		s := &settings{Addr: ":0", PublicURL: url, DataDir: t.TempDir(), CacheMiB: 16}
		p, err := wire(t.Context(), s, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		h := p.handler(new(atomic.Bool))
		for _, path := range []string{"/", "/livez", "/healthz", "/api/v1/apps", "/api/docs", "/servers/none/mcp", "/servers/none/ui/", "/nothing"} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil))
			if got := w.Header().Get("Strict-Transport-Security"); got != want {
				t.Errorf("%s%s: %d with %q, want %q", url, path, w.Code, got, want)
			}
		}
		if err := p.close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestRefusalsBeforeTheAPI: what is refused before the API's own routes are asked names the request, and is kept by nobody, as all else.
func TestRefusalsBeforeTheAPI(t *testing.T) {
	t.Parallel()
	s := &settings{Addr: "127.0.0.1:0", PublicURL: "http://127.0.0.1:3001", DataDir: t.TempDir(), CacheMiB: 16}
	p, err := wire(t.Context(), s, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	h := p.handler(new(atomic.Bool))
	for _, c := range []struct {
		method, host string
		status       int
	}{{"FOO", "127.0.0.1:3001", 405}, {"PUT", "127.0.0.1:3001", 405}, {"GET", "evil.example", 403}} {
		r, w := httptest.NewRequestWithContext(t.Context(), c.method, "http://"+c.host+"/api/v1/apps", nil), httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var problem struct{ RequestID string }
		if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil {
			t.Fatal(err)
		}
		id := w.Header().Values("X-Request-Id")
		if w.Code != c.status || problem.RequestID == "" || len(id) != 1 || id[0] != problem.RequestID || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s of %s: %d %s, id %v, Cache-Control %q", c.method, c.host, w.Code, w.Body, id, w.Header().Get("Cache-Control"))
		}
	}
	if err := p.close(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestHealthWithoutDatabase: proxies go on sending calls to a server that has lost its database, orchestrators learn of it.
func TestHealthWithoutDatabase(t *testing.T) {
	t.Parallel()
	s := &settings{Addr: ":0", PublicURL: "http://apps.example.com", DataDir: t.TempDir(), CacheMiB: 16}
	p, err := wire(t.Context(), s, slog.New(telemetry.NewLogger(t.Output(), nil, false).Handler()), nil)
	if err != nil {
		t.Fatal(err)
	}
	var stopping atomic.Bool
	h := p.handler(&stopping)
	status := func(path string) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, s.PublicURL+path, nil))
		return w.Code
	}
	if healthy, ready := status("/healthz"), status("/readyz"); healthy != 200 || ready != 200 {
		t.Errorf("with a database: /healthz %d, /readyz %d", healthy, ready)
	}
	if err := p.store.Close(); err != nil {
		t.Fatal(err)
	}
	if healthy, ready := status("/healthz"), status("/readyz"); healthy != 200 || ready != 503 {
		t.Errorf("without a database: /healthz %d, /readyz %d", healthy, ready)
	}
	stopping.Store(true)
	if healthy, ready := status("/healthz"), status("/readyz"); healthy != 503 || ready != 503 {
		t.Errorf("while it stops: /healthz %d, /readyz %d", healthy, ready)
	}
	_ = p.close(t.Context()) // the database is closed already
}

// TestClientAddress: the last entry counts, however the proxy writes it; what is no address is not believed.
func TestClientAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		entries []string
		want    string
	}{
		{nil, "192.0.2.1"},
		{[]string{"203.0.113.9"}, "203.0.113.9"},
		{[]string{"10.0.0.1, 203.0.113.9"}, "203.0.113.9"},
		{[]string{"203.0.113.7", "10.0.0.1,\t203.0.113.9 "}, "203.0.113.9"},
		{[]string{"203.0.113.9:4711"}, "203.0.113.9"},
		{[]string{"2001:db8::1"}, "2001:db8::1"},
		{[]string{"[2001:db8::1]:4711"}, "2001:db8::1"},
		{[]string{"[2001:db8::1]"}, "2001:db8::1"},
		{[]string{"203.0.113.9, unknown"}, "192.0.2.1"},
		{[]string{"203.0.113.9, "}, "192.0.2.1"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.RemoteAddr = "192.0.2.1:1234"
		r.Header["X-Forwarded-For"] = c.entries
		for trust, want := range map[bool]string{true: c.want, false: "192.0.2.1"} {
			if got := (&parts{settings: &settings{TrustForwarded: trust}}).clientAddress(r); got != want {
				t.Errorf("%q, trusted: %v: %s, want %s", c.entries, trust, got, want)
			}
		}
	}
}
