package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// bodiesReport is what one attack by large bodies costs. The attacks run one after the other on one server.
type bodiesReport struct {
	Processors int     `json:"processors"` // of the server
	Attack     string  `json:"attack"`
	Peak       float64 `json:"peakRSSMiB"`
	P99        float64 `json:"callerP99Millis"`      // of other callers' calls meanwhile
	Times      float64 `json:"timesQuiet"`           // of their p99 without an attack
	FloorP99   float64 `json:"floorCallerP99Millis"` // of calls of the floor, which is attacked in the same way
	FloorPeak  float64 `json:"floorPeakRSSMiB"`
	Answered   int64   `json:"answered"` // large bodies: handled or refused for what they hold
	Busy       int64   `json:"busy"`     // large bodies: 503
}

// bodies attacks a server with large bodies while another client calls, 200 times a second.
func (b *bench) bodies(ctx context.Context) ([]bodiesReport, error) {
	one, err := b.attacks(ctx)
	if err != nil || b.taskset == "" {
		return one, err
	}
	free := *b
	free.taskset = "" // Berth has every processor
	all, err := free.attacks(ctx, "GOMAXPROCS="+strconv.Itoa(runtime.NumCPU()))
	return append(one, all...), err
}

// attacks starts a server and attacks it.
func (b *bench) attacks(ctx context.Context, env ...string) (all []bodiesReport, err error) {
	dir, err := b.temp("bodies")
	if err != nil {
		return nil, err
	}
	s, err := b.startBerth(ctx, dir, env...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if _, err := s.publishCards(ctx, "bodies", "default"); err != nil {
		return nil, err
	}
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	addr, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	floor, err := b.start(ctx, addr, env, listening(addr), b.self, "serve-floor", addr)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, floor.stop()) }()
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_gifts","arguments":`
	fill := func(part string) string {
		n := (1<<20 - len(call) - 100) / (len(part) + 1)
		return call + `{"x":[` + strings.Repeat(part+",", min(n, 70_000)-1) + part + `]}}}`
	}
	length := 6 * b.duration
	for _, attack := range []struct {
		name, body string
		stall      bool
	}{
		{"none", "", false},
		{"objects", fill(`{"":0}`), false},
		{"texts", fill(`"` + strings.Repeat("x", 1000) + `"`), false},
		{"stalled", fill(`"` + strings.Repeat("x", 1000) + `"`), true},
	} {
		r, err := b.sendBodies(ctx, victim{s.process, path("bodies")}, attack.name, attack.body, attack.stall, length)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", attack.name, err)
		}
		plain, err := b.sendBodies(ctx, victim{floor, "/1300"}, attack.name, attack.body, attack.stall, length)
		if err != nil {
			return nil, fmt.Errorf("%s, floor: %w", attack.name, err)
		}
		r.FloorP99, r.FloorPeak = plain.P99, plain.Peak
		if r.Processors = runtime.NumCPU(); b.taskset != "" {
			r.Processors = 1
		}
		if all = append(all, r); all[0].P99 > 0 {
			all[len(all)-1].Times = r.P99 / all[0].P99
		}
	}
	return all, nil
}

// victim is a server that is attacked, and where.
type victim struct {
	*process
	path string
}

// sendBodies attacks a server, and measures what another client notices.
func (b *bench) sendBodies(ctx context.Context, s victim, name, body string, stall bool, length time.Duration) (r bodiesReport, err error) {
	r.Attack = name
	quiet, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	wait := func() (attacked, error) { return attacked{}, nil }
	if body != "" {
		raw := fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
			"MCP-Protocol-Version: 2025-11-25\r\nContent-Length: %d\r\n\r\n%s", s.path, s.addr, len(body), body)
		if stall {
			raw = raw[:len(raw)-1]
		}
		if wait, err = b.startAttack(ctx, s.addr, raw, length); err != nil {
			return r, err
		}
	}
	var all sync.WaitGroup
	all.Go(func() {
		for quiet.Err() == nil {
			if rss, err := s.rss(); err == nil {
				r.Peak = max(r.Peak, float64(rss)/(1<<20))
			}
			pause(quiet, 10*time.Millisecond)
		}
	})
	latencies, err := s.callQuietly(quiet)
	all.Wait()
	became, failed := wait()
	slices.Sort(latencies)
	r.P99, r.Answered, r.Busy = millis(quantile(latencies, .99)), became.answered, became.busy
	return r, errors.Join(err, failed)
}

// callQuietly calls a tool on one connection, 200 times a second, until ctx ends, and returns how long each call took.
func (s victim) callQuietly(ctx context.Context) (latencies []time.Duration, err error) {
	const small = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_gifts","arguments":{"message":"hi"}}}`
	for ctx.Err() == nil {
		start := time.Now()
		request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodPost, "http://"+s.addr+s.path, bytes.NewReader([]byte(small)))
		if err != nil {
			return nil, err
		}
		request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"}}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, err
		}
		_, err = io.Copy(io.Discard, response.Body)
		if err = errors.Join(err, response.Body.Close()); err != nil || response.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("a call of somebody else: %s: %w", response.Status, err)
		}
		latencies = append(latencies, time.Since(start))
		pause(ctx, 5*time.Millisecond-time.Since(start))
	}
	return latencies, nil
}

// pause returns after d, or when ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func (b *bench) printBodies(all []bodiesReport) {
	b.printf("\n%d connections, each with one body of 1 MiB after the other (targets: RSS 400 MiB, others' p99 3 × that without)\n", attackers)
	w := tabwriter.NewWriter(b.out, 2, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "processors\tattack\tpeak RSS MiB\tothers' p99 ms\t×\tanswered\t503\tfloor: peak RSS\tp99\t")
	for _, r := range all {
		fmt.Fprintf(w, "%d\t%s\t%.0f\t%.2f\t%.1f\t%d\t%d\t%.0f\t%.2f\t\n", r.Processors, r.Attack, r.Peak, r.P99, r.Times, r.Answered, r.Busy, r.FloorPeak, r.FloorP99)
	}
	_ = w.Flush() // to the terminal
}
