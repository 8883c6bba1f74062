package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

// TestSamplePictures publishes apps with a layout's sample, and looks at them as hosts that refuse data: URLs do: pictures come
// from the server's own address, which the widget's policy names, on every replica and whatever was stored. A server without
// https has no address that a widget loads from.
func TestSamplePictures(t *testing.T) {
	t.Parallel()
	s := settings{Addr: ":0", PublicURL: "https://apps.example.com", DataDir: t.TempDir(), CacheMiB: 16, AdminKey: adminKey, LimitApps: 10, LimitCallerRPM: 0}
	p, err := wire(t.Context(), &s, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	do := asking(t, p, s.PublicURL)
	var app struct{ ID string }
	if err := json.Unmarshal(do("POST", "/api/v1/apps", `{"name":"Shop"}`).Body.Bytes(), &app); err != nil || app.ID == "" {
		t.Fatal(err)
	}
	var live struct {
		Slug string `json:"mcpSlug"`
	}
	answer := do("POST", "/api/v1/apps/"+app.ID+"/publish", `{"toolName":"show","toolDescription":"Shows products. Use when somebody looks for one."}`).Body.Bytes()
	if err := json.Unmarshal(answer, &live); err != nil || live.Slug == "" {
		t.Fatalf("publish: %s", answer)
	}
	resources, result, page := seen(do, live.Slug)
	address := regexp.MustCompile(`https://apps\.example\.com(/pictures/[0-9a-f]{24}\.svg)`)
	found := address.FindAllSubmatch(result, -1)
	if len(found) == 0 || bytes.Contains(result, []byte("data:image")) || bytes.Count(resources, []byte(`["https://apps.example.com"]`)) != 4 { // two names, two resources
		t.Errorf("tools/call: %s\nresources/list: %s", result, resources)
	}
	if policy := page.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "img-src data: https://apps.example.com;") || !address.Match(page.Body.Bytes()) {
		t.Errorf("the page without a host: %s\n%s", policy, page.Body)
	}
	for _, f := range found {
		w := do("GET", string(f[1]), "")
		h := w.Header()
		if w.Code != 200 || h.Get("Content-Type") != "image/svg+xml" || h.Get("Cache-Control") != "public, max-age=31536000, immutable" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin" ||
			h.Get("Access-Control-Allow-Origin") != "*" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "default-src 'none'; sandbox" || !strings.HasPrefix(w.Body.String(), "<svg ") {
			t.Errorf("%s: %d %v %s", f[1], w.Code, h, w.Body)
		}
	}
	for _, path := range []string{"/pictures/x.svg", "/pictures/000000000000000000000000.svg", "/pictures/..%2fapi"} {
		if w := do("GET", path, ""); w.Code != 404 || strings.Contains(w.Header().Get("Cache-Control"), "public") {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	portraits(t, do, address)
	if draft := do("GET", "/api/v1/apps/"+app.ID, "").Body.String(); !strings.Contains(draft, "data:image/svg+xml,") || strings.Contains(draft, "/pictures/") {
		t.Errorf("the draft, which the builder shows offline too: %s", draft)
	}
	if err := p.close(t.Context()); err != nil {
		t.Error(err)
	}

	// The same data under another address: nothing of the old one is stored.
	for public, want := range map[string]string{"https://moved.example.org": "https://moved.example.org/pictures/", "http://apps.example.com": "data:image/svg+xml"} {
		s.PublicURL = public
		p, err := wire(t.Context(), &s, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		resources, result, _ := seen(asking(t, p, public), live.Slug)
		if !bytes.Contains(result, []byte(want)) || bytes.Contains(append(resources, result...), []byte("https://apps.example.com")) {
			t.Errorf("%s: %s\n%s", public, result, resources)
		}
		if err := p.close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// portraits looks at the doctors of the medical app, whose pictures stand in its answers.
func portraits(t *testing.T, do func(method, path, body string) *httptest.ResponseRecorder, address *regexp.Regexp) {
	t.Helper()
	ask := func(method, params string) []byte {
		return do(http.MethodPost, "/servers/medical/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s}}`, method, params)).Body.Bytes()
	}
	answer, resources := ask("tools/call", `"name":"search_doctors","arguments":{"city":"São Paulo"}`), ask("resources/list", "")
	found := address.FindAllSubmatch(answer, -1)
	if len(found) < 3 || bytes.Contains(answer, []byte("data:image")) || !bytes.Contains(resources, []byte(`["https://apps.example.com"]`)) {
		t.Errorf("doctors: %s\n%s", answer, resources)
	}
	for _, f := range found {
		if w := do("GET", string(f[1]), ""); w.Code != 200 || !strings.Contains(w.Body.String(), "</text></svg>") {
			t.Errorf("%s: %d %s", f[1], w.Code, w.Body)
		}
	}
}

// asking returns a way to ask a server as its administrator.
func asking(t *testing.T, p *parts, public string) func(method, path, body string) *httptest.ResponseRecorder {
	h := p.handler(new(atomic.Bool))
	return func(method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, public+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if strings.HasPrefix(path, "/api/") {
			r.Header.Set("Authorization", "Bearer "+adminKey)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
}

// seen returns what a host sees of an app with one tool, show, and its page without a host.
func seen(do func(method, path, body string) *httptest.ResponseRecorder, slug string) (resources, result []byte, page *httptest.ResponseRecorder) {
	ask := func(method, params string) []byte {
		return do(http.MethodPost, "/servers/"+slug+"/mcp", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s}}`, method, params)).Body.Bytes()
	}
	return ask("resources/list", ""), ask("tools/call", `"name":"show","arguments":{"message":"x"}`), do(http.MethodGet, "/servers/"+slug+"/ui/cards.html", "")
}
