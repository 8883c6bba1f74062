package identity

import (
	"net/netip"
	"strings"
	"sync"
	"time"

	"berth/platform"
)

// limiterSize bounds the subjects that are watched at the same time.
const limiterSize = 50_000

// limiter counts attempts in windows of a minute, per account and per address, in this process.
type limiter struct {
	now      func() time.Time
	limit    int    // 0 = none
	refusal  string // what somebody beyond the limit is told
	mu       sync.Mutex
	subjects map[string]*window
}

type window struct {
	start time.Time
	count int
}

func newLimiter(now func() time.Time, limit int, refusal string) *limiter {
	return &limiter{now: now, limit: limit, refusal: refusal, subjects: map[string]*window{}}
}

// attempt counts an attempt as failed before its outcome is known, so that many at once gain nothing; pardon takes it
// back. An empty e-mail or address is not counted. Beyond the limit it is RATE_LIMITED.
func (l *limiter) attempt(email, address string) (pardon func(), err error) {
	if l.limit <= 0 {
		return func() {}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	subjects := make([]*window, 0, 2)
	for _, name := range []string{account(email), network(address)} {
		if name == "" {
			continue
		}
		w := l.window(name, now)
		if w.count >= l.limit {
			return nil, &platform.Error{Code: platform.CodeRateLimited, Msg: l.refusal,
				RetryAfter: w.start.Add(time.Minute).Sub(now)}
		}
		subjects = append(subjects, w)
	}
	for _, w := range subjects {
		w.count++
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, w := range subjects {
			w.count--
		}
	}, nil
}

// window answers the subject's present window. Windows are never reused, so that a late pardon cannot reach a later one.
func (l *limiter) window(name string, now time.Time) *window {
	if w, ok := l.subjects[name]; ok && now.Sub(w.start) < time.Minute {
		return w
	}
	if len(l.subjects) >= limiterSize {
		l.sweep(now)
	}
	w := &window{start: now}
	l.subjects[name] = w
	return w
}

func (l *limiter) sweep(now time.Time) {
	for name, w := range l.subjects {
		if now.Sub(w.start) >= time.Minute {
			delete(l.subjects, name)
		}
	}
	for name := range l.subjects { // all of them are fresh: some must go
		if len(l.subjects) < limiterSize*9/10 {
			return
		}
		delete(l.subjects, name)
	}
}

func account(email string) string {
	if email == "" {
		return ""
	}
	return "account " + strings.ToLower(email)
}

// network is the address, or for IPv6 the /64 that one customer has.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		if p, err := ip.Prefix(64); err == nil {
			return "address " + p.String()
		}
	}
	return "address " + ip.String()
}
