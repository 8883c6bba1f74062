package api

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"runtime/debug"
	"sort"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
)

type requestIDKey struct{}

func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// identify makes sure that the request has an id and that the caller learns it.
func (a *API) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requestID(r.Context()) != "" {
			next.ServeHTTP(w, r)
			return
		}
		id := a.RequestID(r.Context())
		if id == "" {
			id = rand.Text()
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

// recover answers a panic with answer, which does not tell its cause; the log does.
func (a *API) recover(answer http.HandlerFunc) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			tracked := &tracker{ResponseWriter: w}
			defer func() {
				cause := recover()
				if cause == nil {
					return
				}
				if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(http.ErrAbortHandler)
				}
				a.Log.ErrorContext(r.Context(), "panic", "request", requestID(r.Context()), "panic", cause, "stack", string(debug.Stack()))
				if tracked.started {
					panic(http.ErrAbortHandler) // part of the answer has been sent: the client must not take it for a whole one
				}
				answer(w, r)
			}()
			next.ServeHTTP(tracked, r)
		})
	}
}

// timeout is the default of Options.Timeout.
const timeout = 10 * time.Second

// timed returns a context that ends when the time limit of a request is over.
func (a *API) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, a.Timeout)
}

// timeLimit does what timed does, for requests that are not actions.
func (a *API) timeLimit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := a.timed(r.Context())
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// fault answers a request that failed because of us.
func (a *API) fault(w http.ResponseWriter, r *http.Request) {
	newFailure(r.Context(), platform.Errorf(platform.CodeInternal, "Something went wrong on our side.")).write(w)
}

// tracker notes whether the answer has begun.
type tracker struct {
	http.ResponseWriter
	started bool
}

func (t *tracker) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (t *tracker) WriteHeader(status int) {
	t.started = t.started || status >= http.StatusOK
	t.ResponseWriter.WriteHeader(status)
}

func (t *tracker) Write(p []byte) (int, error) {
	t.started = true
	return t.ResponseWriter.Write(p)
}

// securityHeaders tells browsers not to keep, sniff, frame or run an answer of the API.
func securityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	})
}

func (a *API) notFound(w http.ResponseWriter, r *http.Request) {
	a.fail(w, r, platform.Errorf(platform.CodeNotFound, "There is nothing at this address."))
}

// MethodNotAllowed refuses a method below /api, and says which ones the address takes.
func (a *API) MethodNotAllowed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", Allowed(a.v1, strings.TrimPrefix(r.URL.Path, prefix)))
	a.Refuse(w, r, platform.Errorf(platform.CodeMethodNotAllowed, "This address does not take %s.", r.Method))
}

// Allowed returns the methods that a path takes, as the header Allow names them (RFC 9110 §15.5.6).
func Allowed(routes chi.Routes, path string) string {
	var allow []string
	for _, m := range []string{http.MethodDelete, http.MethodGet, http.MethodOptions, http.MethodPatch, http.MethodPost, http.MethodPut} {
		if routes.Match(chi.NewRouteContext(), m, path) {
			allow = append(allow, m)
			if m == http.MethodGet {
				allow = append(allow, http.MethodHead)
			}
		}
	}
	sort.Strings(allow)
	return strings.Join(allow, ", ")
}

// getHead answers HEAD wherever GET is answered.
func getHead(routes chi.Routes) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				ctx := chi.RouteContext(r.Context())
				if path := ctx.RoutePath; path != "" && routes.Match(chi.NewRouteContext(), http.MethodGet, path) {
					ctx.RouteMethod = http.MethodGet
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// peer returns the address of the other end of the connection, without port.
func peer(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	return host
}
