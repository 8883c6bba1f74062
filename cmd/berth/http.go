package main

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"berth/api"
	"berth/platform"
	"berth/platform/mcpedge"
	"berth/platform/telemetry"
)

// handler is the whole HTTP surface.
func (p *parts) handler(stopping *atomic.Bool) http.Handler {
	r := chi.NewRouter()
	observer := telemetry.Observer{Log: p.log, Metrics: p.metrics, Tracing: p.tracing, NewID: requestID, Now: time.Now, Route: routePattern, Closing: stopping.Load}
	r.Use(observer.Middleware, p.recoverer, p.hosts, middleware.GetHead)
	r.NotFound(func(w http.ResponseWriter, r *http.Request) {
		if p.builder.notFound(w, r) {
			return
		}
		mcpedge.WriteError(w, http.StatusNotFound, platform.CodeNotFound, "There is nothing at this address.")
	})
	r.MethodNotAllowed(func(w http.ResponseWriter, req *http.Request) {
		if strings.HasPrefix(req.URL.Path, "/api/") { // no route has this method, so that no router below was asked
			p.api.MethodNotAllowed(w, req)
			return
		}
		w.Header().Set("Allow", api.Allowed(r, req.URL.Path))
		mcpedge.WriteError(w, http.StatusMethodNotAllowed, platform.CodeMethodNotAllowed, "This address does not take that method.")
	})
	r.Get("/livez", func(w http.ResponseWriter, _ *http.Request) { writeHealth(w, http.StatusOK, "live") })
	r.Get("/healthz", healthy(stopping))
	r.Get("/readyz", p.ready(stopping))
	if p.settings.AdminAddr == "" {
		r.Handle("/metrics", p.metrics.Handler())
	}
	p.builder.routes(r)
	p.edge.Routes(r)
	p.oauth.Routes(r)
	p.api.Mount(r)
	// MCP calls bypass the router, which would be a tenth of their cost.
	pattern := platform.Addresses{}.Address("{slug}").MCP
	observer.Route, observer.Bare = func(*http.Request) string { return pattern }, true
	calls := observer.Middleware(p.recoverer(p.hosts(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slug, _ := platform.EndpointSlug(r.URL.Path)
		p.edge.ServeMCP(w, r, slug)
	}))))
	return strictTransport(p.settings.PublicURL, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if _, ok := platform.EndpointSlug(req.URL.Path); ok {
			calls.ServeHTTP(w, req)
			return
		}
		r.ServeHTTP(w, req)
	}))
}

// strictTransport tells browsers that come over https to use nothing but https for a year, if the public URL is one of
// https.
func strictTransport(publicURL string, next http.Handler) http.Handler {
	if !strings.HasPrefix(publicURL, "https:") {
		return next
	}
	value := []string{"max-age=31536000"}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Strict-Transport-Security"] = value // in canonical form
		next.ServeHTTP(w, r)
	})
}

// routePattern returns the pattern that matched the request, which is known once the request has been routed.
func routePattern(r *http.Request) string {
	if c := chi.RouteContext(r.Context()); c != nil {
		return c.RoutePattern()
	}
	return ""
}

// hosts refuses requests for a foreign host, each surface in its own form.
func (p *parts) hosts(next http.Handler) http.Handler {
	const msg = "This server does not answer for that host name."
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case p.edge.Guard.HostAllowed(r):
			next.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/api/"):
			p.api.Refuse(w, r, platform.Errorf(platform.CodeForbidden, msg))
		default:
			mcpedge.WriteError(w, http.StatusForbidden, platform.CodeForbidden, msg)
		}
	})
}

func (p *parts) recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(v) // net/http's own way to drop a connection
			}
			ctx := telemetry.WithRequestID(r.Context(), w.Header().Get("X-Request-Id"))
			p.log.ErrorContext(ctx, "request panicked", "route", telemetry.Place(routePattern(r), r), "panic", v, "stack", string(debug.Stack()))
			if telemetry.Began(w) {
				panic(http.ErrAbortHandler) // part of the answer has been sent: the client must not take it for a whole one
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte(`{"error":{"code":"INTERNAL","message":"Something went wrong on our side."}}`)) // the client may have gone
		}()
		next.ServeHTTP(w, r)
	})
}

