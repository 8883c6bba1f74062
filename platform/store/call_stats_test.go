package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// tools lists the tools of a page's calls.
func tools(records []platform.CallRecord) (names []string) {
	for _, r := range records {
		names = append(names, r.Tool)
	}
	return names
}

func TestCallsAreFiltered(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("One"))
		start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		outcomes, clients := []string{"ok", "error"}, []string{"chatgpt", "claude", "' OR 1=1 --"}
		for replica := range 2 {
			var records []platform.CallRecord
			for i := replica; i < 60; i += 2 {
				records = append(records, platform.CallRecord{App: app.ID, At: start.Add(time.Duration(i) * time.Second), Tool: fmt.Sprint(i),
					Outcome: outcomes[i%2], Client: clients[i%3], ProtocolVersion: "2026-07-28"})
			}
			record(t, s, records...)
		}
		list := func(q platform.CallQuery) ([]platform.CallRecord, string) {
			t.Helper()
			calls, next, err := s.Calls(t.Context(), by.Workspace, app.ID, q)
			if err != nil {
				t.Fatal(err)
			}
			return calls, next
		}
		for name, c := range map[string]struct {
			filter platform.CallFilter
			want   []string
		}{
			"outcome and client": {platform.CallFilter{Outcome: "error", Client: "chatgpt", Since: start.Add(40 * time.Second)}, []string{"57", "51", "45"}},
			"tool":               {platform.CallFilter{Tool: "7"}, []string{"7"}},
			"a part of a name":   {platform.CallFilter{Client: "chat"}, nil},
			"SQL":                {platform.CallFilter{Client: "' OR 1=1 --", Since: start.Add(55 * time.Second)}, []string{"59", "56"}},
			"version":            {platform.CallFilter{ProtocolVersion: "2025-06-18"}, nil},
			"since":              {platform.CallFilter{Since: start.Add(58 * time.Second)}, []string{"59", "58"}},
			"since the future":   {platform.CallFilter{Since: start.Add(time.Hour)}, nil},
		} {
			calls, next := list(platform.CallQuery{CallFilter: c.filter})
			if diff := cmp.Diff(c.want, tools(calls)); diff != "" || next != "" {
				t.Errorf("%s (-want +got):\n%s next %q", name, diff, next)
			}
		}
		var seen []string
		q := platform.CallQuery{CallFilter: platform.CallFilter{Outcome: "ok", Client: "claude"}, Limit: 3}
		for more := true; more; more = q.Cursor != "" {
			var page []platform.CallRecord
			page, q.Cursor = list(q)
			seen = append(seen, tools(page)...)
		}
		if diff := cmp.Diff([]string{"58", "52", "46", "40", "34", "28", "22", "16", "10", "4"}, seen); diff != "" {
			t.Errorf("pages (-want +got):\n%s", diff)
		}

		all, _ := list(platform.CallQuery{Limit: 5})
		if calls, next := list(platform.CallQuery{After: all[2].ID}); next != "" || cmp.Diff([]string{"59", "58"}, tools(calls)) != "" {
			t.Errorf("after %s: %v, next %q", all[2].Tool, tools(calls), next)
		}
		if calls, next := list(platform.CallQuery{After: all[0].ID}); len(calls) != 0 || next != "" {
			t.Errorf("after the newest: %v", tools(calls))
		}
		first, next := list(platform.CallQuery{After: all[4].ID, Limit: 3})
		rest, last := list(platform.CallQuery{After: all[4].ID, Limit: 3, Cursor: next})
		if diff := cmp.Diff([]string{"59", "58", "57", "56"}, tools(append(first, rest...))); diff != "" || last != "" {
			t.Errorf("after, in pages:\n%s", diff)
		}
		if calls, next := list(platform.CallQuery{After: "gone", Limit: 2}); len(calls) != 2 || next == "" {
			t.Errorf("after a call that is gone: %v", tools(calls))
		}
	})
}

