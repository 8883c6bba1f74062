package clients_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/authorization/clients"
	"berth/platform/authorization/clients/fetch"
	"berth/platform/outbound"
	"berth/test/double"
)

// documents is a database of copies.
type documents struct {
	mu   sync.Mutex
	of   map[string]authorization.Document
	away error
}

func (d *documents) ClientDocument(_ context.Context, url string) (authorization.Document, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.away != nil {
		return authorization.Document{}, d.away
	}
	doc, ok := d.of[url]
	if !ok {
		return doc, platform.Errorf(platform.CodeNotFound, "There is no such document.")
	}
	return doc, nil
}

func (d *documents) SaveClientDocument(_ context.Context, doc authorization.Document) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of == nil {
		d.of = map[string]authorization.Document{}
	}
	d.of[doc.URL] = doc
	return d.away
}

// host publishes a document at /client.json.
type host struct {
	*httptest.Server
	asked atomic.Int32

	mu     sync.Mutex
	answer http.HandlerFunc
}

func newHost(t *testing.T) *host {
	t.Helper()
	h := &host{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.asked.Add(1)
		h.mu.Lock()
		answer := h.answer
		h.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(h.Close)
	h.says(h.document())
	return h
}

func (h *host) id() string { return h.URL + "/client.json" }

// document is the one that this host publishes, with further fields.
func (h *host) document(more ...string) string {
	return `{"client_id":"` + h.id() + `","client_name":"Claude","redirect_uris":["https://claude.ai/api/mcp/auth_callback"]` + strings.Join(append([]string{""}, more...), ",") + `}`
}

func (h *host) answers(with http.HandlerFunc) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answer = with
}

func (h *host) says(document string, headers ...string) {
	h.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		_, _ = w.Write([]byte(document))
	})
}

func (h *host) fails(status int, kind, body string) {
	h.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
}

// berth is a replica that looks for clients.
type berth struct {
	*clients.Service
	*double.Clock
	t  *testing.T
	db *documents
}

// newBerth makes a replica that may ask what is allowed. resolver nil = the system's.
func newBerth(t *testing.T, resolver *net.Resolver, allowed ...string) *berth {
	t.Helper()
	allow, err := outbound.ParseAllow(allowed)
	if err != nil {
		t.Fatal(err)
	}
	b := &berth{t: t, db: &documents{}, Clock: double.NewClock(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC))}
	b.Service = clients.New(clients.Options{Store: b.db, Fetcher: fetch.New(clients.MaxDocument, allow, resolver), Refusal: allow.Refusal, Now: b.Now, Log: slog.New(slog.DiscardHandler)})
	return b
}

// another returns a second replica, or the same after a restart.
func (b *berth) another() *berth {
	other := *b
	other.Service = clients.New(b.Options)
	return &other
}

// at is the host as settings name it.
func (h *host) at() string { return strings.TrimPrefix(h.URL, "http://") }

func forHost(t *testing.T) (*berth, *host) {
	t.Helper()
	h := newHost(t)
	return newBerth(t, nil, h.at()), h
}

const somebody = "192.0.2.7"

// client finds the client of a host, which must be there.
func (b *berth) client(h *host) authorization.Client {
	b.t.Helper()
	c, err := b.Client(b.t.Context(), h.id(), somebody)
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

// refuses returns the error with which a client is refused, and all that is said.
func (b *berth) refuses(id string) (*platform.Error, string) {
	b.t.Helper()
	c, err := b.Client(b.t.Context(), id, somebody)
	if err == nil {
		b.t.Errorf("%s is taken: %+v", id, c)
		return &platform.Error{}, ""
	}
	e := platform.AsError(err)
	said := e.Msg
	for _, p := range e.Fields {
		said += "\n" + p.Location + " " + p.Message
	}
	return e, said
}
