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
	sampleRefresh  = 5 * time.Second        // how often a replica asks which apps are sampled
	sampleInterval = 500 * time.Millisecond // how often samples are written
	sampleBurst    = 50                     // samples of one app that wait; there is no use in more
	sampleQueue    = 16 << 20               // bytes that wait, in all
)

// Sampler keeps arguments and results of the calls of those apps for which it is turned on. Of many calls at once it
// keeps some. It is safe for concurrent use, and its methods do not block but for those that take a context.
type Sampler struct {
	store *Store
	apps  atomic.Pointer[map[platform.AppID]struct{}] // nil = none

	mu     sync.Mutex
	queued map[platform.AppID][]platform.CallSample
	bytes  int

	flush chan chan struct{}
	stop  context.CancelFunc
	done  chan struct{}
}

var _ runtime.Sampler = (*Sampler)(nil)

// Sampler starts a writer. Close it before the store.
func (s *Store) Sampler() *Sampler {
	ctx, stop := context.WithCancel(context.Background())
	p := &Sampler{store: s, queued: map[platform.AppID][]platform.CallSample{}, flush: make(chan chan struct{}), stop: stop, done: make(chan struct{})}
	go p.run(ctx)
	return p
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

// Refresh asks the database which apps are sampled. On a failure the former answer stands, until the next time.
func (p *Sampler) Refresh(ctx context.Context) {
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

// Flush returns when what was sampled before is written, or when ctx ends.
func (p *Sampler) Flush(ctx context.Context) {
	written := make(chan struct{})
	select {
	case p.flush <- written:
	case <-p.done:
		return
	case <-ctx.Done():
		return
	}
	select {
	case <-written:
	case <-ctx.Done():
	}
}

// Close writes what waits, until ctx ends.
func (p *Sampler) Close(ctx context.Context) error {
	p.stop()
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Sampler) run(ctx context.Context) {
	defer close(p.done)
	refresh, write := time.NewTicker(sampleRefresh), time.NewTicker(sampleInterval)
	defer refresh.Stop()
	defer write.Stop()
	p.Refresh(ctx)
	for {
		select {
		case <-refresh.C:
			p.Refresh(ctx)
		case <-write.C:
			p.write()
		case written := <-p.flush:
			p.write()
			close(written)
		case <-ctx.Done():
			p.write()
			return
		}
	}
}

// write stores what waits. What the database refuses is lost.
func (p *Sampler) write() {
	p.mu.Lock()
	queued := p.queued
	p.queued, p.bytes = map[platform.AppID][]platform.CallSample{}, 0
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	for _, app := range slices.Sorted(maps.Keys(queued)) {
		err := p.store.insertSamples(ctx, app, queued[app])
		if err != nil && sqlState(err) != foreignKey { // it was turned off, or the app deleted
			p.store.log.ErrorContext(ctx, "samples lost", "samples", len(queued[app]), "error", err)
		}
	}
}
