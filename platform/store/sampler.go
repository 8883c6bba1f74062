package store

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"berth/platform"
	"berth/platform/runtime"
)

const (
	sampleRefresh = 5 * time.Second // how often a replica asks which apps are sampled
	sampleBurst   = 50              // samples of one app that may wait; more would not help
	sampleQueue   = 16 << 20        // bytes that may wait, in all
)

// Sampler keeps arguments and results of calls of the apps for which sampling is on. Of many calls at once it keeps some.
// It is safe for concurrent use, and its methods do not block, except for those that take a context.
type Sampler struct {
	writer
	store     *Store
	apps      atomic.Pointer[map[platform.AppID]struct{}] // nil = none
	refreshed time.Time                                   // used by the writer only

	mu     sync.Mutex
	queued map[platform.AppID][]platform.CallSample
	bytes  int
}

var _ runtime.Sampler = (*Sampler)(nil)

// Sampler starts a writer. Close it before the store.
func (s *Store) Sampler() *Sampler {
	p := &Sampler{store: s, queued: map[platform.AppID][]platform.CallSample{}}
	p.writer = startWriter(p.turn)
	return p
}

func (p *Sampler) turn(ctx context.Context) {
	p.write()
	if now := time.Now(); now.Sub(p.refreshed) >= sampleRefresh {
		p.refreshed = now
		p.Refresh(ctx)
	}
}

// Wanted implements runtime.Sampler.
func (p *Sampler) Wanted(app platform.AppID) bool {
	apps := p.apps.Load()
	if apps == nil {
		return false
	}
	_, wanted := (*apps)[app]
	return wanted
}

// Sample implements runtime.Sampler.
func (p *Sampler) Sample(c platform.CallSample) {
	size := len(c.Arguments) + len(c.Result)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queued[c.App]) < sampleBurst && p.bytes+size <= sampleQueue {
		p.queued[c.App] = append(p.queued[c.App], c)
		p.bytes += size
	}
}

// Refresh asks the database which apps are sampled. If that fails, the former list stays until the next time.
func (p *Sampler) Refresh(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	rows, err := p.store.q.SampledApps(ctx)
	if err != nil {
		if ctx.Err() == nil {
			p.store.log.WarnContext(ctx, "sampled apps not known", "error", err)
		}
		return
	}
	if len(rows) == 0 {
		p.apps.Store(nil)
		return
	}
	apps := make(map[platform.AppID]struct{}, len(rows))
	for _, r := range rows {
		apps[platform.AppID(r.AppID)] = struct{}{}
	}
	p.apps.Store(&apps)
}

// write stores the waiting samples. Samples that the database refuses are lost.
func (p *Sampler) write() {
	p.mu.Lock()
	queued := p.queued
	p.queued, p.bytes = map[platform.AppID][]platform.CallSample{}, 0
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	for _, app := range slices.Sorted(maps.Keys(queued)) {
		err := p.store.insertSamples(ctx, app, queued[app])
		if err != nil && sqlState(err) != foreignKey { // it was turned off, or the app deleted
			p.store.log.ErrorContext(ctx, "samples lost", "samples", len(queued[app]), "error", err)
		}
	}
}
