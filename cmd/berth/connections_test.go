package main

import (
	"errors"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	seen, last := map[string]bool{}, ""
	for range 1000 {
		at = at.Add(time.Microsecond)
		s := requestID(at)
		id, err := uuid.Parse(s)
		if err != nil || id.Version() != 7 || id.Variant() != uuid.RFC4122 {
			t.Fatalf("requestID = %q: version %d, variant %s, %v; want a UUIDv7", s, id.Version(), id.Variant(), err)
		}
		if seconds, nanos := id.Time().UnixTime(); time.Unix(seconds, nanos).Sub(at).Abs() > time.Millisecond {
			t.Fatalf("requestID(%s) carries %s", at, time.Unix(seconds, nanos))
		}
		if seen[s] || s < last {
			t.Fatalf("requestID = %q after %q: not new, or out of order", s, last)
		}
		seen[s], last = true, s
	}
	if a, b := requestID(at), requestID(at); a == b {
		t.Errorf("two requests of one moment have the id %s", a)
	}
}

// deadlines notes those that reach the real connection.
type deadlines struct {
	net.Conn
	read, write []time.Time
}

func (d *deadlines) SetReadDeadline(by time.Time) error {
	d.read = append(d.read, by)
	return nil
}

func (d *deadlines) SetWriteDeadline(by time.Time) error {
	d.write = append(d.write, by)
	return nil
}

func (d *deadlines) SetDeadline(time.Time) error { return nil }

func TestDeadlines(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	inner := &deadlines{}
	c := &connection{Conn: inner}
	for i, step := range []struct {
		what        string
		by          time.Time
		read, write int // set so far
	}{
		{"the first", start, 1, 1},
		{"one nearly the same", start.Add(deadlineSlack - 1), 1, 1},
		{"one much later", start.Add(deadlineSlack), 2, 2},
		{"an earlier one", start, 3, 3},
		{"none: what was asked for writing stays", time.Time{}, 4, 3},
		{"the same again", start, 5, 3},
	} {
		if err := errors.Join(c.SetReadDeadline(step.by), c.SetWriteDeadline(step.by)); err != nil {
			t.Fatal(err)
		}
		if len(inner.read) != step.read || len(inner.write) != step.write {
			t.Fatalf("step %d, %s: %d read and %d write deadlines set, want %d and %d",
				i, step.what, len(inner.read), len(inner.write), step.read, step.write)
		}
	}
	if err := errors.Join(c.SetDeadline(start), c.SetReadDeadline(start), c.SetWriteDeadline(start)); err != nil {
		t.Fatal(err)
	}
	if len(inner.read) != 6 || len(inner.write) != 4 {
		t.Errorf("after one for both directions: %d read and %d write deadlines, want 6 and 4", len(inner.read), len(inner.write))
	}
}

// TestConnectionsThatAStopWaitsFor: from the first byte of a request, not from its last header.
func TestConnectionsThatAStopWaitsFor(t *testing.T) {
	t.Parallel()
	var all connections
	here, there := net.Pipe()
	go func() { _, _ = there.Write([]byte("GET")) }()
	a, b := &connection{Conn: here, of: &all}, &connection{of: &all}
	for i, step := range []struct {
		conn          *connection
		state         http.ConnState
		active, fresh int64
	}{
		{a, http.StateNew, 0, 1},
		{b, http.StateNew, 0, 2},
		{b, http.StateActive, 1, 1},
		{b, http.StateIdle, 0, 1},
		{a, -1, 1, 0}, // a byte arrives
		{a, http.StateActive, 1, 0},
		{a, http.StateIdle, 0, 0},
		{a, http.StateIdle, 0, 0},
		{b, http.StateActive, 1, 0},
		{b, http.StateClosed, 0, 0},
		{a, http.StateActive, 1, 0},
		{a, http.StateHijacked, 0, 0},
	} {
		if step.state >= 0 {
			all.state(step.conn, step.state)
		} else if _, err := step.conn.Read(make([]byte, 3)); err != nil {
			t.Fatal(err)
		}
		if active, fresh := all.active.Load(), all.fresh.Load(); active != step.active || fresh != step.fresh {
			t.Fatalf("step %d: %d active and %d fresh, want %d and %d", i, active, fresh, step.active, step.fresh)
		}
	}
}
