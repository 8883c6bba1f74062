package mcpedge

import (
	"io"
	"net/http"
	"testing"
)

// A slash at the end of an app's address makes no difference, and no redirect, which would lose the body of a POST.
func TestATrailingSlashMakesNoDifference(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/list", "", "")
	status, plain, _ := b.post(t, "cards", body, headers...)
	again, slashed, _ := b.postTo(t, "/servers/cards/mcp/", body, headers...)
	if status != 200 || again != status || slashed != plain {
		t.Errorf("POST: %d %s", again, slashed)
	}
	for _, path := range []string{"/servers/cards", "/servers/cards/mcp"} {
		want, got := b.page(t, path), b.page(t, path+"/")
		if got != want || got == "" {
			t.Errorf("GET %s/ is not %s", path, path)
		}
	}
}

// page reads the page for people at a path, "" when there is none without going elsewhere.
func (b *bundle) page(t *testing.T, path string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("GET %s: %d, %v", path, resp.StatusCode, err)
		return ""
	}
	return string(raw)
}
