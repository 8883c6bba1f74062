package main

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// connections counts those on which at least one byte of a request has arrived and its answer has not been sent. Its
// listener makes the connections that it can count.
type connections struct{ active atomic.Int64 }

// connection is one of them. net/http changes its state and its deadlines from one goroutine at a time.
type connection struct {
	net.Conn
	active  bool
	writeBy time.Time // the write deadline in force
}

type connectionListener struct{ net.Listener }

// Accept implements net.Listener.
func (l connectionListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: conn}, nil
}

// deadlineSlack is how much earlier than asked a write deadline may fall.
const deadlineSlack = 5 * time.Second

// SetWriteDeadline implements net.Conn. http.Server pushes the deadline on with each request; moving the timer each time
// costs more than it is worth, so a deadline that is nearly the one in force stays.
func (c *connection) SetWriteDeadline(by time.Time) error {
	if ahead := by.Sub(c.writeBy); !c.writeBy.IsZero() && ahead >= 0 && ahead < deadlineSlack {
		return nil
	}
	c.writeBy = by
	return c.Conn.SetWriteDeadline(by)
}

// SetDeadline implements net.Conn.
func (c *connection) SetDeadline(by time.Time) error {
	c.writeBy = by
	return c.Conn.SetDeadline(by)
}

// state is an http.Server's ConnState.
func (c *connections) state(conn net.Conn, state http.ConnState) {
	tracked, ok := conn.(*connection)
	if !ok || tracked.active == (state == http.StateActive) {
		return
	}
	if tracked.active = !tracked.active; tracked.active {
		c.active.Add(1)
	} else {
		c.active.Add(-1)
	}
}

// wait returns when there is none, or ctx ends.
func (c *connections) wait(ctx context.Context) {
	for c.active.Load() > 0 && ctx.Err() == nil {
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
