package main

import (
	"testing"
	"time"

	"berth/platform/store"
)

// What the operator says holds; without a word, a new installation has the defaults and an upgraded one keeps everything.
func TestRetention(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	n := func(n int) *int { return &n }
	for name, c := range map[string]struct {
		upgraded    bool
		audit, keep *int
		want        store.Retention
	}{
		"new":                         {false, nil, nil, store.Retention{Calls: 30 * day, Audit: 400 * day, Releases: 100}},
		"upgraded":                    {true, nil, nil, store.Retention{Calls: 30 * day}},
		"new, everything":             {false, n(0), n(0), store.Retention{Calls: 30 * day}},
		"upgraded, with a word of it": {true, n(7), n(3), store.Retention{Calls: 30 * day, Audit: 7 * day, Releases: 3}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &settings{CallLogDays: 30, AuditDays: c.audit, KeepReleases: c.keep}
			if got := s.retention(c.upgraded); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}
