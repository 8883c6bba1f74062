package telemetry

import (
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// CatalogStats is the state of the catalog of live releases. Hits and Misses only grow.
type CatalogStats struct {
	Hits, Misses uint64
	Entries      int
	Bytes        int64
}

// PoolStats is the state of the database's connection pool. Acquired and WaitSeconds only grow.
type PoolStats struct {
	Max, InUse, Idle int
	Acquired         int64
	WaitSeconds      float64
}

// CallLogStats is the state of the call log's writer. Written, Counted and Dropped only grow.
type CallLogStats struct {
	Written, Counted, Dropped uint64
	Queued                    int
}

// RunsStats is the state of calls that outlive their clients' patience. All but Running only grow.
type RunsStats struct {
	Running                int
	Recorded, Joined, Lost uint64
}

// WatchRuns reports the long calls of this replica; read must be safe for concurrent use.
func (m *Metrics) WatchRuns(read func() RunsStats) {
	m.gauge("berth_runs_running", "Long calls that this replica works at.", func() float64 { return float64(read().Running) })
	m.counter("berth_runs_recorded_total", "Calls that took longer than their callers wait.", func() float64 { return float64(read().Recorded) })
	m.counter("berth_runs_joined_total", "Calls that joined the same one, or took what had come of it.", func() float64 { return float64(read().Joined) })
	m.counter("berth_runs_lost_total", "Long calls whose process had gone, as this replica found.", func() float64 { return float64(read().Lost) })
}

// Build says which build this is.
func (m *Metrics) Build(version string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "berth_build_info", Help: "Always 1; the labels say which build runs.",
		ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()}}, func() float64 { return 1 }))
}

// WatchFeed reports how well this replica follows the others. Both must be safe for concurrent use.
func (m *Metrics) WatchFeed(lag func() time.Duration, listening func() bool) {
	m.gauge("berth_feed_lag_seconds", "Time since this replica last knew every change of the others: 30 s at most while all is well.",
		func() float64 { return lag().Seconds() })
	m.gauge("berth_feed_listening", "1 while changes of other replicas are heard of at once, 0 while they are looked for every 30 s alone.",
		func() float64 {
			if listening() {
				return 1
			}
			return 0
		})
}

// WatchLimit reports how many requests the limit of that name has refused. Names come from a small fixed set; read must be
// safe for concurrent use.
func (m *Metrics) WatchLimit(name string, read func() uint64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "berth_rate_limited_total",
		Help: "Requests refused by a limit, by its name.", ConstLabels: prometheus.Labels{"limit": name}}, func() float64 { return float64(read()) }))
}

// WatchRefusals reports the sign-ins that failed, and the requests that were refused because of a suspension. Both must be safe
// for concurrent use.
func (m *Metrics) WatchRefusals(failedSignIns, suspended func() uint64) {
	m.counter("berth_signin_failures_total", "Sign-ins with a wrong password or an unknown address.",
		func() float64 { return float64(failedSignIns()) })
	m.counter("berth_suspended_refusals_total", "Requests refused because the app, its workspace or the caller is suspended.",
		func() float64 { return float64(suspended()) })
}

// BodiesStats is the state of the budget of large bodies; see package intake. Refused only grows.
type BodiesStats struct {
	Waiting, Held, Refused int64
}

// WatchBodies reports what read returns at each scrape. Call it once; read must be safe for concurrent use.
func (m *Metrics) WatchBodies(read func() BodiesStats) {
	m.gauge("berth_bodies_waiting", "Large requests that wait for memory.", func() float64 { return float64(read().Waiting) })
	m.gauge("berth_bodies_bytes", "Memory that large requests have taken of their budget.", func() float64 { return float64(read().Held) })
	m.counter("berth_bodies_refused_total", "Large requests refused for want of memory, or because they came too slowly while others waited.",
		func() float64 { return float64(read().Refused) })
}

// WatchCatalog reports what read returns at each scrape. Call it once; read must be safe for concurrent use.
func (m *Metrics) WatchCatalog(read func() CatalogStats) {
	m.counter("berth_catalog_hits_total", "Lookups of a slug answered from memory.",
		func() float64 { return float64(read().Hits) })
	m.counter("berth_catalog_misses_total", "Lookups of a slug that had to ask the database.",
		func() float64 { return float64(read().Misses) })
	m.gauge("berth_catalog_entries", "Slugs held in memory.",
		func() float64 { return float64(read().Entries) })
	m.gauge("berth_catalog_bytes", "Estimated size of what the catalog holds.",
		func() float64 { return float64(read().Bytes) })
}

// WatchPool reports what read returns at each scrape. Call it once; read must be safe for concurrent use.
func (m *Metrics) WatchPool(read func() PoolStats) {
	m.gauge("berth_db_connections_max", "Most connections the pool opens.",
		func() float64 { return float64(read().Max) })
	m.gauge("berth_db_connections_in_use", "Connections in use.",
		func() float64 { return float64(read().InUse) })
	m.gauge("berth_db_connections_idle", "Open connections at rest.",
		func() float64 { return float64(read().Idle) })
	m.counter("berth_db_acquired_total", "Connections taken from the pool.",
		func() float64 { return float64(read().Acquired) })
	m.counter("berth_db_wait_seconds_total", "Time spent waiting for a connection.",
		func() float64 { return read().WaitSeconds })
}

// WatchCallLog reports what read returns at each scrape. Call it once; read must be safe for concurrent use.
func (m *Metrics) WatchCallLog(read func() CallLogStats) {
	m.counter("berth_call_log_written_total", "Records of the call log that were stored.",
		func() float64 { return float64(read().Written) })
	m.counter("berth_call_log_counted_total", "Calls that the call log counts and does not list.",
		func() float64 { return float64(read().Counted) })
	m.counter("berth_call_log_dropped_total", "Records of the call log that were dropped because the queue was full or the database failed.",
		func() float64 { return float64(read().Dropped) })
	m.gauge("berth_call_log_queued", "Records of the call log that wait to be stored.",
		func() float64 { return float64(read().Queued) })
}

func (m *Metrics) counter(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, read))
}

func (m *Metrics) gauge(name, help string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
}
