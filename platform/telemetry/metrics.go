package telemetry

import (
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"berth/platform"
)

// Metrics holds every metric of one process, on a registry of its own. Its methods may be called concurrently.
// Labels come from small fixed sets: never a slug, a tool, a workspace or an address.
type Metrics struct {
	registry *prometheus.Registry
	calls    [classes]callMetrics
	publish  [2]prometheus.Observer // failed, published
	inFlight prometheus.Gauge
	webhooks *prometheus.CounterVec

	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	routes    sync.Map // route pattern → *routeMetrics
}

// The two classes of app that calls are counted by.
const (
	authored = iota
	seeded
	classes
)

// outcomes are those of platform.CallRecord; the last one also takes what is unknown.
var outcomes = [...]string{"ok", "invalid", "timeout", "rate_limited", "error"}

// callMetrics are the resolved children of one app class: a call costs one switch and two atomic updates.
type callMetrics struct {
	total    [len(outcomes)]prometheus.Counter
	duration prometheus.Observer
}

// NewMetrics makes the metrics, including those of the Go runtime and of the process.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	m.addCalls()
	published := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "berth_publish_duration_seconds", Help: "Time of one publish until the release is served here.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
	}, []string{"outcome"})
	m.publish = [2]prometheus.Observer{published.WithLabelValues("failed"), published.WithLabelValues("published")}

	m.inFlight = prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "berth_http_requests_in_flight", Help: "HTTP requests being answered."})
	m.requests = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "berth_http_requests_total", Help: "HTTP requests answered, by route pattern and class of status.",
	}, []string{"route", "status"})
	m.durations = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "berth_http_request_duration_seconds", Help: "Time until the whole answer was written.",
		Buckets: latencyBuckets,
	}, []string{"route"})
	m.webhooks = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "berth_webhook_attempts_total", Help: "Attempts to deliver to a webhook, by outcome.",
	}, []string{"outcome"})
	for _, outcome := range []string{"delivered", "retried", "failed"} {
		m.webhooks.WithLabelValues(outcome)
	}
	m.registry.MustRegister(published, m.inFlight, m.requests, m.durations, m.webhooks)
	return m
}

var latencyBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

func (m *Metrics) addCalls() {
	total := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "berth_calls_total", Help: "Tool calls, by class of app and outcome.",
	}, []string{"class", "outcome"})
	duration := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "berth_call_duration_seconds", Help: "Time of one tool call within Berth.", Buckets: latencyBuckets,
	}, []string{"class"})
	for class, origin := range [classes]platform.Origin{authored: platform.OriginAuthored, seeded: platform.OriginSeeded} {
		for i, outcome := range outcomes {
			m.calls[class].total[i] = total.WithLabelValues(string(origin), outcome)
		}
		m.calls[class].duration = duration.WithLabelValues(string(origin))
	}
	m.registry.MustRegister(total, duration)
}

// CallDone counts one tool call. outcome is that of platform.CallRecord; an unknown one counts as "error".
func (m *Metrics) CallDone(origin platform.Origin, outcome string, d time.Duration) {
	class := &m.calls[authored]
	if origin == platform.OriginSeeded {
		class = &m.calls[seeded]
	}
	class.total[outcomeIndex(outcome)].Inc()
	class.duration.Observe(d.Seconds())
}

func outcomeIndex(outcome string) int {
	for i, known := range outcomes {
		if outcome == known {
			return i
		}
	}
	return len(outcomes) - 1
}

// WebhookDone counts one attempt to deliver to a webhook: delivered, retried later, or failed for good.
func (m *Metrics) WebhookDone(outcome string) { m.webhooks.WithLabelValues(outcome).Inc() }

// PublishDone records one publish, from the call to the moment the release is served by this process.
func (m *Metrics) PublishDone(d time.Duration, published bool) {
	outcome := 0
	if published {
		outcome = 1
	}
	m.publish[outcome].Observe(d.Seconds())
}

// Handler serves the metrics in the Prometheus and OpenMetrics text formats.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry, EnableOpenMetrics: true})
}
