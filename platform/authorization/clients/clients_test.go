package clients_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization/clients"
)

const freshMost = 24 * time.Hour

// A document is used for as long as its host says, from five minutes to a day; then it is asked for anew, and sent only when it has changed.
func TestFreshness(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{
		"": time.Hour, "max-age=600": 10 * time.Minute, "public, MAX-AGE=600": 10 * time.Minute, `max-age="600"`: 10 * time.Minute, "max-age=0": 5 * time.Minute, "max-age=60": 5 * time.Minute,
		"max-age=999999999": freshMost, "no-store": 5 * time.Minute, "private, no-cache, max-age=600": 5 * time.Minute, "max-age=-5": time.Hour, "max-age=x": time.Hour, "s-maxage=7": time.Hour,
		"max-age=99999999999999999999": time.Hour,
	} {
		b, h := forHost(t)
		h.says(h.document(), "Cache-Control", header)
		b.client(h)
		b.Pass(want - time.Second)
		b.client(h)
		if n := h.asked.Load(); n != 1 {
			t.Errorf("%q: asked %d times within %s", header, n, want)
		}
		b.Pass(time.Second)
		b.client(h)
		if n := h.asked.Load(); n != 2 {
			t.Errorf("%q: asked %d times after %s", header, n, want)
		}
	}
}