// Texts of /healthz and /readyz. doctor recognises one of our servers by them.
const (
	statusHealthy  = "healthy"
	statusReady    = "ready"
	statusStopping = "stopping"
	statusDatabase = "database not ready"
	statusFull     = "disk full"
)

// healthy answers 503 only while the server stops: without its database the server goes on serving live apps.
func healthy(stopping *atomic.Bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if stopping.Load() {
			writeHealth(w, http.StatusServiceUnavailable, statusStopping)
			return
		}
		writeHealth(w, http.StatusOK, statusHealthy)
	}
}

// ready answers 503 while the server stops, or when the database cannot be reached, has an old schema, takes no changes or has no room.
func (p *parts) ready(stopping *atomic.Bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if stopping.Load() {
			writeHealth(w, http.StatusServiceUnavailable, statusStopping)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		err := p.store.SchemaCurrent(ctx)
		if err == nil {
			err = p.store.TakesChanges(ctx)
		}
		if err != nil {
			p.log.WarnContext(ctx, "not ready", "error", err)
			writeHealth(w, http.StatusServiceUnavailable, statusDatabase)
			return
		}
		if err := p.store.Room(); err != nil {
			p.log.WarnContext(ctx, "not ready", "error", err)
			writeHealth(w, http.StatusServiceUnavailable, statusFull)
			return
		}
		writeHealth(w, http.StatusOK, statusReady)
	}
}

func writeHealth(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"status": text}) // the client may have gone
}

// serveAdmin serves /metrics and /debug/pprof on the admin listener, if there is one, until ctx ends.
func (p *parts) serveAdmin(ctx context.Context, listener net.Listener) error {
	if listener == nil {
		return nil
	}
	r := chi.NewRouter()
	r.Handle("/metrics", p.metrics.Handler())
	r.HandleFunc("/debug/pprof/", pprof.Index)
	r.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	r.HandleFunc("/debug/pprof/profile", pprof.Profile)
	r.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	r.HandleFunc("/debug/pprof/trace", pprof.Trace)
	r.HandleFunc("/debug/pprof/{name}", pprof.Index)
	server := &http.Server{Handler: r, ReadHeaderTimeout: readTimeout}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	p.log.Info("admin address", "addr", listener.Addr().String())
	return ignoreClosed(server.Serve(listener))
}

func (p *parts) wireAPI() {
	p.api = api.New(api.Options{
		Identity: p.identity, Apps: timed{p.publish, p.metrics}, Tables: p.rows, Prober: p.edge, Upstreams: p.upstreams, Drift: p.drift, Connector: p.edge,
		Calls: recentCalls{p.store, p.calls, p.sampler}, Generator: p.generate, Importer: p.importer, Webhooks: p.webhooks, Models: p.models,
		Authorizations: p.authorization, Visitor: p.visitor, Site: p.site, AppName: p.appName,
		Secrets: p.secrets, Links: p.store, People: p.store, Handlers: p.publish.Handlers(),
		PublicURL: p.settings.PublicURL, Address: p.addresses.Address, Version: version(), Log: p.log, Now: time.Now, Bodies: p.bodies,
		Budgets:   api.Budgets{Costly: p.budgets.costly, Write: p.budgets.write, Publish: p.budgets.publish},
		RequestID: telemetry.RequestID, ClientAddress: p.clientAddress,
	})
}

// appName returns the name of the app whose endpoint has that address, for people who sign in to use it.
func (p *parts) appName(ctx context.Context, resource string) string {
	app, err := appsOf{p.store, p.addresses}.AppAt(ctx, resource)
	if err != nil {
		return ""
	}
	return app.Name
}

// clientAddress returns the caller's address without port. Behind one of our proxies it is the address that the proxy saw.
func (p *parts) clientAddress(r *http.Request) string {
	if p.settings.TrustForwarded {
		if all := r.Header.Values("X-Forwarded-For"); len(all) > 0 {
			hops := strings.Split(all[len(all)-1], ",")
			if ip := forwarded(strings.TrimSpace(hops[len(hops)-1])); ip != nil {
				return ip.String()
			}
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	return host
}

// forwarded reads an entry of X-Forwarded-For: an address, to which some proxies append the port; nil = it is none.
func forwarded(entry string) net.IP {
	if ip := net.ParseIP(entry); ip != nil {
		return ip
	}
	if host, _, err := net.SplitHostPort(entry); err == nil {
		entry = host
	}
	return net.ParseIP(strings.Trim(entry, "[]"))
}
