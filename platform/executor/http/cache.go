package http

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/lru"
)

const (
	maxCached = 32 << 20 // bytes of all results
	maxResult = 1 << 20  // bytes of one that is kept
)

// cache keeps results for a while, and makes one of calls that ask the same at one time.
type cache struct {
	now     func() time.Time
	mu      sync.Mutex
	results *lru.Map[string, cached]
	flights map[string]*flight
}

type cached struct {
	result appkit.Result
	until  time.Time
}

// flight is a call that others wait for. It ends when nobody waits any more.
type flight struct {
	done    chan struct{}
	cancel  context.CancelFunc
	waiting int
	result  appkit.Result
	err     error
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, results: lru.New[string, cached](maxCached), flights: map[string]*flight{}}
}

// do returns the result under key, or that of run, which is kept for a while if it is no failure.
func (c *cache) do(ctx context.Context, key string, keep time.Duration, run func(context.Context) (appkit.Result, error)) (appkit.Result, error) {
	c.mu.Lock()
	if kept, ok := c.results.Get(key); ok && c.now().Before(kept.until) {
		c.mu.Unlock()
		return kept.result, nil
	}
	f, ok := c.flights[key]
	if !ok {
		f = &flight{done: make(chan struct{})}
		var flying context.Context
		flying, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
		c.flights[key] = f
		go c.fly(flying, f, key, keep, run)
	}
	f.waiting++
	c.mu.Unlock()
	select {
	case <-f.done:
		return f.result, f.err
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		f.cancel()
		if c.flights[key] == f { // whoever asks now begins anew
			delete(c.flights, key)
		}
	}
	return appkit.Result{}, ctx.Err()
}

func (c *cache) fly(ctx context.Context, f *flight, key string, keep time.Duration, run func(context.Context) (appkit.Result, error)) {
	defer f.cancel()
	defer close(f.done)
	f.result, f.err = recovered(ctx, run)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flights[key] == f {
		delete(c.flights, key)
	}
	if size := weigh(f.result); f.err == nil && size <= maxResult {
		c.results.Put(key, cached{f.result, c.now().Add(keep)}, size)
	}
}

// recovered runs in a goroutine of its own, where nobody else would recover.
func recovered(ctx context.Context, run func(context.Context) (appkit.Result, error)) (result appkit.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return run(ctx)
}

// weigh returns about how many bytes a result takes.
func weigh(r appkit.Result) int64 {
	size := 500
	if data, ok := r.Structured.(platform.Encoded); ok {
		size += len(data)
	}
	for _, c := range r.Content {
		size += len(c.Text)
	}
	return int64(size)
}
