package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// Where very many apps are called at once, those with few calls share rows. Each reads its own calls, whichever rows they
// are in, and never those of another.
func TestAppsShareRowsOfTheCallLog(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), time.Now().Truncate(time.Microsecond)
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		mates := matesOf(app.ID, 20)
		var want []string
		for round := range 6 {
			at := now.Add(-time.Duration(6-round) * time.Minute)
			of := func(app platform.AppID, i int, tool string) platform.CallRecord {
				outcome := "ok"
				if i == 0 {
					outcome = "error"
				}
				return platform.CallRecord{App: app, At: at.Add(time.Duration(i) * time.Millisecond), Tool: tool, Outcome: outcome, Client: "claude"}
			}
			var records []platform.CallRecord
			mine := 3 // which share rows
			if round%2 == 1 {
				mine = 30 // which have their own
			}
			for i := range mine {
				tool := fmt.Sprintf("mine %d/%d", round, i)
				records = append(records, of(app.ID, i, tool))
				want = append(want, tool)
			}
			records = append(records, of(theirs.ID, 0, "theirs"))
			for i := range 1000 {
				records = append(records, of(platform.AppID(uuid.NewString()), i, "a stranger's"))
			}
			for i, mate := range mates {
				records = append(records, of(mate, i, "a mate's"))
			}
			if got := record(t, s, records...); got.Written != uint64(len(records)) || got.Dropped != 0 {
				t.Fatalf("%+v", got)
			}
		}
		slices.Reverse(want)
		shared, err := s.CountCallRows(ctx, store.SharedKey(app.ID))
		own, err2 := s.CountCallRows(ctx, string(app.ID))
		if err != nil || err2 != nil || shared == 0 || own == 0 {
			t.Fatalf("%d shared rows and %d of its own: %v, %v", shared, own, err, err2)
		}

		var got []string
		q := platform.CallQuery{Limit: 7}
		for more := true; more; more = q.Cursor != "" {
			list, next, err := s.Calls(ctx, ann.Workspace, app.ID, q)
			if err != nil {
				t.Fatal(err)
			}
			got, q.Cursor = append(got, tools(list)...), next
		}
		if !slices.Equal(got, want) {
			t.Errorf("calls %q, want %q", got, want)
		}
		failed, _, err := s.Calls(ctx, ann.Workspace, app.ID, platform.CallQuery{CallFilter: platform.CallFilter{Outcome: "error"}})
		if err != nil || len(failed) != 6 || failed[0].App != app.ID || failed[0].Client != "claude" {
			t.Errorf("calls that failed: %+v, %v", failed, err)
		}
		window := platform.CallWindows()[0]
		if stats, err := s.CallStats(ctx, ann.Workspace, app.ID, window); err != nil || stats.Totals.Calls != 99 || stats.Totals.Errors != 6 || len(stats.Tools) != 20 {
			t.Errorf("statistics: %+v of %d tools, %v", stats.Totals, len(stats.Tools), err)
		}
		for _, c := range []struct {
			by    platform.Actor
			since time.Duration
			want  platform.AppCalls
		}{
			{ann, time.Hour, platform.AppCalls{App: app.ID, Calls: 99, Errors: 6, LastAt: now.Add(-time.Minute + 29*time.Millisecond).UTC()}},
			{ann, 150 * time.Second, platform.AppCalls{App: app.ID, Calls: 33, Errors: 2, LastAt: now.Add(-time.Minute + 29*time.Millisecond).UTC()}},
			{bob, time.Hour, platform.AppCalls{App: theirs.ID, Calls: 6, Errors: 6, LastAt: now.Add(-time.Minute).UTC()}},
		} {
			counts, complete, err := s.CountCalls(ctx, c.by.Workspace, now.Add(-c.since))
			if err != nil || !complete || len(counts) != 1 || counts[0] != c.want {
				t.Errorf("counts since %v: %+v, complete %v, %v; want %+v", c.since, counts, complete, err, c.want)
			}
		}
	})
}

// Rows that an app shares with busier ones are read up to a bound; what is left comes with the next page.
func TestSharedRowsAreReadInParts(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx, by, now := t.Context(), storetest.Person(t, s, "ann@example.com"), time.Now().Truncate(time.Microsecond)
	app := createApp(t, s, by, draft("One"))
	mates := matesOf(app.ID, 700) // whatever part of them the log writes at first, the rest shares rows
	for round := range 20 {
		at := now.Add(-time.Duration(20-round) * time.Minute)
		var records []platform.CallRecord
		for _, mate := range mates {
			records = append(records, platform.CallRecord{App: mate, At: at, Tool: "a mate's", Outcome: "ok"})
		}
		if round%10 == 0 {
			records = append(records, platform.CallRecord{App: app.ID, At: at, Tool: fmt.Sprint(round), Outcome: "ok"})
		}
		record(t, s, records...)
	}
	s.ReadShared(400_000) // of two million
	var got []string
	pages, q := 0, platform.CallQuery{}
	for more := true; more; more = q.Cursor != "" {
		list, next, err := s.Calls(ctx, by.Workspace, app.ID, q)
		if err != nil {
			t.Fatal(err)
		}
		got, q.Cursor = append(got, tools(list)...), next
		if pages++; pages > 50 {
			t.Fatal("the pages do not end")
		}
	}
	if !slices.Equal(got, []string{"10", "0"}) || pages < 3 {
		t.Errorf("calls %q on %d pages", got, pages)
	}
	stats, err := s.CallStats(ctx, by.Workspace, app.ID, platform.CallWindows()[0])
	if err != nil || stats.Complete || stats.Totals.Calls != 0 || !stats.CountedSince.After(now.Add(-10*time.Minute)) {
		t.Errorf("statistics: %+v, complete %v since %v, %v", stats.Totals, stats.Complete, stats.CountedSince, err)
	}
	if counts, complete, err := s.CountCalls(ctx, by.Workspace, now.Add(-time.Hour)); err != nil || complete {
		t.Errorf("counts: %+v, complete %v, %v", counts, complete, err)
	}
}

// matesOf are ids of apps that are in the same group as app.
func matesOf(app platform.AppID, n int) (mates []platform.AppID) {
	for len(mates) < n {
		if id := platform.AppID(uuid.NewString()); store.SharedKey(id) == store.SharedKey(app) {
			mates = append(mates, id)
		}
	}
	return mates
}
