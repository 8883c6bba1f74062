package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Observer watches HTTP requests. Tracing may be nil.
type Observer struct {
	Log     *slog.Logger
	Metrics *Metrics
	Tracing *Tracing
	// NewID makes the id of a request that began at start; a client's own is never taken over.
	NewID func(start time.Time) string
	// Route returns the pattern of the route that took the request ("/servers/{slug}/mcp"), after it was served;
	// "" when none did.
	Route func(*http.Request) string
	Now   func() time.Time
	// Bare leaves the id out of the request's context, since adding it copies the request. Handlers then find the id in the
	// header of the response.
	Bare bool
	// Closing reports whether an answer that begins now is to be the last one of its connection; nil means never.
	Closing func() bool
}

// Middleware gives each request an id (also sent as X-Request-Id), a span when tracing is on, its place in the metrics, and
// one log line: of level debug, or error when the status is 5xx. The line names the route and holds neither path, query nor
// headers. A handler that recovers from panics belongs inside, so that its response is counted.
func (o Observer) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := o.Now()
		id := o.NewID(start)
		w.Header()["X-Request-Id"] = []string{id} // in canonical form
		ctx := r.Context()
		if !o.Bare {
			ctx = WithRequestID(ctx, id)
		}
		ctx, span := o.Tracing.server(ctx, r)
		if ctx != r.Context() {
			r = r.WithContext(ctx)
		}
		rec := &recorder{ResponseWriter: w, closing: o.Closing}
		o.Metrics.inFlight.Inc()
		defer func() { // also when the handler aborts the connection by panicking with http.ErrAbortHandler
			took := o.Now().Sub(start)
			route, status := o.Route(r), rec.sent()
			o.Metrics.inFlight.Dec()
			o.Metrics.requestDone(route, status, took)
			span.finish(r.Method, route, status)
			o.log(id, r, rec, took, Place(route, r))
		}()
		next.ServeHTTP(rec, r)
	})
}

// Place says in a log where a request went: the pattern of its route, or when no route took it the first segment of its
// path. The rest of a path may be a secret, such as the token of a link.
func Place(route string, r *http.Request) string {
	if route != "" {
		return route
	}
	first, _, more := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if more {
		first += "/…"
	}
	return "/" + first
}

func (o Observer) log(id string, r *http.Request, rec *recorder, took time.Duration, place string) {
	level := slog.LevelDebug
	// Who hangs up gets a 503 that nobody reads: anybody could fill the log with those.
	if rec.sent() >= http.StatusInternalServerError && !errors.Is(r.Context().Err(), context.Canceled) {
		level = slog.LevelError
	}
	if !o.Log.Enabled(r.Context(), level) {
		return
	}
	o.Log.LogAttrs(WithRequestID(r.Context(), id), level, "request",
		slog.String("method", r.Method), slog.String("route", place), slog.Int("status", rec.sent()),
		slog.Int64("bytes", rec.bytes), slog.Duration("took", took))
}

// Began reports whether an answer has begun on the writer that Middleware has passed on.
func Began(w http.ResponseWriter) bool {
	rec, ok := w.(*recorder)
	return ok && rec.status != 0
}

// recorder notes status and size. Unwrap lets http.ResponseController reach Flush and the deadlines.
type recorder struct {
	http.ResponseWriter
	closing func() bool
	status  int
	bytes   int64
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *recorder) begin(status int) {
	r.status = status
	if r.closing != nil && r.closing() {
		r.Header().Set("Connection", "close")
	}
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= http.StatusOK { // 1xx are not the answer
		r.begin(status)
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.begin(http.StatusOK)
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

func (r *recorder) sent() int {
	if r.status == 0 {
		return http.StatusOK
	}
	return r.status
}

var statusClasses = [...]string{"1xx", "2xx", "3xx", "4xx", "5xx"}

// routeMetrics are the resolved children of one route.
type routeMetrics struct {
	status   [len(statusClasses)]prometheus.Counter
	duration prometheus.Observer
}

func (m *Metrics) requestDone(route string, status int, d time.Duration) {
	children, ok := m.routes.Load(route)
	if !ok {
		children, _ = m.routes.LoadOrStore(route, m.resolve(route))
	}
	rm := children.(*routeMetrics)
	rm.status[min(max(status/100, 1), len(statusClasses))-1].Inc()
	rm.duration.Observe(d.Seconds())
}

func (m *Metrics) resolve(route string) *routeMetrics {
	if route == "" {
		route = "none"
	}
	rm := &routeMetrics{duration: m.durations.WithLabelValues(route)}
	for i, class := range statusClasses {
		rm.status[i] = m.requests.WithLabelValues(route, class)
	}
	return rm
}
