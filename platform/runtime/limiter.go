package runtime

import (
	"container/list"
	"math"
	"sync"
	"time"

	"berth/platform"
)

// limiterEntries bounds the callers that a Limiter remembers; the one not seen for longest is forgotten first, which
// can only be to its favour.
const limiterEntries = 100_000

// Limiter counts calls a minute by token buckets in this process: of one caller to one app, and of one app in all.
// A rate of 0 means no limit. Safe for concurrent use.
type Limiter struct {
	callerRPM, appRPM int
	now               func() time.Time

	mu      sync.Mutex
	buckets map[bucketKey]*list.Element
	recent  list.List // of *bucket
}

type bucketKey struct {
	app    platform.AppID
	caller string // "" = the app in all
}

type bucket struct {
	key    bucketKey
	tokens float64
	at     time.Time
}

// NewLimiter makes a limiter with both rates in calls a minute.
func NewLimiter(callerRPM, appRPM int, now func() time.Time) *Limiter {
	return &Limiter{callerRPM: callerRPM, appRPM: appRPM, now: now, buckets: map[bucketKey]*list.Element{}}
}

// Allow answers nil or RATE_LIMITED. An anonymous caller is "": it is never told apart, so only the app's own limit
// holds for it.
func (l *Limiter) Allow(app platform.AppID, caller string) error {
	checkCaller := l.callerRPM > 0 && caller != ""
	if !checkCaller && l.appRPM <= 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if checkCaller {
		if wait := l.take(bucketKey{app, caller}, l.callerRPM); wait > 0 {
			return limited("You have made too many calls to this app.", wait)
		}
	}
	if l.appRPM > 0 {
		if wait := l.take(bucketKey{app, ""}, l.appRPM); wait > 0 {
			return limited("This app is receiving too many calls.", wait)
		}
	}
	return nil
}

func limited(msg string, wait time.Duration) error {
	e := platform.Errorf(platform.CodeRateLimited, "%s Try again in %d s.", msg, int(math.Ceil(wait.Seconds())))
	e.RetryAfter = wait
	return e
}

// take uses one token and answers 0, or says how long until there is one.
func (l *Limiter) take(key bucketKey, rpm int) time.Duration {
	now, perSecond := l.now(), float64(rpm)/60
	var b *bucket
	if el, ok := l.buckets[key]; ok {
		l.recent.MoveToFront(el)
		b = el.Value.(*bucket)
		b.tokens = math.Min(float64(rpm), b.tokens+now.Sub(b.at).Seconds()*perSecond)
		b.at = now
	} else {
		b = &bucket{key: key, tokens: float64(rpm), at: now}
		l.buckets[key] = l.recent.PushFront(b)
		if l.recent.Len() > limiterEntries {
			last := l.recent.Back()
			delete(l.buckets, l.recent.Remove(last).(*bucket).key)
		}
	}
	if b.tokens < 1 {
		return time.Duration((1 - b.tokens) / perSecond * float64(time.Second))
	}
	b.tokens--
	return 0
}
