package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"time"

	"github.com/google/uuid"

	"berth/api"
	"berth/apps/berth"
	"berth/apps/gift"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/authorization"
	"berth/platform/authorization/doctor/visit"
	"berth/platform/drift"
	"berth/platform/executor/http"
	llmtools "berth/platform/executor/llm"
	"berth/platform/executor/mock"
	"berth/platform/executor/native"
	"berth/platform/generate"
	"berth/platform/identity"
	"berth/platform/intake"
	"berth/platform/llm/access"
	"berth/platform/mcpedge"
	"berth/platform/oauthedge"
	"berth/platform/openapi"
	"berth/platform/outbound"
	"berth/platform/pages"
	"berth/platform/people"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/runs"
	"berth/platform/runtime"
	"berth/platform/secrets"
	"berth/platform/starters"
	"berth/platform/store"
	"berth/platform/tables/hot"
	"berth/platform/telemetry"
	"berth/platform/view"
	"berth/platform/webhooks"
)

// parts are the services of a running server, wired together.
type parts struct {
	settings      *settings
	addresses     platform.Addresses // of apps
	log           *slog.Logger
	metrics       *telemetry.Metrics
	tracing       *telemetry.Tracing
	store         *store.Store
	keep          store.Retention
	calls         *store.CallLog
	sampler       *store.Sampler
	outbox        *people.Outbox // nil = there is no server of mails
	identity      *identity.Service
	tokens        *authorization.Tokens
	publish       *publish.Service
	rows          *rows.Service
	tables        *hot.Tables
	models        *access.Service
	generate      *generate.Service
	keys          *keyring
	allow         outbound.Allow // what apps may reach besides public servers
	secrets       *secrets.Service
	webhooks      *webhooks.Service
	upstreams     *http.Executor
	importer      *openapi.Importer
	drift         *drift.Service
	runtime       *runtime.Runtime
	runs          *runs.Service
	edge          *mcpedge.Edge
	site          *pages.Site
	authorization *authorization.Service
	visitor       *visit.Visitor
	api           *api.API
	oauth         *oauthedge.Edge
	builder       *builder
	gifts         *gift.App
	socket        net.Listener // of commands, nil = none
	dispatcher    *webhooks.Dispatcher
	apps          []appkit.App
	own           appkit.App // Berth's own MCP server
	bodies        *intake.Budget
	budgets       budgets
}

// newID returns a new id for a request or a record.
func newID() string { return requestID(time.Now()) }

// requestID returns a UUIDv7 (RFC 9562 §5.7, method 3: the twelve bits behind the milliseconds continue the time). It is
// written by hand because that costs a third of what the library costs, and every call has one.
func requestID(at time.Time) string {
	const perMilli, fraction = uint64(time.Millisecond), 1 << 12
	nanos := uint64(at.UnixNano())
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], nanos/perMilli<<16|7<<12|nanos%perMilli*fraction/perMilli)
	binary.BigEndian.PutUint64(id[8:], 2<<62|rand.Uint64()>>2)
	return id.String()
}

// openStore opens the database that the settings name. Without tracing, trace is nil.
func openStore(ctx context.Context, s *settings, log *slog.Logger, trace store.Trace) (*store.Store, error) {
	return store.Open(ctx, store.Options{
		DatabaseURL: s.DatabaseURL.Reveal(), ListenURL: s.DatabaseListenURL.Reveal(), DataDir: s.DataDir, Log: log, Now: time.Now, Trace: trace,
	})
}

// trace returns the function with which packages make spans, nil without tracing.
func (p *parts) trace() func(ctx context.Context, name string) (context.Context, func()) {
	if p.settings.OTLPEndpoint == "" {
		return nil
	}
	return p.tracing.Span
}

