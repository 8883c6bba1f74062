package telemetry

import "github.com/prometheus/client_golang/prometheus"

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

// CallLogStats is the state of the call log's writer. Written and Dropped only grow.
type CallLogStats struct {
	Written, Dropped uint64
	Queued           int
}

// WatchCatalog reports what read answers at each scrape. Call it once; read must be safe for concurrent use.
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

// WatchPool reports what read answers at each scrape. Call it once; read must be safe for concurrent use.
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

// WatchCallLog reports what read answers at each scrape. Call it once; read must be safe for concurrent use.
func (m *Metrics) WatchCallLog(read func() CallLogStats) {
	m.counter("berth_call_log_written_total", "Records of the call log that were stored.",
		func() float64 { return float64(read().Written) })
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
