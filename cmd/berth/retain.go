package main

import (
	"context"
	"time"

	"berth/platform/store"
)

// Defaults of a new installation for what its operator does not set.
const (
	defaultAuditDays    = 400
	defaultKeepReleases = 100
)

// retention returns how long things are kept. An installation that was upgraded from a version without these defaults keeps
// everything for which its operator sets nothing.
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

// prune deletes, once an hour, everything that is older than it is to be kept.
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