// wire opens the database, migrates it and builds every service over it. more are further apps, for tests. The caller
// closes the parts in the end.
func wire(ctx context.Context, s *settings, log *slog.Logger, more []appkit.App) (p *parts, err error) {
	p = &parts{settings: s, addresses: platform.NewAddresses(s.PublicURL), log: log, metrics: telemetry.NewMetrics(), bodies: intake.New(s.BodiesMiB << 20),
		budgets: newBudgets(s)}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close(context.WithoutCancel(ctx)))
		}
	}()
	if p.tracing, err = telemetry.NewTracing(ctx, telemetry.TracingConfig{Endpoint: s.OTLPEndpoint, Headers: s.OTLPHeaders.Reveal(),
		Service: s.ServiceName, Version: version(), Ratio: s.TraceRatio}); err != nil {
		return p, err
	}
	if p.store, err = openStore(ctx, s, log, p.trace()); err != nil {
		return p, err
	}
	if err := p.store.Migrate(ctx); err != nil {
		return p, err
	}
	stateKey, err := p.store.Secret(ctx, "request-state") // the first one read: from then on no backup can be restored into this database
	if err != nil {
		return p, err
	}
	upgraded, err := p.store.Upgraded(ctx)
	if err != nil {
		return p, err
	}
	p.keep = s.retention(upgraded)
	layouts, err := s.layouts()
	if err != nil {
		return p, err
	}
	p.calls, p.sampler = p.store.CallLog(s.LimitCallLog), p.store.Sampler()
	if p.gifts, err = giftApp(ctx, s, p.store, log); err != nil {
		return p, err
	}
	if !s.cold {
		go p.gifts.Prepare() // while the rest of the start waits for other things
	}
	seeded, err := seededApps(p.gifts, p.store, p.settings.LimitBookings, p.store, s.PublicURL)
	if err != nil {
		return p, err
	}
	p.apps = append(seeded, more...)
	p.own = berth.New(berth.Options{REST: func() berth.REST { return p.api }, Once: p.store, Layouts: layouts.Authored(), PublicURL: s.PublicURL})
	natives, err := native.New(append([]appkit.App{p.own}, p.apps...)...)
	if err != nil {
		return p, err
	}
	if p.keys, err = s.keyring(); err != nil {
		return p, err
	}
	if p.allow, err = outbound.ParseAllow(s.EgressAllow); err != nil {
		return p, fmt.Errorf("BERTH_EGRESS_ALLOW: %w", err)
	}
	p.secrets = secrets.New(secrets.Options{Store: p.store, Vault: p.keys.vault, Now: time.Now, Log: log})
	if err := p.wireModels(); err != nil {
		return p, err
	}
	executors := []runtime.Executor{natives, mock.Executor{}}
	for _, kind := range p.wireTables(layouts) {
		executors = append(executors, kind)
	}
	p.upstreams = p.wireHTTP(layouts)
	executors = append(executors, p.upstreams, llmtools.New(llmtools.Options{Models: p.models, Tables: p.tables, Layout: layouts.Layout}))
	if err := p.wireMail(); err != nil {
		return p, err
	}
	by, err := p.waysIn()
	if err != nil {
		return p, err
	}
	p.identity = newIdentity(s, p.store, log, by)
	p.wireTokens()
	if err := p.wireEdge(executors, layouts, stateKey); err != nil {
		return p, err
	}
	p.publish, err = publish.New(publish.Options{
		Store: p.store, Tables: p.store.Tables, Fill: p.rows.CreateApp, Rows: p.store.EachRow, Layouts: layouts, Executors: executors,
		TrialBuild: p.edge.TrialBuild, Changed: p.edge.Published, Withdrawn: p.edge.Withdraw,
		MaxApps: s.LimitApps, MaxRowBytes: s.LimitWorkspaceMiB << 20, KeepReleases: p.keep.Releases,
		Templates: templatesOf(p.apps), Starters: starters.FS(), Resample: p.sampler.Refresh, Released: p.released,
	})
	if err != nil {
		return p, err
	}
	p.drift = drift.New(drift.Options{Store: p.store, Apps: p.publish, Upstreams: p.upstreams, Now: time.Now, Log: p.log})
	if err := p.wireGenerator(layouts); err != nil {
		return p, err
	}
	p.wireWebhooks()
	if err := p.wireOAuth(ctx); err != nil {
		return p, err
	}
	if p.builder, err = newBuilder(s.PublicURL); err != nil {
		return p, err
	}
	p.watch()
	return p, nil
}

func (p *parts) wireEdge(executors []runtime.Executor, layouts *view.Set, stateKey []byte) error {
	public, err := url.Parse(p.settings.PublicURL)
	if err != nil {
		return fmt.Errorf("read public URL: %w", err)
	}
	bySlug := map[string]appkit.App{}
	for _, a := range append([]appkit.App{p.own}, p.apps...) {
		bySlug[a.Slug()] = a
	}
	p.runtime = runtime.New(runtime.Options{Executors: executors, Timeout: p.settings.CallTimeout, RunTimeout: p.settings.RunTimeout, Log: p.log, Trace: p.trace(),
		Limiter: runtime.NewLimiter(p.settings.LimitCallerRPM, p.settings.LimitAppRPM, time.Now)})
	settle := runs.Settle
	if p.settings.DatabaseURL == "" { // the embedded database has one process
		settle = 0
	}
	p.runs = runs.New(runs.Options{Store: p.store, Wait: p.settings.RunWait, Timeout: p.settings.RunTimeout, Settle: settle, Log: p.log,
		Now: func() time.Time { return time.Now().UTC() }})
	p.edge, err = mcpedge.New(mcpedge.Options{
		Address: p.addresses.Address, RecentViews: p.store.RecentViews, Guard: mcpedge.NewGuard(public, p.settings.AllowedOrigins, p.settings.loopback()), Source: p.store,
		Runtime: p.runtime, Runs: p.runs,
		Issuer: p.settings.PublicURL, Calls: p.calls, Samples: p.sampler, Metrics: p.metrics, Authenticate: p.authenticate, ClientAddress: p.clientAddress, PageCSP: view.CSP,
		Pictures: p.pictures(layouts), Supplement: layouts.Supplement,
		Publisher: p.store.Publisher, AbuseContact: p.settings.AbuseContact,
		Apps:  func(slug string) (appkit.App, bool) { a, ok := bySlug[slug]; return a, ok },
		NewID: newID, WithRequestID: telemetry.WithRequestID, StateKey: stateKey, CacheBytes: p.settings.CacheMiB << 20, Bodies: p.bodies, Now: time.Now, Log: p.log,
		Trace: p.trace(),
	})
	if err == nil {
		p.store.OnSuspended(p.edge.Suspend)
	}
	return err
}

