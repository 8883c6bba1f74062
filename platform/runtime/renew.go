package runtime

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"berth/platform"
)

const (
	// loadTimeout bounds one load.
	loadTimeout = 10 * time.Second
	// patience bounds how long a caller waits for a newer value of a known slug; hurry bounds it when the source has failed
	// less than troubled ago. The load itself goes on, and its result is kept.
	patience = 2 * time.Second
	hurry    = 100 * time.Millisecond
	troubled = 10 * time.Second
	// retryAfter is how long the source is not asked again after it failed.
	retryAfter = 500 * time.Millisecond
)

// Renew loads anew what the catalog holds of the slugs and Invalidate has outdated, before anybody asks for it: by then the source may be
// away, and what was live before would be served. An error is for whoever asks. It ends with ctx.
func (c *Catalog[T]) Renew(ctx context.Context, slugs ...string) {
	for _, slug := range slugs {
		if ctx.Err() == nil && c.holds(slug) { // else the load would begin nonetheless, and go on
			_, _ = c.Lookup(ctx, slug)
		}
	}
}

func (c *Catalog[T]) holds(slug string) bool {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	_, held := s.entries[slug]
	return held
}

// renew asks the source for slug. When the source fails, the value known before is returned.
func (c *Catalog[T]) renew(ctx context.Context, slug string, before known[T]) (T, error) {
	var none T
	since := c.epoch.Load()
	// A caller that hangs up does not end the load, since others may wait for it. Nobody joins a load from before a change.
	loaded := c.flight.DoChan(slug+"@"+strconv.FormatUint(since, 10), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		defer cancel()
		return c.load(ctx, slug, since)
	})
	var overdue <-chan time.Time
	if before != (known[T]{}) {
		timer := time.NewTimer(c.patience(slug, before.entry))
		defer timer.Stop()
		overdue = timer.C
	}
	err := errOverdue
	select {
	case got := <-loaded:
		if got.Err == nil {
			return got.Val.(T), nil
		}
		if err = got.Err; told(err) {
			return none, err
		}
	case <-overdue:
	case <-ctx.Done():
		return none, ctx.Err()
	}
	switch {
	case before.entry != nil:
		if c.failed(since, slug, before.entry) {
			c.log.WarnContext(ctx, "app not loaded anew: it is served as it was", "slug", slug, "error", err)
		}
		return before.entry.value, nil
	case before.absence != nil:
		c.unknown(since, slug)
		return none, before.absence
	}
	return none, err
}

var errOverdue = errors.New("the load takes long")

// told reports whether err says for certain that nothing can be served under the slug, not that the source has failed.
func told(err error) bool {
	var known *platform.Error
	if !errors.As(err, &known) {
		return false
	}
	switch known.Code {
	case platform.CodeInternal, platform.CodeUnavailable, platform.CodeTimeout:
		return false
	}
	return true
}

// patience is how long a caller waits for a newer value than old, which may be nil.
func (c *Catalog[T]) patience(slug string, old *entry[T]) time.Duration {
	if old == nil {
		return patience
	}
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !old.failed.IsZero() && c.now().Before(old.failed.Add(troubled)) {
		return hurry
	}
	return patience
}

// failed notes that the source could not load e, and reports whether that is new. A later change is loaded at once.
func (c *Catalog[T]) failed(since uint64, slug string, e *entry[T]) (first bool) {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.epoch.Load() != since {
		return false
	}
	first, e.failed = e.failed.IsZero(), c.now()
	return first
}

// unknown is failed for a slug that nothing was live under.
func (c *Catalog[T]) unknown(since uint64, slug string) {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.absent[slug]; ok && c.epoch.Load() == since {
		a.expires = c.now().Add(retryAfter)
		s.absent[slug] = a
	}
}

func (c *Catalog[T]) load(ctx context.Context, slug string, since uint64) (value T, err error) {
	defer func() { // nobody else would recover it here: the load is a goroutine of its own
		if cause := recover(); cause != nil {
			err = fmt.Errorf("load %s: panic: %v\n%s", slug, cause, debug.Stack())
		}
	}()
	served, err := c.source.Live(ctx, slug)
	if platform.IsCode(err, platform.CodeAppNotFound) || platform.IsCode(err, platform.CodeSuspended) {
		c.remember(slug, absent{err: err, since: since, expires: c.now().Add(absentTTL)})
		return value, err
	}
	if err != nil {
		return value, err
	}
	if value, err = c.build(served); err != nil {
		return value, err
	}
	c.put(&entry[T]{value: value, bytes: value.Bytes(), since: since})
	return value, nil
}
