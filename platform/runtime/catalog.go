package runtime

import (
	"context"
	"hash/maphash"
	"log/slog"
	"strings"
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
	// absentEntries bounds the unknown slugs of one shard; they take no room from live apps.
	absentEntries = 512
)

// Live is what a Catalog holds for one live slug: the same slug, since there may be very many and the catalog needs it too.
// Bytes is its heap size, roughly; the catalog asks again on Resize.
type Live interface {
	Slug() string
	Bytes() int64
}

// CatalogStats is the state of a catalog. Hits and Misses only grow.
type CatalogStats struct {
	Hits, Misses uint64
	Entries      int
	Bytes        int64
}

// Catalog maps slugs to what is live. It is kept in memory, bounded in bytes; entries that nobody has used for a while are
// dropped first. T is what the transport builds once per live release. A miss asks the source, once for all callers that wait.
// An entry that has changed is loaded again; while the source is unavailable its last known value is served. Safe for
// concurrent use.
type Catalog[T Live] struct {
	source Source
	build  func(*platform.Served) (T, error)
	now    func() time.Time
	log    *slog.Logger
	limit  int64 // bytes per shard
	seed   maphash.Seed
	epoch  atomic.Uint64 // counts changes, of whichever slug: a load that one overtook is stale
	flight singleflight.Group
	shards [shards]shard[T]

	hits, misses atomic.Uint64
}

type shard[T Live] struct {
	mu      sync.Mutex
	bytes   int64
	entries map[string]*entry[T]
	ring    entry[T]          // the ring of all entries begins and ends here: next is the newest one
	hand    *entry[T]         // where trim goes on
	absent  map[string]absent // unknown slugs
	forgot  uint64            // the newest since of what had to make room
}

// entry is one member of a ring; container/list would need a second allocation for each of very many entries. A lookup does not
// move the entry, as an LRU list would: its neighbours are hardly ever in the processor's cache.
type entry[T Live] struct {
	value      T
	bytes      int64
	since      uint64    // the epoch in which its load began
	used       bool      // since the hand last passed
	stale      bool      // it has changed: whoever asks next loads it anew
	failed     time.Time // when that last failed, or took too long; zero = never
	prev, next *entry[T]
}

// absent is what is known of a slug that nothing is served under.
type absent struct {
	err     error
	since   uint64    // the epoch in which the load began that found nothing, or that of the withdrawal or suspension
	expires time.Time // the source is asked again then
}

// NewCatalog makes an empty catalog that keeps at most limit bytes.
func NewCatalog[T Live](source Source, build func(*platform.Served) (T, error), limit int64, now func() time.Time, log *slog.Logger) *Catalog[T] {
	c := &Catalog[T]{source: source, build: build, now: now, log: log, limit: limit / shards, seed: maphash.MakeSeed()}
	for i := range c.shards {
		c.shards[i].empty()
	}
	return c
}

// Lookup returns what is live under slug; APP_NOT_FOUND when nothing is. A fault of the source is not remembered.
func (c *Catalog[T]) Lookup(ctx context.Context, slug string) (T, error) {
	var none T
	before, fresh := c.get(slug)
	if fresh {
		c.hits.Add(1)
		if before.entry == nil {
			return none, before.absence
		}
		return before.entry.value, nil
	}
	c.misses.Add(1)
	return c.renew(ctx, strings.Clone(slug), before) // the caller's slug may be a part of a whole request
}

// Invalidate has the slugs loaded anew by whoever asks for them next. No slugs means all of them.
func (c *Catalog[T]) Invalidate(slugs ...string) {
	c.epoch.Add(1)
	if len(slugs) == 0 {
		for i := range c.shards {
			s := &c.shards[i]
			s.mu.Lock()
			for slug := range s.absent {
				s.outdate(slug)
			}
			for slug := range s.entries {
				s.outdate(slug)
			}
			s.mu.Unlock()
		}
		return
	}
	for _, slug := range slugs {
		s := c.shard(slug)
		s.mu.Lock()
		s.outdate(slug)
		s.mu.Unlock()
	}
}

// outdate marks the slug to be loaded again. Its last known value stays, in case the source is unavailable.
func (s *shard[T]) outdate(slug string) {
	if a, ok := s.absent[slug]; ok {
		a.expires = time.Time{}
		s.absent[slug] = a
	}
	if e, ok := s.entries[slug]; ok {
		e.stale, e.failed = true, time.Time{}
	}
}

// Withdraw is Invalidate for slugs that nothing is live under any more: while the source cannot tell, they are
// APP_NOT_FOUND, not what they were.
func (c *Catalog[T]) Withdraw(slugs ...string) {
	c.withhold(platform.Errorf(platform.CodeAppNotFound, "There is no app at this address."), slugs)
}

