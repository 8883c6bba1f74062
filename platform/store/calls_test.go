package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// record writes calls through a log of their own and waits for them.
func record(t *testing.T, s *store.Store, records ...platform.CallRecord) store.CallLogStats {
	t.Helper()
	log := s.CallLog(0)
	for _, r := range records {
		log.Record(r)
	}
	if err := log.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return log.Stats()
}

func TestCallLog(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app, other := createApp(t, s, by, draft("One")), createApp(t, s, by, draft("Two"))
		start := time.Date(2026, 1, 2, 3, 4, 5, 123456789, time.FixedZone("", 3600))
		var records []platform.CallRecord
		for i := range 1201 {
			records = append(records, platform.CallRecord{App: app.ID, At: start.Add(time.Duration(i/3) * time.Second), Tool: fmt.Sprint("tool", i),
				Outcome: "ok", Duration: 1500 * time.Microsecond, Client: "claude", ProtocolVersion: "2026-07-28", Bytes: 42})
		}
		hostile := platform.CallRecord{App: other.ID, At: start, Tool: "\x00\xff" + strings.Repeat("é", 500), Outcome: "error",
			Client: strings.Repeat("c", 10_000), ProtocolVersion: "\x00"}
		stats := record(t, s, append(records, hostile)...)
		if stats.Written != 1202 || stats.Dropped != 0 || stats.Queued != 0 {
			t.Errorf("%+v", stats)
		}
		got := map[string]bool{}
		page, pages := platform.CallQuery{Limit: 200}, 0
		for more := true; more; more = page.Cursor != "" {
			list, next, err := s.Calls(ctx, by.Workspace, app.ID, page)
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range list {
				got[r.Tool] = true
				if i > 0 && r.At.After(list[i-1].At) {
					t.Fatalf("%v comes after %v", list[i-1].At, r.At)
				}
			}
			page.Cursor = next
			pages++
			if pages == 1 {
				want := start.Add(400 * time.Second).UTC().Truncate(time.Microsecond)
				if r := list[0]; !r.At.Equal(want) || r.At.Location() != time.UTC || r.Duration != 1500*time.Microsecond || r.Bytes != 42 || r.Client != "claude" {
					t.Errorf("got %+v, want at %v", r, want)
				}
			}
		}
		if len(got) != 1201 || pages != 7 {
			t.Errorf("%d calls on %d pages", len(got), pages)
		}
		list, _, err := s.Calls(ctx, by.Workspace, other.ID, platform.CallQuery{})
		if err != nil || len(list) != 1 || !strings.HasPrefix(list[0].Tool, "\uFFFDé") {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// TestCallsOfReplicasInterleave reads calls that two logs wrote for the same time.
func TestCallsOfReplicasInterleave(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("One"))
		start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		for replica := range 2 {
			var records []platform.CallRecord
			for i := range 300 {
				records = append(records, platform.CallRecord{App: app.ID, At: start.Add(time.Duration(2*i+replica) * time.Millisecond), Tool: fmt.Sprint(2*i + replica), Outcome: "ok"})
			}
			record(t, s, records...)
		}
		seen, page := 600, platform.CallQuery{Limit: 7}
		for more := true; more; more = page.Cursor != "" {
			list, next, err := s.Calls(t.Context(), by.Workspace, app.ID, page)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range list {
				if seen--; r.Tool != fmt.Sprint(seen) {
					t.Fatalf("call %s instead of %d", r.Tool, seen)
				}
			}
			page.Cursor = next
		}
		if seen != 0 {
			t.Errorf("%d calls are missing", seen)
		}
	})
}

func TestCallLogFlush(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	by := storetest.Person(t, s, "ann@example.com")
	app := createApp(t, s, by, draft("One"))
	log := s.CallLog(0)
	for i := range 20 {
		log.Record(platform.CallRecord{App: app.ID, At: time.Now(), Outcome: "ok"})
		log.Flush(t.Context())
		if list, _, err := s.Calls(t.Context(), by.Workspace, app.ID, platform.CallQuery{}); err != nil || len(list) != i+1 {
			t.Fatalf("%d calls after %d: %v", len(list), i+1, err)
		}
	}
	if err := log.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	log.Flush(t.Context()) // returns
}

func TestCallLogNeverBlocks(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	log := s.CallLog(0)
	if err := log.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	log.Record(platform.CallRecord{Outcome: "ok"})
	if stats := log.Stats(); stats.Dropped != 1 {
		t.Errorf("after close: %+v", stats)
	}
	if err := log.Close(t.Context()); err != nil {
		t.Errorf("second close: %v", err)
	}
	lost := record(t, s, platform.CallRecord{Outcome: "ok"}, platform.CallRecord{Outcome: "no such outcome"})
	if lost.Dropped != 1 || lost.Written != 1 {
		t.Errorf("a record of no known outcome: %+v", lost)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if lost := record(t, s, platform.CallRecord{Outcome: "ok"}); lost.Dropped != 1 || lost.Written != 0 {
		t.Errorf("a batch that the database refuses: %+v", lost)
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("One"))
		now := time.Now()
		record(t, s, platform.CallRecord{App: app.ID, At: now.Add(-48 * time.Hour), Outcome: "ok"})
		record(t, s, platform.CallRecord{App: app.ID, At: now, Outcome: "ok"})
		old, fresh, unused := session(by, now.Add(-time.Hour)), session(by, now.Add(time.Hour)), session(by, now.Add(time.Hour))
		unused.LastSeenAt = now.Add(-identity.SessionIdle - time.Hour)
		for _, n := range []identity.Session{old, fresh, unused} {
			if err := s.CreateSession(t.Context(), by, n); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Prune(t.Context(), store.Retention{Calls: 24 * time.Hour}); err != nil {
			t.Fatal(err)
		}
		if list, _, err := s.Calls(t.Context(), by.Workspace, app.ID, platform.CallQuery{}); err != nil || len(list) != 1 {
			t.Errorf("calls: %v, %v", list, err)
		}
		for _, n := range []identity.Session{old, unused} {
			_, err := s.SessionByHash(t.Context(), n.Hash)
			wantCode(t, err, platform.CodeNotFound)
		}
		if _, err := s.SessionByHash(t.Context(), fresh.Hash); err != nil {
			t.Error(err)
		}

		trail := func() int {
			lines, _, err := s.Audit(t.Context(), by.Workspace, identity.AuditQuery{})
			if err != nil {
				t.Fatal(err)
			}
			return len(lines)
		}
		before := trail()
		for audit, want := range map[time.Duration]int{0: before, time.Hour: before, 36_500 * 24 * time.Hour: before} { // the last since before 1970
			if err := s.Prune(t.Context(), store.Retention{Calls: time.Hour, Audit: audit}); err != nil || trail() != want || want == 0 {
				t.Errorf("kept for %v: %d of %d lines, %v", audit, trail(), before, err)
			}
		}
		// Ids count milliseconds: a line of this very one is not old yet.
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		defer stop()
		for left := before; left > 0; left = trail() {
			if err := s.Prune(ctx, store.Retention{Calls: time.Hour, Audit: time.Nanosecond}); err != nil {
				t.Fatalf("%d lines are left: %v", left, err)
			}
		}
	})
}
