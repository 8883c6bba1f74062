package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"time"
)

// tenancyReport is one server with many published apps.
type tenancyReport struct {
	Apps     int       `json:"apps"`
	Rows     int       `json:"rowsOfEach,omitempty"` // in a table of its own, which is what it answers from
	Ready    float64   `json:"readyMillis"`          // from the start of the process to GET /readyz 200; median
	RSS      float64   `json:"rssMiB"`               // at ready; median
	ColdApps int       `json:"coldApps"`
	Cold     quantiles `json:"coldMillis"` // first tools/call of an app that is not in memory
	HotApps  int       `json:"hotApps"`
	// Live heap of one app, without its document: after its first tools/call, and after one of each request in a session
	// (discover, lists, call, read of the widget).
	HotCall      float64 `json:"hotCallBytes"`
	HotSession   float64 `json:"hotSessionBytes"`
	HotAccounted float64 `json:"hotAccountedBytes"` // what the catalog assumes for such an app
	Alone        cell    `json:"alone"`             // load on one app while no other one is in memory
	ZipfFirst    cell    `json:"zipfFirst"`         // then load on all apps, exponent 1.0: many calls are the first of their app
	OneSlug      cell    `json:"oneSlug"`           // load on one app after as many have been called as fit into memory
	Zipf10       cell    `json:"zipf10"`            // then load on all apps, exponent 1.0
	Zipf11       cell    `json:"zipf11"`            // exponent 1.1
	RSSAfter     float64 `json:"rssAfterMiB"`       // after all of this
}

const (
	startsPerSize = 3
	firstSeconds  = 3 // rounds in one, for the load right after a start
)

// measureAll measures a server with that many of them.
func (b tenants) measureAll(ctx context.Context, apps int) (r tenancyReport, err error) {
	r.Apps, r.Rows = apps, b.rows
	dir, err := b.temp("tenancy")
	if err != nil {
		return r, err
	}
	if err := b.fill(ctx, dir, apps); err != nil {
		return r, err
	}
	var ready, rss []float64
	for range startsPerSize {
		err := b.on(ctx, dir, func(s *berth) error {
			bytes, err := s.rss()
			ready, rss = append(ready, millis(s.ready)), append(rss, float64(bytes)/(1<<20))
			return err
		})
		if err != nil {
			return r, err
		}
	}
	r.Ready, r.RSS = median(ready), median(rss)
	order := rand.New(rand.NewPCG(1, uint64(apps))).Perm(apps)
	r.ColdApps, r.HotApps = min(2000, apps/4), min(5000, apps/4)
	err = b.on(ctx, dir, func(s *berth) error {
		if err := b.cold(ctx, s, order[:r.ColdApps], &r); err != nil {
			return err
		}
		return b.hot(ctx, s, order[r.ColdApps:r.ColdApps+r.HotApps], &r)
	})
	if err != nil {
		return r, err
	}
	return r, b.on(ctx, dir, func(s *berth) error {
		if err := errors.Join(b.spread(ctx, s, order, &r), s.loggedAll(ctx)); err != nil {
			return err
		}
		bytes, err := s.rss()
		r.RSSAfter = float64(bytes) / (1 << 20)
		if err != nil || b.profiles == "" {
			return err
		}
		return b.profile(ctx, s, fmt.Sprintf("zipf %d", apps), func(d time.Duration) error {
			_, err := b.draw(ctx, s, zipf(order, 1.0), b.rounds, d)
			return err
		})
	})
}

// on starts a server and calls use with it.
func (b *bench) on(ctx context.Context, dir string, use func(*berth) error) error {
	s, err := b.startBerth(ctx, dir)
	if err != nil {
		return err
	}
	return errors.Join(use(s), s.stop())
}

// touch calls each of the apps once, over one connection, and returns the latencies in the same order.
func (b *bench) touch(ctx context.Context, s *berth, apps []int, a ask) ([]time.Duration, error) {
	fire := a.shot(s.addr, path(tenant(0)), modern, answers(nil)).perSlug(nil)
	w, err := dial(ctx, s.addr, fire)
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.conn.Close() }() // nothing is left to read
	for i, app := range apps {
		w.shot.slug = func() string { return tenant(app) }
		if err := w.once(ctx, int64(firstID+i)); err != nil {
			return nil, err
		}
	}
	return w.latencies, nil
}

// perSlug makes every mention of the copied app a place for the slug of the next request.
func (s *shot) perSlug(slug func() string) *shot { return s.varying(tenant(0), slug) }

// varying makes every mention of a text a place for that of the next request, which is as long.
func (s *shot) varying(text string, next func() string) *shot {
	s.slug, s.width = next, len(text)
	for at := range len(s.raw) - len(text) + 1 {
		if string(s.raw[at:at+len(text)]) == text {
			s.slugs = append(s.slugs, at)
		}
	}
	return s
}

