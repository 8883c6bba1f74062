package mcpedge

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestPagesForPeople(t *testing.T) {
	t.Parallel()
	b := setup(t)
	get := func(path, accept string, known ...string) (int, string, http.Header) {
		r, _ := http.NewRequestWithContext(t.Context(), "GET", b.server.URL+path, nil)
		r.Header.Set("Accept", accept)
		for _, tag := range known {
			r.Header.Add("If-None-Match", tag)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		body, _ := io.ReadAll(bufio.NewReader(resp.Body))
		return resp.StatusCode, string(body), resp.Header
	}
	for _, path := range []string{"/servers/cards", "/servers/cards/mcp"} {
		status, body, header := get(path, "text/html,*/*")
		if status != 200 || !strings.Contains(body, "Card &amp; Co") || !strings.Contains(body, "/servers/cards/mcp") || strings.Contains(header.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, body, header := get("/servers/nobody", "text/html"); status != 404 || !strings.Contains(header.Get("Content-Type"), "html") || !strings.Contains(body, "No app") {
		t.Errorf("no app: %d %s", status, body)
	}
	status, body, header := get("/servers/cards/ui/cards.html", "*/*")
	if status != 200 || strings.Count(body, "</script>") != 1 || header.Get("Content-Security-Policy") == "" || header.Get("ETag") == "" {
		t.Errorf("widget: %d %s", status, body)
	}
	tag := header.Get("ETag")
	if status, body, header := get("/servers/cards/ui/cards.html", "*/*", tag); status != 304 || body != "" || header.Get("ETag") != tag || header.Get("Content-Security-Policy") == "" {
		t.Errorf("the widget that is known already: %d %s", status, body)
	}
	if status, _, _ := get("/servers/cards/ui/cards.html", "*/*", `"another"`); status != 200 {
		t.Errorf("the widget when another is known: %d", status)
	}
	for _, path := range []string{"/servers/cards/ui/table.html", "/servers/cards/ui/cards", "/servers/cards/ui/..%2f..%2fetc%2fpasswd"} {
		if status, _, _ := get(path, "*/*"); status != 404 {
			t.Errorf("%s: %d", path, status)
		}
	}
}
