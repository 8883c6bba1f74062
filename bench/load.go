package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A shot is one HTTP request as bytes, with the places that change from one request to the next: the JSON-RPC id and,
// where many apps are called in turn, the slug. Both have a fixed width, so that nothing else changes with them.
type shot struct {
	raw   []byte
	id    int           // offset of the idWidth digits of the id, 0 = none
	slugs []int         // offsets of the slug
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

// quantile answers the latency that the share q of the requests stayed below.
func (o outcome) quantile(q float64) time.Duration { return quantile(o.latencies, q) }

func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// load fires shots at addr over conns keep-alive connections for d, each connection one request at a time. The first
// wrong answer ends the run: a benchmark of wrong answers measures nothing. shots gives each connection its own.
func load(ctx context.Context, addr string, conns int, d time.Duration, shots func() *shot) (outcome, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := make([]*worker, conns)
	for i := range workers {
		w, err := dial(ctx, addr, shots())
		if err != nil {
			return outcome{}, err
		}
		defer func() { _ = w.conn.Close() }() // nothing is left to read
		workers[i] = w
	}
	var ids atomic.Int64
	ids.Store(firstID)
	var group sync.WaitGroup
	start := time.Now()
	for _, w := range workers {
		group.Go(func() {
			if err := w.run(ctx, start.Add(d), &ids); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	out := outcome{took: time.Since(start)}
	for _, w := range workers {
		out.latencies = append(out.latencies, w.latencies...)
	}
	out.requests = len(out.latencies)
	slices.Sort(out.latencies)
	return out, context.Cause(ctx)
}

// worker is one connection.
type worker struct {
	shot      shot
	conn      net.Conn
	reader    *bufio.Reader
	body      []byte
	latencies []time.Duration
}

func dial(ctx context.Context, addr string, s *shot) (*worker, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	w := &worker{shot: *s, conn: conn, reader: bufio.NewReaderSize(conn, 64<<10), latencies: make([]time.Duration, 0, 1<<16)}
	w.shot.raw = bytes.Clone(s.raw)
	return w, nil
}

func (w *worker) run(ctx context.Context, end time.Time, ids *atomic.Int64) error {
	now := time.Now()
	for now.Before(end) && ctx.Err() == nil {
		if err := w.fire(ids.Add(1)); err != nil {
			return err
		}
		done := time.Now()
		w.latencies = append(w.latencies, done.Sub(now))
		now = done
	}
	return nil
}

// fire makes one request and judges its answer.
func (w *worker) fire(id int64) error {
	s, slug := &w.shot, ""
	if s.slug != nil {
		slug = s.slug()
		for _, at := range s.slugs {
			copy(s.raw[at:at+s.width], slug)
		}
	}
	var digits []byte
	if s.id > 0 {
		digits = s.raw[s.id : s.id+idWidth]
		strconv.AppendInt(digits[:0], id, 10)
	}
	if _, err := w.conn.Write(s.raw); err != nil {
		return fmt.Errorf("send request: %w", err)
	}
	status, err := w.receive()
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if status != 200 {
		return fmt.Errorf("status %d: %.300s", status, w.body)
	}
	return s.check(w.body, digits, slug, len(w.latencies))
}

// receive reads one HTTP/1.1 response; its body is in w.body until the next one.
func (w *worker) receive() (status int, err error) {
	line, err := w.reader.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return 0, fmt.Errorf("not HTTP/1.1: %.60q", line)
	}
	status, err = strconv.Atoi(string(line[9:12]))
	if err != nil {
		return 0, fmt.Errorf("read status: %w", err)
	}
	length, chunked := -1, false
	for {
		line, err := w.reader.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		name, value, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(":"))
		switch {
		case len(name) == 0:
			return status, w.receiveBody(length, chunked)
		case len(name) == 14 && bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, fmt.Errorf("read length: %w", err)
			}
		case len(name) == 17 && bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = bytes.Contains(value, []byte("chunked"))
		}
	}
}

func (w *worker) receiveBody(length int, chunked bool) error {
	w.body = w.body[:0]
	if !chunked {
		if length < 0 {
			return errors.New("the answer says nothing of its length")
		}
		return w.receiveBytes(length)
	}
	for {
		line, err := w.reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(string(bytes.TrimRight(line, "\r\n")), 16, 32)
		if err != nil {
			return fmt.Errorf("read chunk size: %w", err)
		}
		if err := w.receiveBytes(int(size)); err != nil {
			return err
		}
		if _, err := w.reader.ReadSlice('\n'); err != nil {
			return err
		}
		if size == 0 {
			return nil
		}
	}
}

func (w *worker) receiveBytes(n int) error {
	at := len(w.body)
	w.body = slices.Grow(w.body, n)[:at+n]
	for at < len(w.body) {
		got, err := w.reader.Read(w.body[at:])
		if err != nil {
			return err
		}
		at += got
	}
	return nil
}
