// Package ratelimit limits how many requests a key has in a minute. It must not know who asks, or for what.
package ratelimit

import (
	"container/heap"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"berth/platform"
)

// entries bounds the keys that a Limiter remembers: those that lack tokens. Where there are more, it forgets first the key that would have
// all of its tokens back soonest: inventing keys frees no key that has used up its tokens.
const entries = 100_000

// Limiter has a token bucket for each key, in this process. It is safe for concurrent use.
type Limiter[K comparable] struct {
	every   time.Duration // time until one token comes back
	rpm     int
	refusal string
	now     func() time.Time

	mu      sync.Mutex
	buckets map[K]*bucket[K]
	soonest order[K]

	refused atomic.Uint64
}

// bucket holds the time at which it is full again: each missing token adds Limiter.every.
type bucket[K comparable] struct {
	key  K
	full time.Time
	at   int // in order
}

// New makes a limiter of rpm requests a minute for each key; 0 means no limit. refusal is a sentence: what there was too
// much of.
func New[K comparable](rpm int, refusal string, now func() time.Time) *Limiter[K] {
	return &Limiter[K]{rpm: rpm, every: time.Minute / time.Duration(max(rpm, 1)), refusal: refusal, now: now, buckets: map[K]*bucket[K]{}}
}

// Allow counts a request. It returns nil, or RATE_LIMITED with the time until there is room again.
func (l *Limiter[K]) Allow(key K) error {
	return l.count([]K{key})
}

// Take counts a request against each of the keys, or against none of them if one has no room: then it returns RATE_LIMITED
// with the time until there is room. giveBack takes the request back.
func (l *Limiter[K]) Take(keys ...K) (giveBack func(), err error) {
	if err := l.count(keys); err != nil {
		return nil, err
	}
	return func() { l.giveBack(keys) }, nil
}

// count is Take without a way back, which each call would pay for.
func (l *Limiter[K]) count(keys []K) error {
	if l.rpm <= 0 {
		return nil
	}
	wait := l.take(keys)
	if wait <= 0 {
		return nil
	}
	l.refused.Add(1)
	e := platform.Errorf(platform.CodeRateLimited, "%s Try again in %d s.", l.refusal, int(math.Ceil(wait.Seconds())))
	e.RetryAfter = wait
	return e
}

// Refused returns how many requests were refused since the start.
func (l *Limiter[K]) Refused() uint64 { return l.refused.Load() }

// take uses one token of each key and returns 0, or says how long until each has one.
func (l *Limiter[K]) take(keys []K) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, key := range keys {
		if b, ok := l.buckets[key]; ok {
			if wait := b.full.Sub(now) - time.Duration(l.rpm-1)*l.every; wait > 0 {
				return wait
			}
		}
	}
	for _, key := range keys {
		l.spend(key, now)
	}
	return 0
}

func (l *Limiter[K]) spend(key K, now time.Time) {
	if b, ok := l.buckets[key]; ok {
		if b.full.Before(now) {
			b.full = now
		}
		b.full = b.full.Add(l.every)
		heap.Fix(&l.soonest, b.at)
		return
	}
	for len(l.buckets) >= entries || len(l.soonest) > 0 && !now.Before(l.soonest[0].full) { // one that is full says nothing
		delete(l.buckets, heap.Pop(&l.soonest).(*bucket[K]).key)
	}
	b := &bucket[K]{key: key, full: now.Add(l.every)}
	l.buckets[key] = b
	heap.Push(&l.soonest, b)
}

func (l *Limiter[K]) giveBack(keys []K) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range keys {
		if b, ok := l.buckets[key]; ok {
			b.full = b.full.Add(-l.every)
			heap.Fix(&l.soonest, b.at)
		}
	}
}

// order is a heap of the buckets, the one that is full soonest first.
type order[K comparable] []*bucket[K]

func (o order[K]) Len() int           { return len(o) }
func (o order[K]) Less(i, j int) bool { return o[i].full.Before(o[j].full) }
func (o order[K]) Swap(i, j int) {
	o[i], o[j] = o[j], o[i]
	o[i].at, o[j].at = i, j
}

// Push implements heap.Interface.
func (o *order[K]) Push(b any) {
	last := b.(*bucket[K])
	last.at = len(*o)
	*o = append(*o, last)
}

// Pop implements heap.Interface.
func (o *order[K]) Pop() any {
	last := (*o)[len(*o)-1]
	(*o)[len(*o)-1] = nil
	*o = (*o)[:len(*o)-1]
	return last
}
