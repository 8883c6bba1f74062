package main

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// connections knows those on which at least one byte of a request has arrived and its answer has not been sent.
type connections struct {
	mu     sync.Mutex
	active map[net.Conn]struct{}
}

// state is an http.Server's ConnState.
func (c *connections) state(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if state != http.StateActive {
		delete(c.active, conn)
		return
	}
	if c.active == nil {
		c.active = map[net.Conn]struct{}{}
	}
	c.active[conn] = struct{}{}
}

func (c *connections) none() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.active) == 0
}

// wait returns when there is none, or ctx ends.
func (c *connections) wait(ctx context.Context) {
	for !c.none() && ctx.Err() == nil {
		wait(ctx, 20*time.Millisecond)
	}
}

// wait returns after d, or when ctx ends.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
