package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// A shot is one HTTP request as bytes, with the places that change from one request to the next: the JSON-RPC id and,
// where many apps are called in turn, the slug, or where many people call, the token. All have a fixed width, so that nothing else changes with them.
type shot struct {
	raw   []byte
	id    int           // offset of the idWidth digits of the id, 0 = none
	slugs []int         // offsets of the slug, or token
	width int           // of the slug
	check checkFunc     // judges every answer
	slug  func() string // of the next request; nil = the one in raw
}

// checkFunc judges the body of an answer with status 200. nth counts the answers of one connection.
type checkFunc func(body, id []byte, slug string, nth int) error

const (
	idWidth = 8
	firstID = 10_000_000
)

// outcome is what a load run saw.
type outcome struct {
	requests  int
	took      time.Duration
	latencies []time.Duration // sorted
}

func (o outcome) rate() float64 { return float64(o.requests) / o.took.Seconds() }

// add adds the results of another run of the same load.
func (o *outcome) add(more outcome) {
	o.requests += more.requests
	o.took += more.took
	o.latencies = append(o.latencies, more.latencies...)
	slices.Sort(o.latencies)
}

// cell returns what the client saw of the server.
func (o outcome) cell() cell {
	return cell{Rate: o.rate(), P50: millis(o.quantile(.5)), P99: millis(o.quantile(.99))}
}

// quantile returns the latency that the share q of the requests stayed below.
func (o outcome) quantile(q float64) time.Duration { return quantile(o.latencies, q) }

func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// load fires shots at addr over conns keep-alive connections for d, each connection one request at a time. The first
// wrong answer ends the run: a benchmark of wrong answers measures nothing. shots gives each connection its own.
//
// One goroutine asks all connections in turn and never sleeps. A load generator that sleeps has to be woken by the
// server's write, and a slow server would pay for that more often than a fast one, which never finds it asleep.
func load(ctx context.Context, addr string, conns int, d time.Duration, shots func() *shot) (outcome, error) {
	workers := make([]*worker, conns)
	for i := range workers {
		w, err := dial(ctx, addr, shots())
		if err != nil {
			return outcome{}, err
		}
		defer func() { _ = w.conn.Close() }() // nothing is left to read
		workers[i] = w
	}
	id := int64(firstID)
	start := time.Now()
	end := start.Add(d)
	open := 0
	for _, w := range workers {
		id++
		if err := w.send(id); err != nil {
			return outcome{}, err
		}
		open++
	}
	for open > 0 && ctx.Err() == nil {
		for _, w := range workers {
			if w.idle {
				continue
			}
			done, err := w.poll()
			switch {
			case err != nil:
				return outcome{}, err
			case !done:
			case time.Now().After(end):
				w.idle = true
				open--
			default:
				id++
				if err := w.send(id); err != nil {
					return outcome{}, err
				}
			}
		}
	}
	out := outcome{took: time.Since(start)}
	for _, w := range workers {
		out.latencies = append(out.latencies, w.latencies...)
	}
	out.requests = len(out.latencies)
	slices.Sort(out.latencies)
	return out, ctx.Err()
}

// worker is one connection.
type worker struct {
	shot      shot
	conn      net.Conn
	raw       syscall.RawConn
	buf       []byte // what has arrived of the answer
	body      []byte // of a chunked answer
	id        []byte // of the request that waits, as digits
	target    string // its slug
	sent      time.Time
	idle      bool
	latencies []time.Duration
}

func dial(ctx context.Context, addr string, s *shot) (*worker, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	w := &worker{shot: *s, conn: conn, raw: raw, buf: make([]byte, 0, 128<<10), latencies: make([]time.Duration, 0, 1<<16)}
	w.shot.raw = bytes.Clone(s.raw)
	return w, nil
}

// send writes the next request.
func (w *worker) send(id int64) error {
	s := &w.shot
	if s.slug != nil {
		w.target = s.slug()
		for _, at := range s.slugs {
			copy(s.raw[at:at+s.width], w.target)
		}
	}
	w.id = strconv.AppendInt(s.raw[s.id:s.id:s.id+idWidth], id, 10)
	w.buf, w.sent = w.buf[:0], time.Now()
	if _, err := w.conn.Write(s.raw); err != nil {
		return fmt.Errorf("send request: %w", err)
	}
	return nil
}

// poll reads what has arrived, and checks the answer once it is complete.
func (w *worker) poll() (done bool, err error) {
	if cap(w.buf)-len(w.buf) < 4<<10 {
		w.buf = slices.Grow(w.buf, 64<<10)
	}
	n, err := tryRead(w.raw, w.conn, w.buf[len(w.buf):cap(w.buf)])
	if n <= 0 || err != nil {
		if err != nil {
			err = fmt.Errorf("read answer: %w", err)
		}
		return false, err
	}
	w.buf = w.buf[:len(w.buf)+n]
	status, body, err := parseResponse(w.buf, &w.body)
	if err != nil || status == 0 {
		return false, err
	}
	w.latencies = append(w.latencies, time.Since(w.sent))
	if status != 200 {
		return false, fmt.Errorf("status %d: %.300s", status, body)
	}
	return true, w.shot.check(body, w.id, w.target, len(w.latencies)-1)
}

// once sends one request and waits for its answer.
func (w *worker) once(ctx context.Context, id int64) error {
	if err := w.send(id); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if done, err := w.poll(); done || err != nil {
			return err
		}
	}
	return ctx.Err()
}
