package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"berth/platform"
	"berth/platform/store/db"
)

const (
	countEvery = 15 * time.Second // how often counts are stored: one row for each app, however many calls it had
	// A client may call itself anything: the names in one row beyond this number are left out.
	countedClients = 10
)

// callCounts are calls that are counted instead of listed and are not stored yet.
type callCounts map[platform.AppID]*appCounts

type appCounts struct {
	first, last time.Time
	calls       int64
	errors      int64
	groups      map[countedKey]*countedCalls
}

type countedKey struct {
	minute int64
	callTexts
}

// countedCalls is a group of calls in a batch: the calls of one minute that have these texts in common.
type countedCalls struct {
	At       int64         `json:"at"` // Unix time in microseconds, the beginning of the minute
	Tool     string        `json:"tool"`
	Outcome  string        `json:"outcome"`
	Client   string        `json:"client"`
	Version  string        `json:"version"`
	Calls    int           `json:"calls"`
	Bytes    int64         `json:"bytes"`
	Duration map[int]int64 `json:"duration"` // number of calls by durationStep
}

func (c callCounts) add(r platform.CallRecord) {
	a := c[r.App]
	if a == nil {
		a = &appCounts{first: r.At, last: r.At, groups: map[countedKey]*countedCalls{}}
		c[r.App] = a
	}
	if r.At.Before(a.first) {
		a.first = r.At
	}
	if r.At.After(a.last) {
		a.last = r.At
	}
	a.calls++
	if r.Outcome != platform.OutcomeOK {
		a.errors++
	}
	key := countedKey{r.At.UTC().Truncate(time.Minute).UnixMicro(), callTexts{r.Tool, r.Outcome, r.Client, r.ProtocolVersion}}
	g := a.groups[key]
	if g == nil && len(a.groups) >= countedClients {
		key.client = ""
		g = a.groups[key]
	}
	if g == nil {
		g = &countedCalls{At: key.minute, Tool: clean(r.Tool, 128), Outcome: clean(r.Outcome, 32), Client: clean(key.client, 100),
			Version: clean(r.ProtocolVersion, 32), Duration: map[int]int64{}}
		a.groups[key] = g
	}
	g.Calls++
	g.Bytes += int64(r.Bytes)
	g.Duration[durationStep(r.Duration)]++
}

// durationStep returns the step of a duration, in steps of a fourth of an octave, so that a percentile is right to within a
// tenth.
func durationStep(d time.Duration) int {
	return int(math.Round(4 * math.Log2(float64(max(d, time.Microsecond))/float64(time.Microsecond))))
}

func stepDuration(step int) time.Duration {
	return time.Duration(math.Exp2(float64(step)/4) * float64(time.Microsecond))
}

// row makes the row of an app's counts.
func (a *appCounts) row(app platform.AppID) (db.InsertCountedCallsParams, error) {
	groups := make([]*countedCalls, 0, len(a.groups))
	for _, g := range a.groups {
		groups = append(groups, g)
	}
	text, err := json.Marshal(groups)
	if err != nil {
		return db.InsertCountedCallsParams{}, fmt.Errorf("encode counts: %w", err)
	}
	counted := string(text)
	return db.InsertCountedCallsParams{ID: newID(), AppID: clean(string(app), 36), FirstAt: microseconds(a.first.Truncate(time.Minute)), LastAt: microseconds(a.last),
		Calls: &a.calls, Errors: &a.errors, Counted: &counted}, nil
}

// decodeCounts reads the groups of a batch. Most batches have none.
func decodeCounts(b *db.CallBatchesRow) (all []countedCalls, err error) {
	if b.Counted == nil {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(*b.Counted), &all); err != nil {
		return nil, fmt.Errorf("read counts of batch %s: %w", b.ID, err)
	}
	return all, nil
}

// addTo adds the group to the tally.
func (c countedCalls) addTo(tally *platform.CallTally) {
	r := platform.CallRecord{At: time.UnixMicro(c.At).UTC(), Tool: c.Tool, Outcome: c.Outcome, Client: c.Client, ProtocolVersion: c.Version}
	durations := make(map[time.Duration]int, len(c.Duration))
	for step, n := range c.Duration {
		durations[stepDuration(step)] = int(n)
	}
	tally.AddCounted(r, c.Calls, c.Bytes, durations)
}

// writeCounts stores the counts when it is time, or at once if now is true.
func (l *CallLog) writeCounts(now bool) {
	counts := l.budget.counted
	if len(counts) == 0 || !now && l.store.now().Sub(l.counted) < countEvery {
		return
	}
	l.counted = l.store.now()
	for app, a := range counts {
		l.rest()
		if err := l.insertCounts(app, a); err != nil {
			l.dropped.Add(uint64(a.calls))
			l.store.log.Error("call log lost counts", "calls", a.calls, "error", err)
		} else {
			l.unlisted.Add(uint64(a.calls))
		}
	}
	clear(counts)
}

func (l *CallLog) insertCounts(app platform.AppID, a *appCounts) error {
	row, err := a.row(app)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	defer l.work.Begin() // the database has been at work
	return l.store.q.InsertCountedCalls(ctx, row)
}
