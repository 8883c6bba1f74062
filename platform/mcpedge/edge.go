package mcpedge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/intake"
	"berth/platform/mcpedge/memory"
	"berth/platform/runs"
	"berth/platform/runtime"
)

// maxBody caps the body of an MCP request, in bytes.
const maxBody = 1 << 20

// internedBytes bounds the memory of texts that apps share.
const internedBytes = 16 << 20

// readAtOnce bounds how long a publish waits until what it has published is in memory.
const readAtOnce = 2 * time.Second

// Metrics receives what the edge counts. CallDone must not block.
type Metrics interface {
	CallDone(origin platform.Origin, outcome string, d time.Duration)
}

// Options are what an Edge is made of; all fields are required unless said otherwise.
type Options struct {
	Address func(slug string) platform.Address // where an app is reached
	Issuer  string                             // the authorization server of all apps (RFC 8414), as its own metadata name it
	Guard   *Guard
	Source  runtime.Source
	Runtime *runtime.Runtime
	Runs    *runs.Service // nil = whoever calls waits to the end
	Calls   runtime.CallLog
	Samples runtime.Sampler // nil = no call is sampled
	Metrics Metrics
	// Authenticate turns a bearer token that is presented at a resource into a principal. A token that is unknown, or not for
	// that resource, is UNAUTHENTICATED.
	Authenticate func(ctx context.Context, token string, at platform.Resource) (platform.Principal, error)
	// RecentViews returns the widgets of an app's newest releases, the newest release first; nil = only the widgets of the
	// live release are served.
	RecentViews func(ctx context.Context, app platform.AppID, releases int) ([]platform.BuiltView, error)
	// Publisher returns who publishes an app. Only the page for people calls it.
	Publisher func(ctx context.Context, app platform.AppID) (platform.Publisher, error)
	// AbuseContact is where people report an app: an e-mail address or an https URL; "" = nowhere.
	AbuseContact string
	// ClientAddress returns the address, without port, that apps see as the origin of a request; nil = none.
	ClientAddress func(*http.Request) string
	// PageCSP returns the Content-Security-Policy of a widget page of ours with images from the given origins.
	PageCSP func(doc platform.Document, images []string) string
	// Pictures has the pictures of samples; nil = they stay in the data.
	Pictures Pictures
	// Supplement returns what widgets of a layout need besides the data, nil = nothing. It is asked once for each view of an app.
	Supplement func(layout string) *platform.Supplement
	// Apps returns the seeded app with that slug, which runs its native tools, prompts and resources.
	Apps  func(slug string) (appkit.App, bool)
	NewID func() string // of call records
	// WithRequestID returns a context whose log lines carry the request's id, which an outer handler has put into the answer's
	// X-Request-Id; nil = the context stays as it is.
	WithRequestID func(ctx context.Context, id string) context.Context
	StateKey      []byte         // seals requestState; the same on every replica, at least 32 bytes
	CacheBytes    int64          // bound of live apps in memory
	Bodies        *intake.Budget // of requests; nil = no bound
	Now           func() time.Time
	Log           *slog.Logger
	Trace         runtime.Trace // nil = lookups make no spans
}

// Edge serves every published app. It is safe for concurrent use.
type Edge struct {
	Options
	catalog   *runtime.Catalog[*app]
	documents *memory.Documents
	interned  *memory.Interned
	learned   *learned
	sealer    sealer
	pages     *pages
	suspended atomic.Uint64 // requests refused because of a suspension
	// compiling is true except in tests: false sends every request through mcp-go, to compare both.
	compiling bool
}

// New makes an Edge.
func New(o Options) (*Edge, error) {
	sealer, err := newSealer(o.StateKey, o.Now)
	if err != nil {
		return nil, err
	}
	pages, err := newPages()
	if err != nil {
		return nil, fmt.Errorf("load connect page: %w", err)
	}
	if o.WithRequestID == nil {
		o.WithRequestID = func(ctx context.Context, _ string) context.Context { return ctx }
	}
	if o.ClientAddress == nil {
		o.ClientAddress = func(*http.Request) string { return "" }
	}
	if o.Supplement == nil {
		o.Supplement = func(string) *platform.Supplement { return nil }
	}
	e := &Edge{Options: o, sealer: sealer, pages: pages, interned: memory.NewInterned(internedBytes), learned: newLearned(), compiling: true}
	e.documents = memory.NewDocuments(o.Source.Document, o.CacheBytes/4)
	e.catalog = runtime.NewCatalog(o.Source, func(s *platform.Served) (*app, error) { return newApp(e, s) },
		o.CacheBytes-o.CacheBytes/4, o.Now, o.Log)
	return e, nil
}

// Invalidate makes the next request to each slug load what is live then; no slugs means all.
func (e *Edge) Invalidate(slugs ...string) { e.catalog.Invalidate(slugs...) }

// Published is Invalidate for what this process has published. It is read at once, so that the next request sees it whatever happens to
// the source until then.
func (e *Edge) Published(slugs ...string) {
	e.catalog.Invalidate(slugs...)
	ctx, cancel := context.WithTimeout(context.Background(), readAtOnce)
	defer cancel()
	for _, slug := range slugs {
		_, _ = e.catalog.Lookup(ctx, slug) // an error is for whoever asks next
	}
}

// Changed is Invalidate for what the feed reports, of this replica too. What is in memory of it is read anew in the background.
func (e *Edge) Changed(ctx context.Context, slugs ...string) {
	e.catalog.Invalidate(slugs...)
	go e.catalog.Renew(ctx, slugs...)
}

