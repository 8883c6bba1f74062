package api_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"berth/api"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/drift"
	"berth/platform/executor/http"
	"berth/platform/executor/mock"
	"berth/platform/executor/table"
	"berth/platform/generate"
	"berth/platform/generate/offline"
	"berth/platform/llm/access"
	"berth/platform/mapping"
	"berth/platform/mcpedge"
	"berth/platform/openapi"
	"berth/platform/outbound"
	"berth/platform/publish"
	"berth/platform/ratelimit"
	"berth/platform/rows"
	"berth/platform/runtime"
	"berth/platform/secrets"
	"berth/platform/store"
	"berth/platform/tables/hot"
	"berth/platform/vault"
	"berth/platform/view"
	"berth/platform/webhooks"
	"berth/test/shipped"
)

// served is the part of the platform that publishes and serves apps, wired as in production.
type served struct {
	store   *store.Store
	apps    *publish.Service
	edge    *mcpedge.Edge
	calls   *store.CallLog
	sampler *store.Sampler
}

// found has one OpenAPI document, at an address of its own.
type found struct{ document string }

func (f found) Fetch(_ context.Context, address string) ([]byte, string, error) {
	if address != "https://api.example.com/v1/openapi.json" {
		return nil, "", platform.Invalid([]platform.Problem{{Location: "body.url", Message: "cannot be reached"}})
	}
	return []byte(f.document), address, nil
}

type noMetrics struct{}

func (noMetrics) CallDone(platform.Origin, string, time.Duration) {}

// newServed wires it on the store of o. It fills o.Apps, o.Prober and o.Calls.
func newServed(t *testing.T, s *store.Store, o *api.Options) *served {
	t.Helper()
	public, err := url.Parse(o.PublicURL)
	if err != nil {
		t.Fatal(err)
	}
	layouts := shipped.Layouts(t)
	kept := hot.NewTables(s, 16<<20, time.Now, slog.New(slog.DiscardHandler))
	executors := []runtime.Executor{mock.Executor{}}
	for _, kind := range table.New(table.Options{Reader: kept, Layout: layouts.Layout}) { // no test here has a tool write
		executors = append(executors, kind)
	}
	asks := http.New(http.Options{Sender: canned{}, Layout: layouts.Layout, Now: time.Now})
	executors, o.Upstreams = append(executors, asks), asks
	o.Importer = openapi.NewImporter(found{fences(t)[0]}, layouts.Layout, nil)
	p := &served{store: s, calls: s.CallLog(0), sampler: s.Sampler()}
	t.Cleanup(func() { p.flush(t) })
	p.edge, err = mcpedge.New(mcpedge.Options{
		Address: platform.NewAddresses(o.PublicURL).Address, Issuer: o.PublicURL, Guard: mcpedge.NewGuard(public, nil, false), Source: s, Calls: p.calls, Samples: p.sampler, Metrics: noMetrics{},
		Runtime: runtime.New(runtime.Options{Executors: executors, Timeout: 10 * time.Second, Log: slog.New(slog.DiscardHandler),
			Limiter: runtime.NewLimiter(0, 0, time.Now)}),
		Authenticate: o.Identity.Authenticate, Publisher: s.Publisher, PageCSP: view.CSP,
		Apps:  func(string) (appkit.App, bool) { return nil, false },
		NewID: uuid.NewString, StateKey: []byte(strings.Repeat("k", 32)), CacheBytes: 16 << 20, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	written := rows.New(rows.Options{Store: s, Hot: kept, Limits: rows.Limits{Rows: 100, Bytes: 1 << 20}, Changed: p.edge.Invalidate})
	o.Tables = written
	p.apps, err = publish.New(publish.Options{Store: s, Tables: s.Tables, Fill: written.CreateApp, Layouts: layouts, Executors: executors, MaxApps: 100,
		Resample:   p.sampler.Refresh,
		Templates:  map[string]platform.Draft{"todo": {Name: "Task list", Tools: []platform.ToolDraft{{Name: "show_tasks", Description: "Show the tasks.", Layout: "list"}}}},
		TrialBuild: p.edge.TrialBuild, Changed: p.edge.Invalidate, Withdrawn: p.edge.Withdraw})
	if err != nil {
		t.Fatal(err)
	}
	o.Handlers, o.Authorizations, o.Visitor = p.apps.Handlers(), s, &visitor{}
	o.Drift = drift.New(drift.Options{Store: s, Apps: p.apps, Upstreams: asks, Now: o.Now, Log: slog.New(slog.DiscardHandler)})
	o.Apps, o.Prober, o.Connector, o.Calls = p.apps, p.edge, p.edge, s
	shapes := map[string]*mapping.Shape{}
	for _, l := range p.apps.AuthorLayouts() {
		if shapes[l.Name], err = mapping.NewShape(l.Name, l.List, l.DataSchema); err != nil {
			t.Fatal(err)
		}
	}
	key, err := vault.Parse(vault.Generate())
	if err != nil {
		t.Fatal(err)
	}
	o.Webhooks = webhooks.New(webhooks.Options{Store: s, Vault: key, Refusal: outbound.Allow{}.Refusal, NewID: uuid.NewString})
	o.Links = s
	o.Secrets = secrets.New(secrets.Options{Store: s, Vault: key, Now: o.Now, Log: slog.New(slog.DiscardHandler)})
	o.People = s
	o.Models = access.New(access.Options{Store: s, Vault: key, Refusal: outbound.Allow{}.Refusal, Now: o.Now, AppTokens: 1000})
	rules, err := offline.New(offline.Options{Layouts: shapes})
	if err != nil {
		t.Fatal(err)
	}
	o.Generator, err = generate.New(generate.Options{Rules: rules, Layouts: p.apps.AuthorLayouts(), Check: p.apps.CheckDraft, CheckTables: rows.Refusals, Readable: layouts.Readable,
		Limiter: ratelimit.New[platform.UserID](20, "You have asked for many drafts.", o.Now), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// flush ends the call log and the sampler, so that everything is in the database.
func (p *served) flush(t *testing.T) {
	t.Helper()
	if err := errors.Join(p.calls.Close(context.Background()), p.sampler.Close(context.Background())); err != nil {
		t.Error(err)
	}
}
