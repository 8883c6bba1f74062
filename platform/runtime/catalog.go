package runtime

import (
	"container/list"
	"context"
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"berth/platform"
)

const (
	shards = 16
	// absentTTL bounds how long an unknown slug is remembered; a publish removes it at once.
	absentTTL = 5 * time.Second
	// absentBytes is what an unknown slug is charged with.
	absentBytes = 256
	loadTimeout = 10 * time.Second
)

// Sized is what a Catalog holds for one live slug. Bytes is its heap size, roughly; the catalog asks again on Resize.
type Sized interface{ Bytes() int64 }

// CatalogStats is the state of a catalog. Hits and Misses only grow.
type CatalogStats struct {
	Hits, Misses uint64
	Entries      int
	Bytes        int64
}

// Catalog maps slugs to what is live, in memory, bounded in bytes (least recently used goes first). T is what the
// transport builds once per live release. A miss asks the source, once for all that wait. Safe for concurrent use.
type Catalog[T Sized] struct {
	source Source
	build  func(*platform.Served) (T, error)
	now    func() time.Time
	limit  int64 // bytes per shard
	seed   maphash.Seed
	epoch  atomic.Uint64 // counts invalidations: a load that one overtook is not kept
	flight singleflight.Group
	shards [shards]shard[T]

	hits, misses atomic.Uint64
}

type shard[T Sized] struct {
	mu      sync.Mutex
	bytes   int64
	entries map[string]*list.Element
	recent  list.List // of *entry[T], most recent first
}

type entry[T Sized] struct {
	slug    string
	value   T
	err     error // what the source said of an unknown slug
	expires time.Time
	bytes   int64
}

// NewCatalog makes an empty catalog that keeps at most limit bytes.
func NewCatalog[T Sized](source Source, build func(*platform.Served) (T, error), limit int64, now func() time.Time) *Catalog[T] {
	c := &Catalog[T]{source: source, build: build, now: now, limit: limit / shards, seed: maphash.MakeSeed()}
	for i := range c.shards {
		c.shards[i].entries = map[string]*list.Element{}
	}
	return c
}

// Lookup answers what is live under slug; APP_NOT_FOUND when nothing is. A fault of the source is not remembered.
func (c *Catalog[T]) Lookup(ctx context.Context, slug string) (T, error) {
	if e := c.get(slug); e != nil {
		c.hits.Add(1)
		return e.value, e.err
	}
	c.misses.Add(1)
	// The load outlives a caller that hangs up, since others may wait for it.
	got := c.flight.DoChan(slug, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		defer cancel()
		return c.load(ctx, slug)
	})
	select {
	case r := <-got:
		if r.Err != nil {
			var none T
			return none, r.Err
		}
		return r.Val.(T), nil
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

func (c *Catalog[T]) load(ctx context.Context, slug string) (T, error) {
	var none T
	epoch := c.epoch.Load()
	served, err := c.source.Live(ctx, slug)
	if platform.IsCode(err, platform.CodeAppNotFound) {
		c.put(epoch, &entry[T]{slug: slug, err: err, expires: c.now().Add(absentTTL), bytes: absentBytes})
		return none, err
	}
	if err != nil {
		return none, err
	}
	value, err := c.build(served)
	if err != nil {
		return none, err
	}
	c.put(epoch, &entry[T]{slug: slug, value: value, bytes: value.Bytes()})
	return value, nil
}

// Invalidate forgets the slugs; the next lookup asks the source. No slugs means all of them.
func (c *Catalog[T]) Invalidate(slugs ...string) {
	c.epoch.Add(1)
	if len(slugs) == 0 {
		for i := range c.shards {
			s := &c.shards[i]
			s.mu.Lock()
			clear(s.entries)
			s.recent.Init()
			s.bytes = 0
			s.mu.Unlock()
		}
		return
	}
	for _, slug := range slugs {
		c.flight.Forget(slug)
		s := c.shard(slug)
		s.mu.Lock()
		if e, ok := s.entries[slug]; ok {
			s.drop(e)
		}
		s.mu.Unlock()
	}
}

// Resize asks the value under slug for its size again, after it has grown or shrunk.
func (c *Catalog[T]) Resize(slug string) {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	if el, ok := s.entries[slug]; ok {
		e := el.Value.(*entry[T])
		if e.err == nil {
			size := e.value.Bytes()
			s.bytes += size - e.bytes
			e.bytes = size
		}
		s.trim(c.limit)
	}
}

// Stats counts lookups, entries and bytes.
func (c *Catalog[T]) Stats() CatalogStats {
	out := CatalogStats{Hits: c.hits.Load(), Misses: c.misses.Load()}
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.Lock()
		out.Entries += len(s.entries)
		out.Bytes += s.bytes
		s.mu.Unlock()
	}
	return out
}

func (c *Catalog[T]) shard(slug string) *shard[T] {
	return &c.shards[maphash.String(c.seed, slug)%shards]
}

// get answers the entry, nil when there is none. Value and error of an entry never change.
func (c *Catalog[T]) get(slug string) *entry[T] {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	el, found := s.entries[slug]
	if !found {
		return nil
	}
	e := el.Value.(*entry[T])
	if e.err != nil && c.now().After(e.expires) {
		s.drop(el)
		return nil
	}
	s.recent.MoveToFront(el)
	return e
}

func (c *Catalog[T]) put(epoch uint64, e *entry[T]) {
	s := c.shard(e.slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	// Invalidate raises the epoch before it takes the lock, so what was read before a change is never kept after it.
	if c.epoch.Load() != epoch {
		return
	}
	if old, ok := s.entries[e.slug]; ok {
		s.drop(old)
	}
	s.entries[e.slug] = s.recent.PushFront(e)
	s.bytes += e.bytes
	s.trim(c.limit)
}

// trim drops the least recently used entries over limit, but never the last one.
func (s *shard[T]) trim(limit int64) {
	for s.bytes > limit && s.recent.Len() > 1 {
		s.drop(s.recent.Back())
	}
}

func (s *shard[T]) drop(el *list.Element) {
	e := el.Value.(*entry[T])
	s.recent.Remove(el)
	delete(s.entries, e.slug)
	s.bytes -= e.bytes
}
