package platform_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

func window(t *testing.T, name string) platform.CallWindow {
	t.Helper()
	for _, w := range platform.CallWindows() {
		if w.Name == name {
			return w
		}
	}
	t.Fatalf("there is no window %s", name)
	return platform.CallWindow{}
}

func TestCallWindowsCoverTheirTime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 6, 7, 8, 9, 10, time.FixedZone("", 3600))
	for name, length := range map[string]time.Duration{"1h": time.Hour, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour, "30d": 30 * 24 * time.Hour} {
		w := window(t, name)
		since := w.Since(now)
		if got := now.Sub(since); got > length || got < length-w.Bucket || since.Location() != time.UTC || !since.Equal(since.Truncate(w.Bucket)) {
			t.Errorf("%s begins %v before now, at %v", name, got, since)
		}
	}
}

func TestCallTally(t *testing.T) {
	t.Parallel()
	w, now := window(t, "1h"), time.Date(2026, 5, 6, 7, 8, 30, 0, time.UTC)
	tally := platform.NewCallTally(w, now)
	for i := range 20 { // 1 ms … 20 ms, one minute ago
		tally.Add(platform.CallRecord{At: now.Add(-time.Minute), Tool: "a", Outcome: "ok", Client: "chatgpt", ProtocolVersion: "2026-07-28", Duration: time.Duration(i+1) * time.Millisecond, Bytes: 10})
	}
	tally.Add(platform.CallRecord{At: now, Tool: "b", Outcome: "error", Client: "claude", Duration: time.Second, Bytes: 5})
	tally.Add(platform.CallRecord{At: now.Add(time.Hour), Tool: "b", Outcome: "timeout", Client: "claude", Duration: time.Second}) // a clock that is fast
	s := tally.Stats(time.Time{})
	if want := (platform.CallFigures{Calls: 22, Errors: 2, P50: 11 * time.Millisecond, P95: time.Second, Bytes: 205}); s.Totals != want {
		t.Errorf("totals %+v, want %+v", s.Totals, want)
	}
	n := len(s.Series)
	if n != 60 || s.Series[n-1].Calls != 2 || s.Series[n-1].Errors != 2 || s.Series[0].Calls != 0 ||
		s.Series[n-2].CallFigures != (platform.CallFigures{Calls: 20, P50: 10 * time.Millisecond, P95: 19 * time.Millisecond, Bytes: 200}) {
		t.Errorf("series ends with %+v", s.Series[n-2:])
	}
	if diff := cmp.Diff([]platform.CallGroup{{"chatgpt", 20, 0}, {"claude", 2, 2}}, s.Clients); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]platform.CallGroup{{"ok", 20, 0}, {"error", 1, 1}, {"timeout", 1, 1}}, s.Outcomes); diff != "" {
		t.Error(diff)
	}
	if !s.Complete || !s.CountedSince.Equal(s.Since) {
		t.Errorf("complete since %v", s.CountedSince)
	}
	if cut := tally.Stats(now); cut.Complete || !cut.CountedSince.Equal(now) {
		t.Errorf("cut: %+v", cut.CountedSince)
	}
}

// Clients choose their own names, which must not make an answer long.
func TestCallTallyBoundsBreakdowns(t *testing.T) {
	t.Parallel()
	tally := platform.NewCallTally(window(t, "24h"), time.Now())
	for i := range 1000 {
		tally.Add(platform.CallRecord{At: time.Now(), Outcome: "ok", Client: fmt.Sprint(i)})
	}
	tally.Add(platform.CallRecord{At: time.Now(), Outcome: "ok", Client: "7"})
	if s := tally.Stats(time.Time{}); len(s.Clients) != 20 || s.Clients[0] != (platform.CallGroup{Value: "7", Calls: 2}) {
		t.Errorf("%d clients, first %+v", len(s.Clients), s.Clients[0])
	}
}
