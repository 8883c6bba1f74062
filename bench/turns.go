package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// contender is one of the servers that are compared.
type contender struct {
	name string
	*process
}

// aimed is one request that is sent to one server for a round.
type aimed struct {
	contender
	fire *shot
	// before each of its rounds, and after the last one; nil = nothing.
	between func(ctx context.Context) error
}

// compare lets the loads take turns: one warm-up each, then the rounds A B C A B C …. It returns the medians of each by its name,
// and how many cores other processes were busy on meanwhile; helpers are servers whose work belongs to the comparison.
func (b *bench) compare(ctx context.Context, loads []aimed, helpers ...*process) (cells map[string]cell, foreign float64, err error) {
	rounds := map[string][]cell{}
	others, length := time.Duration(0), time.Duration(0)
	for round := -1; round < b.rounds; round++ {
		d := b.duration
		if round < 0 {
			d = b.warmup
		}
		for _, l := range loads {
			if err := l.pause(ctx); err != nil {
				return nil, 0, err
			}
			start := time.Now()
			before, err := busyBeside(helpers)
			if err != nil {
				return nil, 0, err
			}
			got, used, err := b.fire(ctx, l.contender, l.fire, d)
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", l.name, err)
			}
			after, err := busyBeside(helpers)
			if err != nil {
				return nil, 0, err
			}
			others, length = others+after-before-used, length+time.Since(start)
			if round >= 0 {
				rounds[l.name] = append(rounds[l.name], got)
			}
		}
	}
	for _, l := range loads {
		err = errors.Join(err, l.pause(ctx))
	}
	cells = map[string]cell{}
	for name, all := range rounds {
		cells[name] = medians(all)
	}
	return cells, max(0, others.Seconds()/length.Seconds()), err
}

// pause does what is due between the rounds.
func (l aimed) pause(ctx context.Context) error {
	if l.between == nil {
		return nil
	}
	if err := l.between(ctx); err != nil {
		return fmt.Errorf("%s: %w", l.name, err)
	}
	return nil
}

// busyBeside returns how long the machine was busy, without the time that helpers were.
func busyBeside(helpers []*process) (time.Duration, error) {
	busy, err := machineBusy()
	for _, p := range helpers {
		spent, err2 := p.cpu()
		busy, err = busy-spent, errors.Join(err, err2)
	}
	return busy, err
}

// serve starts one of the servers that this program is itself: mode, its address and what else it takes.
func (b *bench) serve(ctx context.Context, mode string, args ...string) (*process, error) {
	addr, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	return b.start(ctx, addr, nil, listening(addr), append([]string{b.self, mode, addr}, args...)...)
}
