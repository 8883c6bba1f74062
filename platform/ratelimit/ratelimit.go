// Package ratelimit counts what somebody asks for in a minute. It must not know who asks, or for what.
package ratelimit

import (
	"container/list"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"berth/platform"
)

// entries bounds the keys that a Limiter remembers; the one not seen for longest is forgotten first, which can only be to
// its favour.
const entries = 100_000

// Limiter has a token bucket for each key, in this process. It is safe for concurrent use.
type Limiter[K comparable] struct {
	rpm     float64
	refusal string
	now     func() time.Time

	mu      sync.Mutex
	buckets map[K]*list.Element
	recent  list.List // of *bucket[K]

	refused atomic.Uint64
}

type bucket[K comparable] struct {
	key    K
	tokens float64
	at     time.Time
}

// New makes a limiter of rpm requests a minute for each key; 0 means no limit. refusal is a sentence: what there was too
// much of.
func New[K comparable](rpm int, refusal string, now func() time.Time) *Limiter[K] {
	return &Limiter[K]{rpm: float64(rpm), refusal: refusal, now: now, buckets: map[K]*list.Element{}}
}

// Allow counts a request. It answers nil, or RATE_LIMITED with the time until there is room again.
func (l *Limiter[K]) Allow(key K) error {
	if l.rpm <= 0 {
		return nil
	}
	wait := l.take(key)
	if wait <= 0 {
		return nil
	}
	l.refused.Add(1)
	e := platform.Errorf(platform.CodeRateLimited, "%s Try again in %d s.", l.refusal, int(math.Ceil(wait.Seconds())))
	e.RetryAfter = wait
	return e
}

// Refused counts what Allow has refused since the start.
func (l *Limiter[K]) Refused() uint64 { return l.refused.Load() }

// take uses one token and answers 0, or says how long until there is one.
func (l *Limiter[K]) take(key K) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, perSecond := l.now(), l.rpm/60
	var b *bucket[K]
	if el, ok := l.buckets[key]; ok {
		l.recent.MoveToFront(el)
		b = el.Value.(*bucket[K])
		b.tokens = math.Min(l.rpm, b.tokens+now.Sub(b.at).Seconds()*perSecond)
		b.at = now
	} else {
		b = &bucket[K]{key: key, tokens: l.rpm, at: now}
		l.buckets[key] = l.recent.PushFront(b)
		if l.recent.Len() > entries {
			last := l.recent.Back()
			delete(l.buckets, l.recent.Remove(last).(*bucket[K]).key)
		}
	}
	if b.tokens < 1 {
		return time.Duration((1 - b.tokens) / perSecond * float64(time.Second))
	}
	b.tokens--
	return 0
}