func TestCallStats(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, quiet, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, ann, draft("Two")), createApp(t, s, bob, draft("Three"))
		now := time.Now()
		for _, age := range []time.Duration{0, time.Minute, 30 * time.Hour, 40 * 24 * time.Hour} {
			record(t, s, platform.CallRecord{App: app.ID, At: now.Add(-age), Tool: "a", Outcome: "ok", Duration: time.Millisecond, Bytes: 7},
				platform.CallRecord{App: app.ID, At: now.Add(-age), Tool: "a", Outcome: "invalid", Duration: time.Millisecond},
				platform.CallRecord{App: theirs.ID, At: now.Add(-age), Tool: "b", Outcome: "ok"})
		}
		for _, w := range platform.CallWindows() {
			want := map[string]int{"1h": 4, "24h": 4, "7d": 6, "30d": 6}[w.Name]
			stats, err := s.CallStats(t.Context(), ann.Workspace, app.ID, w)
			if err != nil || !stats.Complete || stats.Totals.Calls != want || stats.Totals.Errors != want/2 || stats.Tools[0].Calls != want || len(stats.Series) != w.Buckets {
				t.Errorf("%s: %+v, %v", w.Name, stats.Totals, err)
			}
			counts, complete, err := s.CountCalls(t.Context(), ann.Workspace, w.Since(now))
			if err != nil || !complete || len(counts) != 1 || counts[0].App != app.ID || counts[0].Calls != want || counts[0].Errors != want/2 ||
				!counts[0].LastAt.Equal(now.UTC().Truncate(time.Microsecond)) || counts[0].LastAt.Location() != time.UTC {
				t.Errorf("%s: %+v, %v, %v", w.Name, counts, complete, err)
			}
		}
		if stats, err := s.CallStats(t.Context(), ann.Workspace, quiet.ID, platform.CallWindows()[0]); err != nil || stats.Totals.Calls != 0 || len(stats.Series) != 60 {
			t.Errorf("no calls: %+v, %v", stats.Totals, err)
		}
		_, err := s.CallStats(t.Context(), ann.Workspace, theirs.ID, platform.CallWindows()[0])
		wantCode(t, err, platform.CodeAppNotFound)
	})
}

// An app that is called now and then has a batch for each call, which are read in growing numbers.
func TestCallsOfAQuietApp(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("One"))
		now, log := time.Now(), s.CallLog(0)
		var want []string
		for i := range 150 { // the newest first: 16, 32, 64 and the rest
			log.Record(platform.CallRecord{App: app.ID, At: now.Add(-time.Duration(i) * time.Second), Tool: fmt.Sprint(i), Outcome: "ok"})
			log.Flush(t.Context())
			want = append(want, fmt.Sprint(i))
		}
		if err := log.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		calls, next, err := s.Calls(t.Context(), by.Workspace, app.ID, platform.CallQuery{Limit: 200})
		if diff := cmp.Diff(want, tools(calls)); err != nil || next != "" || diff != "" {
			t.Errorf("%v, next %q (-want +got):\n%s", err, next, diff)
		}
		stats, err := s.CallStats(t.Context(), by.Workspace, app.ID, platform.CallWindows()[0])
		if err != nil || stats.Totals.Calls != 150 {
			t.Errorf("%d calls, %v", stats.Totals.Calls, err)
		}
	})
}

// Statistics of a busy app cost no more than those of its newest calls, and say so.
func TestCallStatsAreBounded(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	by := storetest.Person(t, s, "ann@example.com")
	app := createApp(t, s, by, draft("One"))
	start := time.Now().Add(-30 * time.Minute)
	log := s.CallLog(0)
	for i := range 51_000 {
		tool := "old"
		if i >= 1000 {
			tool = "new"
		}
		log.Record(platform.CallRecord{App: app.ID, At: start.Add(time.Duration(i) * time.Millisecond), Tool: tool, Outcome: "ok"})
		if i%10_000 == 0 {
			log.Flush(t.Context())
		}
	}
	if err := log.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	stats, err := s.CallStats(t.Context(), by.Workspace, app.ID, platform.CallWindows()[0])
	oldest := start.Add(time.Second).UTC().Truncate(time.Microsecond)
	if err != nil || stats.Complete || stats.Totals.Calls != 50_000 || !stats.CountedSince.Equal(oldest) || len(stats.Tools) != 1 {
		t.Errorf("%+v, complete %v since %v, want %v: %v", stats.Totals, stats.Complete, stats.CountedSince, oldest, err)
	}
	counts, complete, err := s.CountCalls(t.Context(), by.Workspace, start.Add(-time.Hour))
	if err != nil || !complete || counts[0].Calls != 51_000 {
		t.Errorf("counts: %+v, %v", counts, err)
	}
	q := platform.CallQuery{CallFilter: platform.CallFilter{Tool: "old"}}
	page, next, err := s.Calls(t.Context(), by.Workspace, app.ID, q)
	if err != nil || len(page) != 0 || next == "" {
		t.Fatalf("a search among too many: %d, %q, %v", len(page), next, err)
	}
	q.Cursor = next
	if page, _, err = s.Calls(t.Context(), by.Workspace, app.ID, q); err != nil || len(page) != 50 {
		t.Errorf("and on: %d, %v", len(page), err)
	}
}
