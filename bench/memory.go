package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// resident is what a process has in memory, in MiB: its own pages, and those of its files, which others can share and the
// system can take back.
type resident struct {
	Own   float64 `json:"ownMiB"`
	Files float64 `json:"filesMiB"`
}

func (r resident) all() float64 { return r.Own + r.Files }

// memoryReport says what Berth has in memory. The targets are 64 MiB at ready and 100 MiB under load of one app.
type memoryReport struct {
	First  []resident `json:"firstStart"` // at ready, on an empty data folder
	Again  []resident `json:"again"`      // at ready, on the same folder
	Loaded []resident `json:"loaded"`     // between rounds of load on one published app
	Cell   cell       `json:"load"`
}

// memory starts Berth twice on each of several empty folders; the last one is loaded.
func (b *bench) memory(ctx context.Context) (r memoryReport, err error) {
	for i := range b.firstStarts {
		dir, err := b.temp("memory")
		if err != nil {
			return r, err
		}
		for _, list := range []*[]resident{&r.First, &r.Again} {
			if err := b.residentAtReady(ctx, dir, list); err != nil {
				return r, err
			}
		}
		if i == b.firstStarts-1 {
			return r, b.loadOneApp(ctx, dir, &r)
		}
	}
	return r, nil
}

func (b *bench) residentAtReady(ctx context.Context, dir string, list *[]resident) error {
	s, err := b.startBerth(ctx, dir)
	if err != nil {
		return err
	}
	now, err := s.resident()
	*list = append(*list, now)
	return errors.Join(err, s.stop())
}

// loadOneApp publishes an app and calls its tool as fast as it can.
func (b *bench) loadOneApp(ctx context.Context, dir string, r *memoryReport) (err error) {
	s, err := b.startBerth(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if _, err := s.publishCards(ctx, "gifts", "forest"); err != nil {
		return err
	}
	sc := scenariosOf(person{})[0]
	if sc.want, _, err = sc.ask.once(ctx, s.mcpURL(sc.slug), sc.Era); err != nil {
		return err
	}
	berth := contender{"berth", s.process}
	var cells []cell
	for range b.rounds {
		got, _, err := b.fire(ctx, berth, aim(berth, sc), b.duration)
		if err != nil {
			return err
		}
		now, err := s.resident()
		if err != nil {
			return err
		}
		cells, r.Loaded = append(cells, got), append(r.Loaded, now)
	}
	r.Cell = medians(cells)
	return nil
}

// resident reads what the process has in memory.
func (p *process) resident() (r resident, err error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return r, err
	}
	for name, into := range map[string]*float64{"RssAnon:": &r.Own, "RssFile:": &r.Files} {
		_, after, _ := strings.Cut(string(raw), name)
		kib, err := strconv.ParseFloat(strings.Fields(after + " 0")[0], 64)
		if err != nil {
			return r, err
		}
		*into = kib / 1024
	}
	return r, nil
}

func (b *bench) printMemory(r memoryReport) {
	b.printf("\nMemory in MiB, medians of %d starts and of %d rounds of load on one app\n", len(r.First), len(r.Loaded))
	var lines [][]any
	for _, at := range []struct {
		name  string
		all   []resident
		bound float64
	}{{"ready, first start", r.First, 64}, {"ready, again", r.Again, 64}, {"under load", r.Loaded, 100}} {
		of := func(get func(resident) float64) float64 {
			var all []float64
			for _, one := range at.all {
				all = append(all, get(one))
			}
			return median(all)
		}
		rss := of(resident.all)
		lines = append(lines, []any{at.name, rss, of(func(r resident) float64 { return r.Own }), of(func(r resident) float64 { return r.Files }), at.bound, verdict(rss <= at.bound)})
	}
	b.table("|RSS|own|files|target|", lines)
	b.printf("load: CPU %s µs a call, p50 %s ms, p99 %s ms\n", number(r.Cell.CPU), number(r.Cell.P50), number(r.Cell.P99))
}