// Suspend is Invalidate for slugs of apps that have been suspended, or were until now: while the source cannot tell, they are SUSPENDED.
func (c *Catalog[T]) Suspend(slugs ...string) { c.withhold(platform.Suspended(), slugs) }

// withhold has the slugs loaded anew by whoever asks for them next, and be err while the source cannot tell.
func (c *Catalog[T]) withhold(err error, slugs []string) {
	c.epoch.Add(1)
	for _, slug := range slugs {
		s := c.shard(slug)
		s.mu.Lock()
		if e, ok := s.entries[slug]; ok {
			s.drop(e)
		}
		s.absence(strings.Clone(slug), absent{err: err, since: c.epoch.Load()})
		s.mu.Unlock()
	}
}

// Resize asks the value under slug for its size again, after it has grown or shrunk.
func (c *Catalog[T]) Resize(slug string) {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.entries[slug]; ok {
		size := e.value.Bytes()
		s.bytes += size - e.bytes
		e.bytes = size
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

// known is what is known of a slug: its entry, the error of one that nothing is live under, or neither.
type known[T Live] struct {
	entry   *entry[T]
	absence error
}

// get returns what is known of the slug, and whether the source need not be asked. The value of an entry never changes.
func (c *Catalog[T]) get(slug string) (k known[T], fresh bool) {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, found := s.entries[slug]; found {
		e.used = true
		return known[T]{entry: e}, !e.stale || !e.failed.IsZero() && c.now().Before(e.failed.Add(retryAfter))
	}
	if a, found := s.absent[slug]; found {
		return known[T]{absence: a.err}, c.now().Before(a.expires)
	}
	return known[T]{}, false
}

// overtaken reports whether there was a change since the epoch in which a load of slug began, and whether the load is to be kept
// nonetheless, as stale: the change may be of another slug. It is not kept where something is known that was asked for later, or may
// have been known and had to make room; so what is withdrawn or suspended does not come back. Two loads of one slug in one epoch
// come one after the other. Changes raise the epoch before they take the lock, so what was read before one is never taken for news after it.
func (c *Catalog[T]) overtaken(s *shard[T], slug string, since uint64) (stale, keep bool) {
	if c.epoch.Load() == since {
		return false, true
	}
	known := s.forgot
	if e, ok := s.entries[slug]; ok {
		known = e.since
	} else if a, ok := s.absent[slug]; ok {
		known = a.since
	}
	return true, known <= since
}

// remember keeps what the source has said of an unknown slug.
func (c *Catalog[T]) remember(slug string, a absent) {
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	stale, keep := c.overtaken(s, slug, a.since)
	if !keep {
		return
	}
	if stale {
		a.expires = time.Time{}
	}
	if e, ok := s.entries[slug]; ok {
		s.drop(e)
	}
	s.absence(slug, a)
}

// absence remembers an unknown slug. Unknown slugs displace each other, never a live app.
func (s *shard[T]) absence(slug string, a absent) {
	if len(s.absent) >= absentEntries {
		for _, a := range s.absent {
			s.forgot = max(s.forgot, a.since)
		}
		clear(s.absent)
	}
	s.absent[slug] = a
}

// put keeps what was loaded.
func (c *Catalog[T]) put(e *entry[T]) {
	slug := e.value.Slug()
	s := c.shard(slug)
	s.mu.Lock()
	defer s.mu.Unlock()
	stale, keep := c.overtaken(s, slug, e.since)
	if !keep {
		return
	}
	e.stale = stale
	if old := s.entries[slug]; old != nil {
		s.drop(old)
	}
	delete(s.absent, slug)
	s.entries[slug] = e
	e.prev, e.next = &s.ring, s.ring.next
	e.prev.next, e.next.prev = e, e
	s.bytes += e.bytes
	s.trim(c.limit)
}

// trim drops entries until the shard is within its limit, but never the last one. The hand moves from the oldest entry to the
// newest and round again; it spares, once, each entry that was used since it last passed, and drops the others (Zhang et al.,
// SIEVE, NSDI 2024, which evicts before it inserts; here the new entry itself is dropped if all others were used).
func (s *shard[T]) trim(limit int64) {
	for s.bytes > limit && len(s.entries) > 1 {
		e := s.hand
		if e == &s.ring {
			e = s.ring.prev
		}
		s.hand = e.prev
		if e.used {
			e.used = false
		} else {
			s.forgot = max(s.forgot, e.since)
			s.drop(e)
		}
	}
}

func (s *shard[T]) drop(e *entry[T]) {
	if s.hand == e {
		s.hand = e.prev
	}
	e.prev.next, e.next.prev = e.next, e.prev
	delete(s.entries, e.value.Slug())
	s.bytes -= e.bytes
}

func (s *shard[T]) empty() {
	s.entries, s.absent, s.bytes = map[string]*entry[T]{}, map[string]absent{}, 0
	s.ring.prev, s.ring.next, s.hand = &s.ring, &s.ring, &s.ring
}
