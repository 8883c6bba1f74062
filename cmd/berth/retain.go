package main

import (
	"context"
	"time"

	"berth/platform/store"
)

// What a new installation keeps where its operator says nothing.
const (
	defaultAuditDays    = 400
	defaultKeepReleases = 100
)

// retention is how long things are kept. An installation that was upgraded from before there were such defaults keeps everything of
// which its operator says nothing.
func (s *settings) retention(upgraded bool) store.Retention {
	or := func(set *int, fresh int) int {
		switch {
		case set != nil:
			return *set
		case upgraded:
			return 0
		}
		return fresh
	}
	const day = 24 * time.Hour
	return store.Retention{Calls: time.Duration(s.CallLogDays) * day, Audit: time.Duration(or(s.AuditDays, defaultAuditDays)) * day,
		Releases: or(s.KeepReleases, defaultKeepReleases)}
}

// prune deletes what has served its time, once an hour.
func (p *parts) prune(ctx context.Context) {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		within, cancel := context.WithTimeout(ctx, pruneTimeout)
		if err := p.store.Prune(within, p.keep); err != nil && ctx.Err() == nil {
			p.log.WarnContext(ctx, "old rows not pruned", "error", err)
		}
		cancel()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