func (b tenants) cold(ctx context.Context, s *berth, apps []int, r *tenancyReport) error {
	latencies, err := b.touch(ctx, s, apps, b.call)
	r.Cold = quantilesOf(latencies)
	return err
}

func (b tenants) hot(ctx context.Context, s *berth, apps []int, r *tenancyReport) error {
	widget := "ui://widget/" + tenant(0) + ".html"
	session := []ask{
		{method: "server/discover"}, {method: "tools/list"}, {method: "resources/list"},
		{method: "resources/read", name: widget, params: fmt.Sprintf(`"uri":%q`, widget)},
	}
	state := func() (heap, accounted float64, err error) {
		heap, err1 := s.heap(ctx)
		accounted, err2 := s.metric(ctx, "berth_catalog_bytes")
		return heap, accounted, errors.Join(err1, err2)
	}
	// The documents, which apps share, are loaded before the first look.
	for i := range presets {
		if _, err := b.touch(ctx, s, []int{i}, session[3]); err != nil {
			return err
		}
	}
	if err := s.settle(ctx); err != nil {
		return err
	}
	heap0, accounted0, err := state()
	if err != nil {
		return err
	}
	if _, err := b.touch(ctx, s, apps, b.call); err != nil {
		return err
	}
	heap1, _, err := state()
	if err != nil {
		return err
	}
	for _, a := range session {
		if _, err := b.touch(ctx, s, apps, a); err != nil {
			return err
		}
	}
	heap2, accounted2, err := state()
	n := float64(len(apps))
	r.HotCall, r.HotSession, r.HotAccounted = (heap1-heap0)/n, (heap2-heap0)/n, (accounted2-accounted0)/n
	return err
}

// spread compares load on one app with load on all of them: when none is in memory, as after a start, and when all
// are that fit there, as on a server that has run for a while.
func (b tenants) spread(ctx context.Context, s *berth, order []int, r *tenancyReport) error {
	one, zipf10 := func(*rand.Rand) int { return order[0] }, zipf(order, 1.0)
	err := b.turns(ctx, s, drawn{&r.Alone, one})
	if err != nil {
		return err
	}
	first, err := b.draw(ctx, s, zipf10, b.rounds, firstSeconds*b.duration)
	if err != nil {
		return err
	}
	r.ZipfFirst = first.cell()
	// The rarest apps come first, so that they are the ones that no longer fit into memory.
	rarest := slices.Clone(order)
	slices.Reverse(rarest)
	if _, err := b.touch(ctx, s, rarest, b.call); err != nil {
		return err
	}
	return b.turns(ctx, s, drawn{&r.OneSlug, one}, drawn{&r.Zipf10, zipf10}, drawn{&r.Zipf11, zipf(order, 1.1)})
}

// drawn is load on apps that are drawn at random, and where its figures go.
type drawn struct {
	into *cell
	draw func(*rand.Rand) int
}

// turns has the loads take turns, after one warm-up round. The figures cover all rounds together: what happens every few
// seconds, such as garbage collection, is in some of them.
func (b tenants) turns(ctx context.Context, s *berth, loads ...drawn) error {
	all := make([]outcome, len(loads))
	for round := -1; round < b.rounds; round++ {
		for i, l := range loads {
			got, err := b.draw(ctx, s, l.draw, round, b.duration)
			if err != nil {
				return err
			}
			if round >= 0 {
				all[i].add(got)
			}
		}
	}
	for i, l := range loads {
		*l.into = all[i].cell()
	}
	return nil
}

// slower returns how many times the p99 of one slug the p99 of c is; the better of the two runs on one slug counts.
func (r tenancyReport) slower(c cell) float64 { return c.P99 / min(r.Alone.P99, r.OneSlug.P99) }

// draw puts load on apps that are drawn at random, other ones in every round.
func (b tenants) draw(ctx context.Context, s *berth, draw func(*rand.Rand) int, round int, d time.Duration) (outcome, error) {
	seed := uint64(0)
	return load(ctx, s.addr, b.conns, d, func() *shot {
		seed++
		random := rand.New(rand.NewPCG(uint64(round+1), seed))
		return b.call.shot(s.addr, path(tenant(0)), modern, answers(nil)).perSlug(func() string { return tenant(draw(random)) })
	})
}

// zipf returns a function that draws from items; the one at rank k has a weight of 1/k^s.
func zipf(items []int, s float64) func(*rand.Rand) int {
	sums, total := make([]float64, len(items)), 0.0
	for k := range items {
		total += 1 / math.Pow(float64(k+1), s)
		sums[k] = total
	}
	items = slices.Clone(items)
	return func(r *rand.Rand) int {
		return items[min(sort.SearchFloat64s(sums, r.Float64()*total), len(items)-1)]
	}
}
