package main

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"berth/platform"
)

// connections counts the connections that a stopping server waits for: active ones, on which a request has begun to arrive
// and is not answered yet, and fresh ones, on which nothing has arrived yet. Its listener makes the connections that it can
// count.
type connections struct{ active, fresh atomic.Int64 }

// connection is one of them.
type connection struct {
	net.Conn
	of              *connections
	phase           atomic.Int32
	readBy, writeBy deadline
}

// The phases of a connection. http.Server calls one active only when all headers of its request are there; here, its
// first byte makes it active.
const (
	phaseNew int32 = iota // not counted: http.Server does not know it yet
	phaseFresh
	phaseActive
	phaseIdle
)

// enter moves the connection to the phase and counts it there.
func (c *connection) enter(phase int32) {
	if left := c.phase.Swap(phase); left != phase {
		c.of.count(left, -1)
		c.of.count(phase, 1)
	}
}

func (c *connections) count(phase int32, by int64) {
	switch phase {
	case phaseFresh:
		c.fresh.Add(by)
	case phaseActive:
		c.active.Add(by)
	}
}

// Read implements net.Conn.
func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && c.phase.Load() != phaseActive {
		c.enter(phaseActive)
	}
	return n, err
}

// deadline is the deadline in force, in nanoseconds since 1970; 0 = none. Moving a connection's timer costs more than an
// exact deadline is worth, so one that is close enough stays.
type deadline struct{ nanos atomic.Int64 }

// deadlineSlack is how much earlier than asked a deadline may fall.
const deadlineSlack = 5 * time.Second

// move reports whether the connection's timer has to be set to by.
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

// SetReadDeadline implements net.Conn.
func (c *connection) SetReadDeadline(by time.Time) error {
	if !c.readBy.move(by) {
		return nil
	}
	return c.Conn.SetReadDeadline(by)
}

// SetWriteDeadline implements net.Conn. http.Server sets a deadline before each answer and clears it afterwards. Here it
// stays, because nothing is written in between.
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
	if !ok {
		return
	}
	switch state {
	case http.StateNew:
		tracked.enter(phaseFresh)
	case http.StateActive:
		tracked.enter(phaseActive)
	default:
		tracked.enter(phaseIdle)
	}
}

// finish closes the listener and returns when all clients that had connected have been served, or when ctx ends. Shutdown
// closes the listener too, but would drop requests whose headers are still arriving. A connection is counted only when
// http.Server has accepted it: served is closed when it has accepted the last.
func (c *connections) finish(ctx context.Context, public *listener, served <-chan struct{}) {
	_ = public.Close() // fails only when it is not open
	select {
	case <-served:
	case <-ctx.Done():
	}
	c.wait(ctx, freshTimeout)
}

// wait returns when no connection is active or fresh, or when ctx ends. It waits no longer than patience for fresh ones:
// most clients send a request as soon as they have connected, and some never send one.
func (c *connections) wait(ctx context.Context, patience time.Duration) {
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for ctx.Err() == nil && (c.active.Load() > 0 || c.fresh.Load() > 0 && patient.Err() == nil) {
		_ = platform.Wait(ctx, 20*time.Millisecond) // the loop looks at ctx
	}
}
