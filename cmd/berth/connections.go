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

// connection is one of them. http.Server changes its state from one goroutine at a time.
type connection struct {
	net.Conn
	active          bool
	readBy, writeBy deadline
}

// deadline is the one in force, in nanoseconds since 1970; 0 = none. Moving a connection's timer costs more than a
// deadline that is a little off is worth, so one that is nearly in force stays.
type deadline struct{ nanos atomic.Int64 }

// deadlineSlack is how much earlier than asked a deadline may fall.
const deadlineSlack = 5 * time.Second

// move reports whether by has to be set.
func (d *deadline) move(by time.Time) bool {
	if by.IsZero() {
		d.nanos.Store(0)
		return true
	}
	next, now := by.UnixNano(), d.nanos.Load()
	if ahead := next - now; now != 0 && 0 <= ahead && ahead < int64(deadlineSlack) {
		return false
	}
	d.nanos.Store(next)
	return true
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

// SetReadDeadline implements net.Conn.
func (c *connection) SetReadDeadline(by time.Time) error {
	if !c.readBy.move(by) {
		return nil
	}
	return c.Conn.SetReadDeadline(by)
}

// SetWriteDeadline implements net.Conn. http.Server sets one before each answer and lifts it afterwards: it stays, since
// nothing is written in between.
func (c *connection) SetWriteDeadline(by time.Time) error {
	if by.IsZero() || !c.writeBy.move(by) {
		return nil
	}
	return c.Conn.SetWriteDeadline(by)
}

// SetDeadline implements net.Conn.
func (c *connection) SetDeadline(by time.Time) error {
	c.readBy.move(time.Time{})
	c.writeBy.move(time.Time{})
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
