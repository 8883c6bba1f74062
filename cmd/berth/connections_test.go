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

func TestActiveConnections(t *testing.T) {
	t.Parallel()
	var all connections
	a, b := &connection{}, &connection{}
	for i, step := range []struct {
		conn  *connection
		state http.ConnState
		want  int64
	}{
		{a, http.StateNew, 0},
		{a, http.StateActive, 1},
		{b, http.StateNew, 1},
		{b, http.StateActive, 2},
		{a, http.StateIdle, 1},
		{a, http.StateIdle, 1},
		{b, http.StateClosed, 0},
		{a, http.StateActive, 1},
		{a, http.StateActive, 1},
		{a, http.StateHijacked, 0},
	} {
		if all.state(step.conn, step.state); all.active.Load() != step.want {
			t.Fatalf("step %d, %s: %d active, want %d", i, step.state, all.active.Load(), step.want)
		}
	}
}
