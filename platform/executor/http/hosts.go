package http

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/lru"
)

const (
	mostAtOnce   = 32 // requests of one app to one host
	mostWaiting  = 64 // calls that wait for their turn
	longestWait  = 2 * time.Second
	mostFailures = 5 // in a row
	leftAlone    = 15 * time.Second
	mostHosts    = 10_000 // that are remembered
)

// hostKey is a host as one app asks it: no app's failures or crowds are another's.
type hostKey struct {
	app  platform.AppID
	host string
}

// hosts bounds how many requests are under way to each host, and leaves alone those that fail.
type hosts struct {
	now func() time.Time
	mu  sync.Mutex
	all *lru.Map[hostKey, *host]
}

func newHosts(now func() time.Time) *hosts {
	return &hosts{now: now, all: lru.New[hostKey, *host](mostHosts)}
}

// host is the state of one of them.
type host struct {
	now   func() time.Time
	turns chan struct{} // holds one for each request that is under way

	mu       sync.Mutex
	waiting  int
	failures int       // in a row
	until    time.Time // left alone; zero = it is not
	trying   bool      // one request finds out whether it is back
}

// enter takes a turn, which leave gives back. The error is a Fault: nothing was sent.
func (hs *hosts) enter(ctx context.Context, key hostKey) (*host, error) {
	hs.mu.Lock()
	h, ok := hs.all.Get(key)
	if !ok {
		h = &host{now: hs.now, turns: make(chan struct{}, mostAtOnce)}
		hs.all.Put(key, h, 1)
	}
	hs.mu.Unlock()
	if err := h.alone(); err != nil {
		return nil, err
	}
	if err := h.turn(ctx); err != nil {
		return nil, err
	}
	if err := h.admit(); err != nil { // it may have failed meanwhile
		<-h.turns
		return nil, err
	}
	return h, nil
}

// alone returns why the host is left alone, nil = it is not.
func (h *host) alone() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.refusal()
}

func (h *host) refusal() error {
	if h.until.IsZero() {
		return nil
	}
	left := h.until.Sub(h.now())
	if left <= 0 && !h.trying {
		return nil
	}
	return &Fault{Reason: Unreachable, Message: fmt.Sprintf("failed %d times in a row and is left alone; try again in %d s", mostFailures, max(1, int(left.Seconds()+.999)))}
}

// admit is alone for whoever has a turn. After the time one alone is let through.
func (h *host) admit() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := h.refusal()
	h.trying = h.trying || err == nil && !h.until.IsZero()
	return err
}

func (h *host) turn(ctx context.Context) error {
	select {
	case h.turns <- struct{}{}:
		return nil
	default:
	}
	busy := &Fault{Reason: Unreachable, Message: "is busy with other calls of this app; try again in a moment"}
	h.mu.Lock()
	full := h.waiting >= mostWaiting
	if !full {
		h.waiting++
	}
	h.mu.Unlock()
	if full {
		return busy
	}
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.waiting--
	}()
	timer := time.NewTimer(longestWait)
	defer timer.Stop()
	select {
	case h.turns <- struct{}{}:
		return nil
	case <-timer.C:
		return busy
	case <-ctx.Done():
		return busy
	}
}

// verdict is what a request says of its host.
type verdict int

const (
	nothing verdict = iota
	works
	fails
)

// verdictOf judges: an answer of 5xx, none in time and no connection are failures of the host; a caller who hangs up, or an answer
// that Berth refuses, says nothing.
func verdictOf(ctx context.Context, answer Answer, err error) verdict {
	fault := (*Fault)(nil)
	failed := errors.As(err, &fault)
	switch {
	case ctx.Err() != nil:
		return nothing
	case failed && fault.Reason != Refused, err == nil && answer.Status >= 500:
		return fails
	case err != nil:
		return nothing
	}
	return works
}

// leave gives the turn back and remembers how it went.
func (h *host) leave(v verdict) {
	h.mu.Lock()
	tried := h.trying
	h.trying = false
	switch v {
	case works:
		h.failures, h.until = 0, time.Time{}
	case fails:
		if h.failures++; h.failures >= mostFailures || tried {
			h.until = h.now().Add(leftAlone)
		}
	}
	h.mu.Unlock()
	<-h.turns
}