func (p *parts) watch() {
	p.metrics.Build(version())
	p.watchRefusals()
	p.metrics.WatchBodies(func() telemetry.BodiesStats {
		s := p.bodies.Stats()
		return telemetry.BodiesStats{Waiting: s.Waiting, Held: s.Held, Refused: s.Refused}
	})
	if p.settings.DatabaseURL != "" { // the embedded database has one process
		p.metrics.WatchFeed(func() time.Duration { return p.store.Feed().Lag(time.Now()) }, p.store.Feed().Listening)
	}
	p.metrics.WatchCatalog(func() telemetry.CatalogStats { return telemetry.CatalogStats(p.edge.CatalogStats()) })
	p.metrics.WatchPool(func() telemetry.PoolStats {
		s := p.store.Stats()
		return telemetry.PoolStats{Max: s.Max, InUse: s.InUse, Idle: s.Idle, Acquired: s.Acquired, WaitSeconds: s.Waited.Seconds()}
	})
	p.metrics.WatchRuns(func() telemetry.RunsStats { return telemetry.RunsStats(p.runs.Stats()) })
	p.metrics.WatchCallLog(func() telemetry.CallLogStats { return telemetry.CallLogStats(p.calls.Stats()) })
}

// seedTimeout bounds seed: replicas that start together wait for each other, but not for a database that does not respond.
const seedTimeout = 5 * time.Minute

// seed brings the first owner, the configured key and the seeded apps into the database. Any number of replicas may do
// it at once; a restart changes nothing.
func (p *parts) seed(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, seedTimeout)
	defer cancel()
	workspace, owner, err := p.identity.EnsureOwner(ctx)
	if err != nil {
		return fmt.Errorf("make first owner: %w", err)
	}
	if err := p.adminKey(ctx); err != nil {
		return fmt.Errorf("BERTH_ADMIN_KEY: %w", err)
	}
	by := identity.SystemActor(workspace, owner)
	if err := p.seedOwn(ctx, by); err != nil {
		return err
	}
	for _, a := range p.apps {
		_, err := p.publish.Seed(ctx, by, a.Slug(), a.Manifest())
		if platform.IsCode(err, platform.CodeSlugTaken) { // claimed before the name was reserved: serve the other apps all the same
			p.log.ErrorContext(ctx, "an app that ships inside is not served: its slug is somebody's", "slug", a.Slug(), "error", err)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// adminKey makes or keeps the configured key; without one, the key of a former start ends.
func (p *parts) adminKey(ctx context.Context) error {
	if key := p.settings.AdminKey.Reveal(); key != "" {
		return p.identity.EnsureAdminKey(ctx, key)
	}
	revoked, err := p.identity.RevokeAdminKey(ctx)
	if revoked {
		p.log.WarnContext(ctx, "BERTH_ADMIN_KEY is no longer set: the key that it had made is revoked, and so are those made with it")
	}
	return err
}

// close stops the parts in reverse order. What is buffered is written first.
func (p *parts) close(ctx context.Context) error {
	var errs []error
	if p.socket != nil {
		if err := p.socket.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if p.runtime != nil {
		p.runtime.Close()
	}
	if p.calls != nil {
		if err := errors.Join(p.calls.Close(ctx), p.sampler.Close(ctx)); err != nil { // the database does not respond; nobody relies on these
			p.log.ErrorContext(ctx, "the last calls are not in the call log", "error", err)
		}
	}
	if p.outbox != nil {
		if err := p.outbox.Close(ctx); err != nil { // whoever waits for a mail asks for another
			p.log.ErrorContext(ctx, "the last mails were not sent", "error", err)
		}
	}
	if err := p.tracing.Shutdown(ctx); err != nil { // the collector is away, which is no failure of ours
		p.log.ErrorContext(ctx, "the last spans were not sent", "error", err)
	}
	if p.store != nil {
		errs = append(errs, p.store.Close())
	}
	return errors.Join(errs...)
}
