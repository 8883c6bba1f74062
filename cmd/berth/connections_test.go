package main

import (
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

// deadlines notes the write deadlines that reach the real connection.
type deadlines struct {
	net.Conn
	set []time.Time
}

func (d *deadlines) SetWriteDeadline(by time.Time) error {
	d.set = append(d.set, by)
	return nil
}

func (d *deadlines) SetDeadline(time.Time) error { return nil }

func TestWriteDeadlines(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	inner := &deadlines{}
	c := &connection{Conn: inner}
	set := func(by time.Time, want int, what string) {
		t.Helper()
		if err := c.SetWriteDeadline(by); err != nil {
			t.Fatal(err)
		}
		if len(inner.set) != want {
			t.Fatalf("%s: %d deadlines set, want %d", what, len(inner.set), want)
		}
	}
	set(start, 1, "the first")
	set(start.Add(deadlineSlack-1), 1, "one nearly the same")
	set(start.Add(deadlineSlack), 2, "one much later")
	set(start, 3, "an earlier one")
	set(time.Time{}, 4, "none")
	set(start, 5, "one after none")
	if err := c.SetDeadline(start.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	set(start, 6, "an earlier one than that for both directions")
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
