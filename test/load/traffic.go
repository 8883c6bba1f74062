package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"
)

// traffic is the load on the servers, and what is known of it.
type traffic struct {
	servers      []*server
	gates        *gates
	tasks        *tasks
	appointments *appointments
	turns        []turn

	mu    sync.Mutex
	tools map[string]*tally
	errs  []error
}

// turn calls one tool once. The error that it returns must not happen.
type turn func(ctx context.Context, t *traffic) error

// tally counts the calls of one tool.
type tally struct {
	calls, gone int
	took        []time.Duration
}

func newTraffic(ctx context.Context, servers []*server) (*traffic, error) {
	t := &traffic{servers: servers, tools: map[string]*tally{}}
	var err error
	if t.gates, err = newGates(ctx, servers[0]); err != nil {
		return nil, err
	}
	if t.tasks, err = newTasks(ctx, servers[0]); err != nil {
		return nil, err
	}
	if t.appointments, err = newAppointments(ctx, t, t.tasks.people[0].key); err != nil {
		return nil, err
	}
	t.turns = slices.Concat(giftTurns(), chatuiTurns(), t.tasks.turns(), t.appointments.turns())
	return t, nil
}

// run has the workers call tools until the time is over, each all tools in an order of its own.
func (t *traffic) run(ctx context.Context, l load) {
	going, stop := context.WithTimeout(ctx, l.length)
	defer stop()
	var group sync.WaitGroup
	group.Go(func() { t.gates.swing(going, t.servers[0]) })
	for range l.workers {
		group.Go(func() {
			for going.Err() == nil {
				for _, i := range rand.Perm(len(t.turns)) {
					if going.Err() != nil {
						return
					}
					// A call that has begun is finished: an answer that nobody reads could not be checked.
					if err := t.turns[i](context.WithoutCancel(going), t); err != nil {
						t.failed(err)
					}
				}
			}
		})
	}
	group.Wait()
}

func (t *traffic) failed(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errs = append(t.errs, err)
}

// wrong returns the first thing that must not have happened.
func (t *traffic) wrong() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.errs) == 0 {
		return nil
	}
	return fmt.Errorf("%d calls went wrong, the first: %w", len(t.errs), t.errs[0])
}

func (t *traffic) counted(c call, took time.Duration, status int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	name := c.slug + " " + c.tool
	if t.tools[name] == nil {
		t.tools[name] = &tally{}
	}
	one := t.tools[name]
	one.calls++
	one.took = append(one.took, took)
	if status == http.StatusNotFound {
		one.gone++
	}
}

// call makes one call and names it in the error.
func (t *traffic) call(ctx context.Context, c call) (answer, error) {
	a, err := t.dial(ctx, c)
	if err != nil {
		err = fmt.Errorf("%s %v: %w", c.tool, c.arguments, err)
	}
	return a, err
}

func (t *traffic) report(w io.Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(t.tools)) {
		one := t.tools[name]
		slices.Sort(one.took)
		at := func(q float64) time.Duration {
			return one.took[int(q*float64(len(one.took)-1))].Round(10 * time.Microsecond)
		}
		_, _ = fmt.Fprintf(w, "  %-30s %6d calls, %5d times 404, p50 %8s, p99 %8s\n", name, one.calls, one.gone, at(.5), at(.99))
	}
}

// spare is how many goroutines more a server may have afterwards: those of connections that the database's pool has opened.
const spare = 8

// settle waits, for half a minute at most, until no server has more than a few goroutines more than before, and returns
// how many each has.
func (t *traffic) settle(ctx context.Context, before []int) ([]int, error) {
	for _, s := range t.servers {
		s.http.CloseIdleConnections()
	}
	for over := time.Now().Add(30 * time.Second); ; {
		wait(ctx, time.Second)
		var now []int
		rest := true
		for i, s := range t.servers {
			n, err := s.goroutines(ctx)
			if err != nil {
				return nil, err
			}
			now = append(now, n)
			rest = rest && (before == nil || n <= before[i]+spare)
		}
		if rest {
			return now, nil
		}
		if time.Now().After(over) || ctx.Err() != nil {
			return nil, fmt.Errorf("goroutines stay: %v before, %v half a minute after", before, now)
		}
	}
}
