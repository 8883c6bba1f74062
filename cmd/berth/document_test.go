package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The committed OpenAPI document, from which programs are generated, has every kind of tool that this server runs.
func TestTheCommittedDocumentIsTheServedOne(t *testing.T) {
	t.Parallel()
	p, err := wire(t.Context(), &settings{Addr: ":0", PublicURL: "http://apps.example.com", DataDir: t.TempDir(), CacheMiB: 16}, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	p.handler(new(atomic.Bool)).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://apps.example.com/api/v1/openapi.json", nil))
	committed, err := os.ReadFile(filepath.Join("..", "..", "api", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(components(t, committed), components(t, w.Body.Bytes())); diff != "" {
		t.Errorf("the list of kinds in api/golden_test.go is not that of wire.go (-committed +served):\n%s", diff)
	}
	if err := p.close(t.Context()); err != nil {
		t.Error(err)
	}
}

func components(t *testing.T, raw []byte) any {
	t.Helper()
	var document map[string]any
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&document); err != nil {
		t.Fatal(err)
	}
	return document["components"]
}
