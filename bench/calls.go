package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// cell is what one server did in one scenario: the medians of its rounds.
type cell struct {
	CPU  float64 `json:"cpuMicros"` // per request, user and kernel
	Rate float64 `json:"rps"`
	P50  float64 `json:"p50Millis"`
	P99  float64 `json:"p99Millis"`
}

// row is one scenario's result.
type row struct {
	scenario
	Bytes   int             `json:"bytes"`
	Cells   map[string]cell `json:"servers"`          // floor, mcp-go, berth
	Handler float64         `json:"handlerCpuMicros"` // own work of a native tool, 0 = none
	Foreign float64         `json:"foreignCores"`     // work of other processes meanwhile
	Target  float64         `json:"targetCpuMicros"`
}

func (r row) met() bool { return r.Cells["berth"].CPU <= r.Target }

var contenders = []string{"floor", "mcp-go", "berth"}

// calls measures the cost of single requests. The three servers run side by side and take turns.
func (b *bench) calls(ctx context.Context) (rows []row, err error) {
	dir, err := b.temp("calls")
	if err != nil {
		return nil, err
	}
	s, err := b.startBerth(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	scenarios, err := b.prepare(ctx, s)
	if err != nil {
		return nil, err
	}
	servers, stop, err := b.others(ctx, s, scenarios)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	for _, sc := range scenarios {
		if b.only != nil && !b.only.MatchString(sc.Name+" "+sc.Era) {
			continue
		}
		r, err := b.measure(ctx, servers, sc)
		if err == nil && b.profiles != "" {
			err = b.profileOf(ctx, s, sc.Name+" "+sc.Era, aim(servers[0], sc))
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", sc.Name, sc.Era, err)
		}
		rows = append(rows, r)
		b.printf("  %s %s\n", sc.Name, sc.Era)
	}
	return rows, errors.Join(s.loggedAll(ctx), b.handlers(ctx, rows))
}

// loggedAll returns an error when the call log has dropped records, since the figures then lack their cost.
func (s *berth) loggedAll(ctx context.Context) error {
	dropped, err := s.metric(ctx, "berth_call_log_dropped_total")
	if err == nil && dropped > 0 {
		err = fmt.Errorf("the call log dropped %.0f records", dropped)
	}
	return err
}

// others starts the servers that Berth is compared with. mcp-go serves the same as Berth.
func (b *bench) others(ctx context.Context, s *berth, scenarios []scenario) ([]contender, func() error, error) {
	mirrors, err := s.mirrors(ctx, scenarios)
	if err != nil {
		return nil, nil, err
	}
	raw, err := json.Marshal(mirrors)
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(b.dir, "mirrors.json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return nil, nil, err
	}
	list := []contender{{name: "berth", process: s.process}}
	stop := func() error {
		var errs []error
		for _, c := range list[1:] {
			errs = append(errs, c.stop())
		}
		return errors.Join(errs...)
	}
	for _, args := range [][]string{{"floor"}, {"mcp-go", file}} {
		p, err := b.serve(ctx, "serve-"+args[0], args[1:]...)
		if err != nil {
			return nil, nil, errors.Join(err, stop())
		}
		list = append(list, contender{name: args[0], process: p})
	}
	return list, stop, nil
}

// measure lets the servers take turns at one scenario.
func (b *bench) measure(ctx context.Context, servers []contender, sc scenario) (row, error) {
	var loads []aimed
	for _, c := range servers {
		loads = append(loads, aimed{contender: c, fire: aim(c, sc)})
	}
	cells, foreign, err := b.compare(ctx, loads)
	if err != nil {
		return row{}, err
	}
	return row{scenario: sc, Bytes: len(sc.want), Cells: cells, Foreign: foreign, Target: 1.5 * cells["floor"].CPU}, nil
}

// aim returns the request of a scenario as one of the servers takes it.
func aim(c contender, sc scenario) *shot {
	at, check := path(sc.slug), answers(sc.want)
	switch c.name {
	case "floor":
		at, check = fmt.Sprintf("/%d", len(sc.want)), fixed(len(sc.want))
	case "mcp-go":
		at, check = "/"+sc.slug, answers(nil)
	}
	return sc.ask.shot(c.addr, at, sc.Era, check)
}

// fire sends one request to one server for a while. used is the CPU time of the server and of the load generator.
func (b *bench) fire(ctx context.Context, c contender, fire *shot, d time.Duration) (got cell, used time.Duration, err error) {
	selfBefore, err := cpuOf("self")
	if err != nil {
		return cell{}, 0, err
	}
	before, err := c.cpu()
	if err != nil {
		return cell{}, 0, err
	}
	o, err := load(ctx, c.addr, b.conns, d, func() *shot { return fire })
	if err != nil {
		return cell{}, 0, err
	}
	after, err := c.cpu()
	if err != nil {
		return cell{}, 0, err
	}
	selfAfter, err := cpuOf("self")
	spent := after - before
	return cell{
		CPU: micros(spent) / float64(max(o.requests, 1)), Rate: o.rate(), P50: millis(o.quantile(.5)), P99: millis(o.quantile(.99)),
	}, spent + selfAfter - selfBefore, err
}

const profiled = 3 * time.Second

// profile keeps a CPU profile and an allocation profile of Berth from one more turn, which is part of no figure.
func (b *bench) profile(ctx context.Context, s *berth, name string, turn func(d time.Duration) error) error {
	file := filepath.Join(b.profiles, strings.NewReplacer("/", "_", " ", "_", "(", "", ")", "").Replace(name))
	took := make(chan error, 1)
	go func() {
		raw, err := s.adminGet(ctx, fmt.Sprintf("/debug/pprof/profile?seconds=%d", int(profiled.Seconds())))
		if err == nil {
			err = os.WriteFile(file+".cpu.pprof", []byte(raw), 0o600)
		}
		took <- err
	}()
	err := turn(profiled + time.Second)
	raw, err2 := s.adminGet(ctx, "/debug/pprof/allocs")
	return errors.Join(err, <-took, err2, os.WriteFile(file+".allocs.pprof", []byte(raw), 0o600))
}

// profileOf keeps profiles of one request.
func (b *bench) profileOf(ctx context.Context, s *berth, name string, fire *shot) error {
	return b.profile(ctx, s, name, func(d time.Duration) error {
		_, _, err := b.fire(ctx, contender{name, s.process}, fire, d)
		return err
	})
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func medians(cells []cell) cell {
	of := func(get func(cell) float64) float64 {
		var all []float64
		for _, c := range cells {
			all = append(all, get(c))
		}
		return median(all)
	}
	return cell{
		CPU:  of(func(c cell) float64 { return c.CPU }),
		Rate: of(func(c cell) float64 { return c.Rate }),
		P50:  of(func(c cell) float64 { return c.P50 }),
		P99:  of(func(c cell) float64 { return c.P99 }),
	}
}

func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}
