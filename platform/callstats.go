package platform

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// maxGroups limits the number of values in one breakdown, since clients choose their own names.
const maxGroups = 20

// CallFigures sums up calls. P50 and P95 are percentiles of their durations by nearest rank, 0 without calls.
type CallFigures struct {
	Calls, Errors int // errors are calls of any outcome but ok
	P50, P95      time.Duration
	Bytes         int64
}

// CallBucket is one step of a series.
type CallBucket struct {
	At time.Time // its beginning
	CallFigures
}

// CallGroup counts the calls that have one value in common.
type CallGroup struct {
	Value         string
	Calls, Errors int
}

// CallStats sums up the calls of one app in a window. When not all calls could be counted, Complete is false and
// CountedSince is the time from which on all calls are included.
type CallStats struct {
	Window                                     CallWindow
	Since, Until                               time.Time
	Complete                                   bool
	CountedSince                               time.Time
	Totals                                     CallFigures
	NotListed                                  int // calls in these figures that the call log counts but does not list
	Series                                     []CallBucket
	Outcomes, Tools, Clients, ProtocolVersions []CallGroup // the most frequent first, 20 at most
}

// CallTally sums up calls one by one. It is not safe for concurrent use.
type CallTally struct {
	window                            CallWindow
	since, until                      time.Time
	buckets                           []tallied
	notListed                         int
	outcomes, tools, clients, version map[string]*CallGroup
}

type tallied struct {
	calls, errors int
	bytes         int64
	durations     []timed
}

// timed is the number of calls that took the same time.
type timed struct {
	took  time.Duration
	calls int
}

// NewCallTally starts a count for the window that ends at now.
func NewCallTally(w CallWindow, now time.Time) *CallTally {
	return &CallTally{window: w, since: w.Since(now), until: now.UTC(), buckets: make([]tallied, w.Buckets),
		outcomes: map[string]*CallGroup{}, tools: map[string]*CallGroup{}, clients: map[string]*CallGroup{}, version: map[string]*CallGroup{}}
}

// Since returns when the window begins.
func (t *CallTally) Since() time.Time { return t.since }

// Add counts a call, which must not be older than the window. A call that is newer than the window, by the clock of
// another replica, is counted in the last bucket.
func (t *CallTally) Add(r CallRecord) {
	t.add(r, 1, int64(r.Bytes), timed{r.Duration, 1})
}

// AddCounted counts calls that are not listed. They have everything in r in common except bytes and durations; durations
// says how many calls took how long.
func (t *CallTally) AddCounted(r CallRecord, calls int, bytes int64, durations map[time.Duration]int) {
	t.notListed += calls
	all := make([]timed, 0, len(durations))
	for took, n := range durations {
		all = append(all, timed{took, n})
	}
	t.add(r, calls, bytes, all...)
}

func (t *CallTally) add(r CallRecord, calls int, bytes int64, durations ...timed) {
	at := min(int(r.At.Sub(t.since)/t.window.Bucket), len(t.buckets)-1)
	b := &t.buckets[max(at, 0)]
	b.durations = append(b.durations, durations...)
	b.calls += calls
	b.bytes += bytes
	failed := 0
	if r.Outcome != OutcomeOK {
		failed = calls
	}
	b.errors += failed
	for _, g := range []struct {
		groups map[string]*CallGroup
		value  string
	}{{t.outcomes, r.Outcome}, {t.tools, r.Tool}, {t.clients, r.Client}, {t.version, r.ProtocolVersion}} {
		group := g.groups[g.value]
		if group == nil {
			group = &CallGroup{Value: g.value}
			g.groups[g.value] = group
		}
		group.Calls += calls
		group.Errors += failed
	}
}

// Stats returns the figures of all calls counted so far. countedSince is zero when no calls are missing.
func (t *CallTally) Stats(countedSince time.Time) CallStats {
	s := CallStats{Window: t.window, Since: t.since, Until: t.until, Complete: countedSince.IsZero(), CountedSince: countedSince.UTC(), NotListed: t.notListed,
		Outcomes: groups(t.outcomes), Tools: groups(t.tools), Clients: groups(t.clients), ProtocolVersions: groups(t.version)}
	if s.Complete {
		s.CountedSince = t.since
	}
	var all tallied
	for i, b := range t.buckets {
		s.Series = append(s.Series, CallBucket{At: t.since.Add(time.Duration(i) * t.window.Bucket), CallFigures: b.figures()})
		all.calls += b.calls
		all.errors += b.errors
		all.bytes += b.bytes
		all.durations = append(all.durations, b.durations...)
	}
	s.Totals = all.figures()
	return s
}

// figures returns the figures of the calls. It sorts their durations in place.
func (b *tallied) figures() CallFigures {
	slices.SortFunc(b.durations, func(a, b timed) int { return cmp.Compare(a.took, b.took) })
	return CallFigures{Calls: b.calls, Errors: b.errors, Bytes: b.bytes, P50: percentile(b.durations, 50), P95: percentile(b.durations, 95)}
}

// percentile returns the p-th percentile of sorted values by nearest rank.
func percentile(sorted []timed, p int) time.Duration {
	all := 0
	for _, d := range sorted {
		all += d.calls
	}
	rank := (all*p + 99) / 100
	for _, d := range sorted {
		if rank -= d.calls; rank <= 0 {
			return d.took
		}
	}
	return 0
}

// groups returns at most maxGroups groups, the most frequent first.
func groups(all map[string]*CallGroup) []CallGroup {
	list := make([]CallGroup, 0, len(all))
	for _, g := range all {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b CallGroup) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), strings.Compare(a.Value, b.Value))
	})
	return list[:min(len(list), maxGroups)]
}
