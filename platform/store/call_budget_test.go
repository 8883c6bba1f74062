package store_test

import (
	"fmt"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// Beyond its budget an app's calls are counted, not listed, and its failures are listed; the statistics hold all of them, of every replica.
func TestBudgetOfTheCallLog(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), time.Now().UTC().Truncate(time.Minute).Add(-2*time.Minute)
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		call := func(app platform.AppID, i int, outcome string) platform.CallRecord {
			return platform.CallRecord{App: app, At: now.Add(time.Duration(i) * time.Millisecond), Tool: "show", Outcome: outcome, Client: fmt.Sprint("client ", i%100),
				ProtocolVersion: "2026-07-28", Duration: time.Duration(i+1) * time.Millisecond, Bytes: 10}
		}
		for range 2 { // replicas
			log := s.CallLog(5)
			for i := range 1000 {
				log.Record(call(app.ID, i, platform.OutcomeOK))
			}
			for i := range 20 {
				log.Record(call(app.ID, i, platform.OutcomeError))
			}
			for i := range 5 {
				log.Record(call(theirs.ID, i, platform.OutcomeOK))
			}
			log.Flush(ctx)
			if got := log.Stats(); got != (store.CallLogStats{Written: 30, Counted: 995}) {
				t.Errorf("%+v", got)
			}
			next := call(app.ID, 0, platform.OutcomeOK)
			next.At = now.Add(-48 * time.Hour) // late: its hour is over, and has no budget of its own
			log.Record(next)
			if err := log.Close(ctx); err != nil {
				t.Error(err)
			}
		}
		list, _, err := s.Calls(ctx, ann.Workspace, app.ID, platform.CallQuery{Limit: 200})
		failed := 0
		for _, c := range list {
			if c.Outcome == platform.OutcomeError {
				failed++
			}
		}
		if err != nil || len(list) != 50 || failed != 40 {
			t.Errorf("%d calls are listed, %d failed, %v", len(list), failed, err)
		}
		stats, err := s.CallStats(ctx, ann.Workspace, app.ID, platform.CallWindows()[0])
		if err != nil || !stats.Complete || stats.Totals.Calls != 2040 || stats.Totals.Errors != 40 || stats.Totals.Bytes != 20400 || stats.NotListed != 1990 {
			t.Errorf("%+v, %d not listed, complete %v, %v", stats.Totals, stats.NotListed, stats.Complete, err)
		}
		if p := stats.Totals.P95; p < 850*time.Millisecond || p > 1050*time.Millisecond {
			t.Errorf("95 of 100 took %v", p)
		}
		if len(stats.Clients) > 20 || stats.Outcomes[0] != (platform.CallGroup{Value: "ok", Calls: 2000}) || stats.Tools[0] != (platform.CallGroup{Value: "show", Calls: 2040, Errors: 40}) {
			t.Errorf("%+v", stats)
		}
		counts, complete, err := s.CountCalls(ctx, ann.Workspace, now.Add(-time.Hour))
		if err != nil || !complete || len(counts) != 1 || counts[0].Calls != 2040 || counts[0].Errors != 40 {
			t.Errorf("counts %+v, complete %v, %v", counts, complete, err)
		}
		if other, err := s.CallStats(ctx, bob.Workspace, theirs.ID, platform.CallWindows()[0]); err != nil || other.Totals.Calls != 10 || other.NotListed != 0 {
			t.Errorf("the other app: %+v, %v", other.Totals, err)
		}
		rows, err := s.CountCallRows(ctx, string(app.ID))
		if err != nil || rows > 10 {
			t.Errorf("%d rows, %v", rows, err)
		}
	})
}

// A new hour has a budget of its own, and a client whose calls all fail does not fill the disk.
func TestBudgetOfHoursAndFailures(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	by, hour := storetest.Person(t, s, "ann@example.com"), time.Now().UTC().Truncate(time.Hour)
	app := createApp(t, s, by, draft("One"))
	log := s.CallLog(5)
	for h := range 2 {
		for i := range 10_100 {
			r := platform.CallRecord{App: app.ID, At: hour.Add(time.Duration(h-2)*time.Hour + time.Duration(i)*time.Microsecond), Tool: "show", Outcome: platform.OutcomeInvalid}
			log.Record(r)
			if i < 7 {
				r.Outcome = platform.OutcomeOK
				log.Record(r)
			}
		}
		r := platform.CallRecord{App: app.ID, At: hour.Add(time.Duration(h-2) * time.Hour), Tool: "show", Outcome: platform.OutcomeTimeout}
		log.Record(r) // a flood of one outcome hides no other
	}
	if err := log.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := log.Stats(); got != (store.CallLogStats{Written: 2 * 10_006, Counted: 2 * 102}) {
		t.Errorf("%+v", got)
	}
}
