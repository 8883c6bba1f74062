package mcpedge

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform"
)

// get reads a page as a client that accepts a type and knows some versions of it.
func (b *bundle) get(t *testing.T, path, accept string, known ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", b.server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", accept)
	for _, tag := range known {
		r.Header.Add("If-None-Match", tag)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(bufio.NewReader(resp.Body))
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body), resp.Header
}

func TestPagesForPeople(t *testing.T) {
	t.Parallel()
	b := setup(t)
	get := func(path, accept string, known ...string) (int, string, http.Header) {
		return b.get(t, path, accept, known...)
	}
	for _, path := range []string{"/servers/cards", "/servers/cards/mcp"} {
		status, body, header := get(path, "text/html,*/*")
		if status != 200 || !strings.Contains(body, "Card &amp; Co") || !strings.Contains(body, "/servers/cards/mcp") || strings.Contains(header.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, body, header := get("/servers/nobody", "text/html"); status != 404 || !strings.Contains(header.Get("Content-Type"), "html") || !strings.Contains(body, "<h1>No app is published here</h1>") || strings.Contains(body, "Try again") {
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

// While the database is away, a person gets a page and a program an error; both learn when to ask again.
func TestWhenTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	database := func(fail error, docs map[string]platform.Document) {
		b.source.mu.Lock()
		defer b.source.mu.Unlock()
		b.source.fail, b.source.docs = fail, docs
	}
	database(errors.New("dial tcp 10.0.0.7:5432: connection refused"), nil)
	for _, path := range []string{"/servers/cards", "/servers/cards/mcp", "/servers/cards/ui/cards.html"} {
		b.isAway(t, path)
	}
	if status, answer, header := b.post(t, "cards", `{}`, "Accept", "text/html"); status != 503 || !strings.HasPrefix(answer, `{"error":{"code":"UNAVAILABLE"`) || header.Get("Retry-After") != "2" {
		t.Errorf("a call: %d %s", status, answer)
	}

	database(nil, nil) // the app is known again, its widget is not
	b.isAway(t, "/servers/cards/ui/cards.html")
	if status, body, _ := b.get(t, "/servers/cards", "text/html"); status != 200 || !strings.Contains(body, "Connect") {
		t.Errorf("back again: %d %s", status, body)
	}
}

// isAway checks both forms of the answer at a path.
func (b *bundle) isAway(t *testing.T, path string) {
	t.Helper()
	status, body, header := b.get(t, path, "text/html,application/xhtml+xml,*/*;q=0.8")
	if status != 503 || header.Get("Content-Type") != "text/html; charset=utf-8" || header.Get("Retry-After") != "2" || header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s, to a person: %d %v", path, status, header)
	}
	for _, part := range []string{`<html lang="en">`, `<meta name="color-scheme" content="light dark">`, "<title>Not available right now · Berth</title>", "<main>", "<h1>Not available right now</h1>", ">Try again</a>"} {
		if !strings.Contains(body, part) {
			t.Errorf("%s, to a person, lacks %s: %s", path, part, body)
		}
	}
	if strings.Contains(body, "10.0.0.7") || strings.Contains(body, "{{") {
		t.Errorf("%s, to a person: %s", path, body)
	}
	status, body, header = b.get(t, path, "*/*")
	if status != 503 || header.Get("Content-Type") != "application/json" || header.Get("Retry-After") != "2" || !strings.HasPrefix(body, `{"error":{"code":"UNAVAILABLE"`) {
		t.Errorf("%s, to a program: %d %v %s", path, status, header, body)
	}
}

// The page names who publishes the app, whatever the name is made of, and says where to report the app where there is such a place.
func TestThePublisherIsNamed(t *testing.T) {
	t.Parallel()
	for contact, link := range map[string]string{
		"":                               "",
		"abuse@example.com":              `href="mailto:abuse@example.com?subject=Report%20of%20the%20app%20cards"`,
		"a?cc=b&c@example.com":           `href="mailto:a%3Fcc%3Db%26c@example.com?subject=Report%20of%20the%20app%20cards"`,
		"https://example.com/a?b=1&c=@x": `href="https://example.com/a?b=1&amp;c=@x"`,
	} {
		b := setup(t, func(o *Options) {
			o.AbuseContact = contact
			o.Publisher = func(_ context.Context, app platform.AppID) (platform.Publisher, error) {
				return platform.Publisher{Name: `<img src=x onerror=alert(1)> & "` + string(app), Since: time.Date(2026, 3, 9, 23, 0, 0, 0, time.UTC)}, nil
			}
		})
		_, body, _ := b.get(t, "/servers/cards", "text/html")
		for _, want := range []string{"<bdi>&lt;img src=x onerror=alert(1)&gt; &amp; &#34;app-cards</bdi>", `<time datetime="2026-03-09">9 March 2026</time>`, link} {
			if !strings.Contains(body, want) || strings.Contains(body, "<img") || strings.Contains(body, "Report this app") != (link != "") {
				t.Errorf("%q: no %s in %s", contact, want, body)
			}
		}
		if _, body, _ := b.get(t, "/servers/nobody", "text/html"); strings.Contains(body, "Report this app") || strings.Contains(body, "Published by") {
			t.Errorf("a page without an app: %s", body)
		}
	}
}

// Only the page asks who publishes an app, and waits for a limited time: a call asks nobody, and a page without a publisher
// is useful too.
func TestThePublisherIsAskedForThePageAlone(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	b := setup(t, func(o *Options) {
		o.Publisher = func(ctx context.Context, _ platform.AppID) (platform.Publisher, error) {
			asked.Add(1)
			if _, bounded := ctx.Deadline(); !bounded {
				t.Error("asked without a bound")
			}
			return platform.Publisher{}, errors.New("connection refused")
		}
	})
	body, headers := modern("1", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"a"}`)
	if status, answer, _ := b.post(t, "cards", body, headers...); status != 200 || asked.Load() != 0 {
		t.Errorf("a call: %d %s, the publisher was asked for %d times", status, answer, asked.Load())
	}
	if status, body, _ := b.get(t, "/servers/cards", "text/html"); status != 200 || !strings.Contains(body, "Connect") || strings.Contains(body, "Published by") || asked.Load() != 1 {
		t.Errorf("without a publisher: %d %s", status, body)
	}
}
