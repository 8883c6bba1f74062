package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// deadReport is what calls of a tool whose server does not answer do to others.
type deadReport struct {
	Calls      int        `json:"calls"`
	Quiet      float64    `json:"quietP99Millis"` // of others' calls, without them
	P99        float64    `json:"p99Millis"`      // and with them
	Goroutines [2]float64 `json:"goroutines"`     // before and after
	Heap       [2]float64 `json:"heapMiB"`        // live, before and after
	Targets    []target   `json:"targets"`
}

const (
	deadCalls = 1000
	deadEvery = 10 * time.Millisecond // one after the other: how many can begin at once is another question
	deadRest  = 12 * time.Second      // goroutines that are kept for the next calls leave within 10 s
)

// dead calls a tool whose server takes connections and answers nothing, while another client calls another app.
func (b *bench) dead(ctx context.Context) (r *deadReport, err error) {
	mute, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	var held sync.WaitGroup
	held.Go(func() {
		for {
			conn, err := mute.Accept()
			if err != nil {
				return
			}
			defer func() { _ = conn.Close() }() // when all is over
		}
	})
	defer held.Wait()
	defer func() { err = errors.Join(err, mute.Close()) }()
	dir, err := b.temp("dead")
	if err != nil {
		return nil, err
	}
	s, err := b.startBerth(ctx, dir, "BERTH_EGRESS_ALLOW="+mute.Addr().String())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if _, err := s.publishCards(ctx, "bodies", "default"); err != nil {
		return nil, err
	}
	call, err := s.publishUpstream(ctx, "stock", mute.Addr().String())
	if err != nil {
		return nil, err
	}
	r = &deadReport{Calls: deadCalls}
	quiet, err := b.sendBodies(ctx, victim{s.process, path("bodies")}, "none", "", false, 6*b.duration)
	if err != nil {
		return nil, err
	}
	r.Quiet = quiet.P99
	if err := s.state(ctx, &r.Goroutines[0], &r.Heap[0]); err != nil {
		return nil, err
	}
	if r.P99, err = s.besideDead(ctx, call); err != nil {
		return nil, err
	}
	pause(ctx, deadRest)
	if err := s.state(ctx, &r.Goroutines[1], &r.Heap[1]); err != nil {
		return nil, err
	}
	r.Targets = []target{atMost("others' p99 beside a dead server, ×", r.P99/r.Quiet, 1.5), atMost("goroutines that are left", r.Goroutines[1]-r.Goroutines[0], 10),
		atMost("live heap that is left, MiB", r.Heap[1]-r.Heap[0], 4)}
	return r, nil
}

// besideDead makes all calls, each on a connection of its own, and returns the p99 of others' until the last has failed.
func (s *berth) besideDead(ctx context.Context, call ask) (p99 float64, err error) {
	var failed atomic.Int64
	calling, over := context.WithTimeout(ctx, time.Minute)
	defer over()
	var all sync.WaitGroup
	all.Go(func() {
		for i := range deadCalls {
			fire := call.shot(s.addr, path("stock"), modern, nil).perSlug(nil)
			for _, at := range fire.slugs { // equal calls would make one request
				copy(fire.raw[at:], tenant(i))
			}
			all.Go(func() {
				if status := sendRaw(calling, s.addr, fire.raw); status != http.StatusOK && calling.Err() == nil {
					failed.Store(int64(status))
				}
			})
			pause(calling, deadEvery)
		}
	})
	go func() {
		all.Wait()
		over()
	}()
	latencies, err := victim{s.process, path("bodies")}.callQuietly(calling)
	all.Wait()
	if status := failed.Load(); status != 0 {
		err = errors.Join(err, fmt.Errorf("a call to a dead server: status %d", status))
	}
	slices.Sort(latencies)
	return millis(quantile(latencies, .99)), err
}

// state reads how many goroutines there are, and the live heap in MiB, once the server has nothing to do.
func (s *berth) state(ctx context.Context, goroutines, heap *float64) error {
	if err := s.settle(ctx); err != nil {
		return err
	}
	all, err := s.adminGet(ctx, "/debug/pprof/goroutine?debug=1")
	if err != nil {
		return err
	}
	if *goroutines, err = field("\n"+all, "\ngoroutine profile: total "); err != nil {
		return err
	}
	live, err := s.heap(ctx)
	*heap = live / (1 << 20)
	return err
}

func (b *bench) printDead(r *deadReport) {
	b.printf("\n%d calls of a tool whose server answers nothing: others' p99 %.2f ms, without them %.2f\n", r.Calls, r.P99, r.Quiet)
	b.printTargets(r.Targets)
}