func TestUnchangedDocumentsAreNotSent(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	sent := 0
	h.answers(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"v1"`)
		if r.Header.Get("If-None-Match") == `"v1"` {
			w.Header().Set("Cache-Control", "max-age=7200")
			w.WriteHeader(http.StatusNotModified)
			return
		}
		sent++
		w.Header().Set("Content-Type", "application/cimd+json; charset=utf-8")
		_, _ = w.Write([]byte(h.document()))
	})
	b.client(h)
	for range 3 {
		b.Pass(2 * time.Hour)
		if c := b.client(h); c.Name != "Claude" || c.Stale {
			t.Errorf("%+v", c)
		}
	}
	if n := h.asked.Load(); sent != 1 || n != 4 {
		t.Errorf("asked %d times, sent %d times", n, sent)
	}
	if d := b.db.of[h.id()]; !d.FetchedAt.Equal(b.Now()) || !d.FreshUntil.Equal(b.Now().Add(2*time.Hour)) || d.ETag != `"v1"` {
		t.Errorf("stored: %+v", d)
	}
}

// What the host says now counts, also where it takes something back.
func TestChangedDocumentsCount(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	b.client(h)
	h.says(strings.Replace(h.document(), "https://claude.ai/api/mcp/auth_callback", "https://claude.com/new", 1))
	b.Pass(time.Hour)
	if c := b.client(h); len(c.Redirects) != 1 || c.Redirects[0] != "https://claude.com/new" {
		t.Errorf("%+v", c)
	}
	h.says(h.document(`"client_secret":"x"`))
	b.Pass(time.Hour)
	if e, said := b.refuses(h.id()); e.Code != platform.CodeInvalidInput {
		t.Errorf("a faulty document: %s", said)
	}
	h.fails(http.StatusNotFound, "application/json", "{}")
	b.Pass(time.Hour)
	if e, said := b.refuses(h.id()); e.Code != platform.CodeInvalidInput || !strings.Contains(said, "status 404") {
		t.Errorf("a document that is gone: %s", said)
	}
}

// While a host is away its last copy stands in for seven days, on every replica and after restarts; the host is asked once a minute.
func TestLastCopyWhileTheHostIsAway(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(h *host){
		"503 and HTML": func(h *host) { h.fails(503, "text/html", "<h1>Claude is down</h1>") },
		"500 and JSON": func(h *host) { h.fails(500, "application/json", h.document()) },
		"too often":    func(h *host) { h.fails(429, "application/json", "{}") },
		"forbidden":    func(h *host) { h.fails(403, "text/html", "a challenge") },
		"200 and HTML": func(h *host) { h.fails(200, "text/html", "<h1>Soon back</h1>") },
		"login": func(h *host) {
			h.answers(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/login", http.StatusFound) })
		},
		"too large":     func(h *host) { h.says(strings.Repeat(" ", clients.MaxDocument) + h.document()) },
		"hung up":       func(h *host) { h.answers(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }) },
		"gone for good": func(h *host) { h.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, h := forHost(t)
			b.client(h)
			fail(h)
			b.Pass(time.Hour)
			asked := h.asked.Load()
			for _, replica := range []*berth{b, b, b.another()} {
				if c := replica.client(h); !c.Stale || c.Name != "Claude" || len(c.Redirects) != 1 {
					t.Errorf("%+v", c)
				}
			}
			if n := h.asked.Load() - asked; n > 3 { // once a replica; a request whose connection ended is sent again
				t.Errorf("asked %d times in no time", n)
			}
			b.Pass(7*24*time.Hour - time.Hour - time.Second)
			b.client(h)
			b.Pass(2 * time.Minute)
			e, said := b.refuses(h.id())
			if e.Code != platform.CodeUnavailable && e.Code != platform.CodeInvalidInput {
				t.Errorf("after seven days: %s", said)
			}
		})
	}
}

// A host that comes back is seen within a minute.
func TestTheHostIsBack(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	b.client(h)
	h.fails(503, "text/html", "")
	b.Pass(time.Hour)
	if !b.client(h).Stale {
		t.Error("not stale")
	}
	h.says(h.document())
	b.Pass(time.Minute)
	if b.client(h).Stale {
		t.Error("still stale")
	}
}

// A failure counts for a minute: nobody makes us ask more often.
func TestFailuresAreRemembered(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	for status, want := range map[int]platform.Code{503: platform.CodeUnavailable, 500: platform.CodeUnavailable, 429: platform.CodeUnavailable, 404: platform.CodeInvalidInput, 403: platform.CodeInvalidInput,
		302: platform.CodeInvalidInput, 204: platform.CodeInvalidInput} {
		h.fails(status, "application/json", "")
		b.Pass(time.Minute)
		before := h.asked.Load()
		for range 5 {
			if e, said := b.refuses(h.id()); e.Code != want || !strings.Contains(said, fmt.Sprintf("status %d", status)) {
				t.Errorf("%d: %s", status, said)
			}
		}
		if n := h.asked.Load() - before; n != 1 {
			t.Errorf("%d: asked %d times", status, n)
		}
	}
	h.says(h.document())
	b.Pass(time.Minute)
	b.client(h)
}

func TestParallelRequestsShareOneFetch(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	arrived, answer := make(chan struct{}), make(chan struct{})
	h.answers(func(w http.ResponseWriter, _ *http.Request) {
		close(arrived)
		<-answer
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(h.document()))
	})
	var all sync.WaitGroup
	all.Go(func() { b.client(h) })
	<-arrived
	for i := range 50 {
		all.Go(func() {
			if c, err := b.Client(t.Context(), h.id(), fmt.Sprint("192.0.2.", i)); err != nil || c.Name != "Claude" {
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
	close(answer)
	all.Wait()
	if n := h.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// What one replica has fetched the others use, and after a restart it is there.
func TestReplicasShareDocuments(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	b.client(h)
	other := b.another()
	if c := other.client(h); c.Name != "Claude" || c.Stale || h.asked.Load() != 1 {
		t.Errorf("%+v, asked %d times", c, h.asked.Load())
	}
	b.Pass(time.Hour)
	other.client(h)
	b.client(h)
	if n := h.asked.Load(); n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// Without a database clients are still found.
func TestTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	b.db.away = errors.New("away")
	b.client(h)
	b.client(h)
	if n := h.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// A copy of a version of Berth that was less strict is checked like a new one.
func TestCopiesAreChecked(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	b.client(h)
	d := b.db.of[h.id()]
	d.Body = []byte(h.document(`"client_secret":"x"`))
	b.db.of[h.id()] = d
	other := b.another()
	if c := other.client(h); c.Stale || h.asked.Load() != 2 {
		t.Errorf("%+v, asked %d times", c, h.asked.Load())
	}
}

// Nobody makes us ask the world: an address has 300 fetches a minute, and only what is asked for counts.
func TestBudgetOfAnAddress(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	for range 1000 { // known ones cost nothing
		b.client(h)
	}
	for range 400 { // nor do those that are wrong
		if e, said := b.refuses("https://127.0.0.1/x"); e.Code != platform.CodeInvalidInput {
			t.Fatal(said)
		}
	}
	h.answers(func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) })
	refused := 0
	for i := range 310 {
		_, err := b.Client(t.Context(), fmt.Sprintf("%s/%d.json", h.URL, i), somebody)
		if platform.IsCode(err, platform.CodeRateLimited) {
			refused++
		}
	}
	if n := h.asked.Load(); n != 300 || refused != 11 {
		t.Errorf("asked %d times, refused %d", n, refused)
	}
	if _, err := b.Client(t.Context(), h.URL+"/other.json", "192.0.2.8"); platform.IsCode(err, platform.CodeRateLimited) {
		t.Errorf("somebody else: %v", err)
	}
	b.Pass(20 * time.Minute)
	b.client(h) // which had become known before
}

// What is in memory is bounded, however many clients there are.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	h.answers(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"client_id":"%s%s","redirect_uris":["https://a.example/"],"x":"%s"}`, h.URL, r.URL.Path, strings.Repeat("x", 16000))
	})
	const many = 1000
	for i := range many {
		if _, err := b.Client(t.Context(), fmt.Sprintf("%s/%d.json", h.URL, i), fmt.Sprint("192.0.2.", i%250)); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.Kept(); n < 100 || n > 32<<20/48000 {
		t.Errorf("%d of %d are kept", n, many)
	}
}