// Withdraw makes the next request to each slug find nothing live there, even while the source cannot be asked.
func (e *Edge) Withdraw(slugs ...string) { e.catalog.Withdraw(slugs...) }

// Suspend makes the next request to each slug learn whether its app is suspended, which it is while the source cannot be asked. It is for
// what this process has suspended or resumed.
func (e *Edge) Suspend(slugs ...string) { e.catalog.Suspend(slugs...) }

// Suspended returns the number of requests that were refused because the app, its workspace or the caller is suspended.
func (e *Edge) Suspended() uint64 { return e.suspended.Load() }

// CatalogStats returns the state of the live apps in memory, widget documents included.
func (e *Edge) CatalogStats() runtime.CatalogStats {
	stats := e.catalog.Stats()
	stats.Bytes += e.documents.Size()
	return stats
}

// Routes mounts /servers/{slug}/…, the pictures of samples and the protected-resource metadata of apps that are not public (RFC 9728).
func (e *Edge) Routes(r chi.Router) {
	at := platform.Addresses{}.Address("{slug}")
	for _, slash := range []string{"", "/"} { // a redirect would lose the body of a POST
		for _, at := range []platform.Address{at, at.SignedIn()} {
			r.HandleFunc(at.MCP+slash, func(w http.ResponseWriter, r *http.Request) { e.ServeMCP(w, r, chi.URLParam(r, "slug")) })
			r.Get(at.Metadata+slash, e.serveResourceMetadata)
			r.Options(at.Metadata+slash, allowMetadata)
		}
		r.Get(at.Page+slash, func(w http.ResponseWriter, r *http.Request) { e.serveConnect(w, r, chi.URLParam(r, "slug")) })
	}
	r.Get(at.Page+"/ui/{page}", e.serveWidget)
	r.Get("/pictures/{file}", e.servePicture)
	own := platform.Addresses{}.Address(platform.OwnSlug)
	for _, slash := range []string{"", "/"} {
		r.HandleFunc(own.MCP+slash, func(w http.ResponseWriter, r *http.Request) { e.ServeMCP(w, r, platform.OwnSlug) })
		r.Get(own.Metadata+slash, e.serveResourceMetadata)
		r.Options(own.Metadata+slash, allowMetadata)
	}
}

// find returns the live app. It does not look for what cannot be a slug.
func (e *Edge) find(ctx context.Context, slug string) (*app, error) {
	if !platform.ValidSlug(slug) {
		return nil, platform.Errorf(platform.CodeAppNotFound, "No app is published at this address.")
	}
	if e.Trace != nil {
		var end func()
		ctx, end = e.Trace(ctx, "lookup")
		defer end()
	}
	return e.catalog.Lookup(ctx, slug)
}

// context returns the request's context, for everything that may write to the log.
func (e *Edge) context(id string, r *http.Request) context.Context {
	if id != "" {
		return e.WithRequestID(r.Context(), id)
	}
	return r.Context()
}

// lookup finds the live app or answers the request itself. Public apps are not found at the address that always asks.
func (e *Edge) lookup(w http.ResponseWriter, r *http.Request, slug string) (*app, bool) {
	a, err := e.find(r.Context(), slug)
	if slug == platform.OwnSlug && chi.URLParam(r, "slug") != "" {
		err = platform.Errorf(platform.CodeAppNotFound, "Berth’s own MCP server is at another address.")
	}
	if err == nil && a.access == platform.AccessPublic && platform.AsksAlways(r.URL.Path) {
		err = platform.Errorf(platform.CodeAppNotFound, "Nobody signs in to this app.")
	}
	switch {
	case err == nil:
		return a, true
	case platform.IsCode(err, platform.CodeAppNotFound):
		e.refuse(w, r, notice{http.StatusNotFound, "No app is published here",
			"The address may be mistyped, or the app’s author has unpublished it. Ask whoever gave you the link."},
			platform.CodeAppNotFound, "No app is published at this address.")
	case platform.IsCode(err, platform.CodeSuspended):
		e.suspended.Add(1)
		e.refuse(w, r, notice{http.StatusForbidden, "This app has been suspended",
			"Whoever runs this server has suspended it for the time being. Its publisher can read why in the builder."},
			platform.CodeSuspended, platform.Suspended().Msg)
	case r.Context().Err() != nil && errors.Is(err, r.Context().Err()):
		// The client has gone; nobody reads an answer.
	default:
		e.Log.ErrorContext(e.context(requestID(w), r), "live release not loaded", "error", err)
		e.unavailable(w, r, "The app cannot be loaded right now. Try again shortly.")
	}
	return nil, false
}

// unavailable answers that what is asked for cannot be loaded at the moment, for instance because the database is away.
func (e *Edge) unavailable(w http.ResponseWriter, r *http.Request, msg string) {
	w.Header().Set("Retry-After", "2")
	e.refuse(w, r, notice{http.StatusServiceUnavailable, "Not available right now",
		"This app cannot be loaded for the moment. Try again shortly."}, platform.CodeUnavailable, msg)
}

// refuse answers a failed request: people get a page, programs an error.
func (e *Edge) refuse(w http.ResponseWriter, r *http.Request, page notice, code platform.Code, msg string) {
	if wantsHTML(r) {
		e.writePage(w, page.Status, connectPage{Notice: &page})
		return
	}
	WriteError(w, page.Status, code, msg)
}

// WriteError writes an error in the format of the endpoints of apps.
func WriteError(w http.ResponseWriter, status int, code platform.Code, msg string) {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"code": code, "message": msg}}) // strings always encode
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // the client may have gone
}
