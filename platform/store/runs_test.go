package store_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/runs"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// run is one that a process works at.
func (w *told) run(app platform.App, n int) runs.Run {
	now := w.Now().UTC().Truncate(time.Microsecond)
	return runs.Run{ID: fmt.Sprintf("run_%032d", n), App: app.ID, Tool: "find", Caller: "ann", Key: "key", State: runs.Working, Version: 1, Owner: "one",
		LeaseUntil: now.Add(15 * time.Second), Attempt: 1, Task: true, Arguments: json.RawMessage(`{"a":"é\u0000"}`), CreatedAt: now, ChangedAt: now, ExpiresAt: now.Add(time.Hour)}
}

func TestRunsAreKept(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s, other := w.replicas[0], w.replicas[1]
		by, stranger := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, foreign := createApp(t, s, by, draft("One")), createApp(t, s, stranger, draft("Other"))
		r := w.run(app, 1)
		if err := s.RecordRun(t.Context(), r, 5, 50); err != nil {
			t.Fatal(err)
		}
		got, err := other.RunByKey(t.Context(), app.ID, "key", w.Now())
		if diff := cmp.Diff(r, got); diff != "" || err != nil {
			t.Fatalf("%v (-want +got):\n%s", err, diff)
		}
		for _, id := range []platform.AppID{foreign.ID, ""} {
			_, byID := other.Run(t.Context(), id, r.ID)
			_, byKey := other.RunByKey(t.Context(), id, "key", w.Now())
			if codeOf(byID) != platform.CodeNotFound || codeOf(byKey) != platform.CodeNotFound {
				t.Errorf("of another app: %v, %v", byID, byKey)
			}
		}
		w.Pass(time.Second)
		done := got
		done.State, done.Arguments, done.Answers = runs.Completed, nil, map[string]json.RawMessage{"q": json.RawMessage(`{"x":1}`)}
		done.Outcome = &runs.Outcome{Label: platform.OutcomeOK, Fault: &runs.Fault{Code: -1, Message: "m"}, Result: appkit.Result{Content: appkit.Text("<é>\x00"),
			Structured: json.RawMessage(`{"n":9007199254740993}`), Meta: map[string]any{"a": "b"}, RequestState: "s", InputRequests: map[string]appkit.InputRequest{"q": {Method: "m", Params: json.RawMessage(`{}`)}}}}
		var moved atomic.Int64
		var both sync.WaitGroup
		for i := range 8 { // of all who change it at once one does
			both.Go(func() {
				_, ok, err := w.replicas[i%2].MoveRun(t.Context(), done)
				if err != nil {
					t.Error(err)
				}
				if ok {
					moved.Add(1)
				}
			})
		}
		both.Wait()
		got, err = s.Run(t.Context(), app.ID, r.ID)
		done.Version, done.ChangedAt = 2, w.Now().UTC().Truncate(time.Microsecond)
		if diff := cmp.Diff(done, got); diff != "" || err != nil || moved.Load() != 1 {
			t.Errorf("%d have changed it, %v (-want +got):\n%s", moved.Load(), err, diff)
		}
		changes, err := other.RunsChanged(t.Context(), w.Now().Add(-time.Millisecond))
		if diff := cmp.Diff([]runs.Change{{ID: r.ID, Key: "key", State: runs.Completed, Version: 2, Owner: "one"}}, changes); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		w.Pass(2 * time.Hour)
		if _, err := s.Run(t.Context(), app.ID, r.ID); codeOf(err) != platform.CodeNotFound {
			t.Errorf("expired: %v", err)
		}
		if err := s.Prune(t.Context(), store.Retention{Calls: time.Hour}); err != nil {
			t.Fatal(err)
		}
		if changes, err := s.RunsChanged(t.Context(), time.Time{}); len(changes) != 0 || err != nil {
			t.Errorf("after pruning: %+v %v", changes, err)
		}
	})
}

// However many begin at once, on two replicas, an app has no more open runs than it may, and neither has a caller.
func TestRunsAreLimited(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		by := storetest.Person(t, w.replicas[0], "ann@example.com")
		app, other := createApp(t, w.replicas[0], by, draft("One")), createApp(t, w.replicas[0], by, draft("Other"))
		var recorded, refused atomic.Int64
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				r := w.run(app, i)
				r.Caller = []string{"ann", "", "bob"}[i%3]
				switch err := w.replicas[i%2].RecordRun(t.Context(), r, 3, 8); codeOf(err) {
				case "":
					recorded.Add(1)
				case platform.CodeLimitReached:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if recorded.Load() != 8 || refused.Load() != 22 {
			t.Errorf("%d are recorded and %d refused, want 8 and 22", recorded.Load(), refused.Load())
		}
		for i := range 5 {
			r := w.run(other, 100+i)
			r.Caller = "cid"
			if err := w.replicas[0].RecordRun(t.Context(), r, 3, 8); (codeOf(err) == platform.CodeLimitReached) != (i >= 3) || err != nil && !strings.Contains(err.Error(), "3 long calls") {
				t.Errorf("%d: %v", i, err)
			}
		}
		r := w.run(other, 200)
		r.App = platform.AppID(newID())
		if err := w.replicas[0].RecordRun(t.Context(), r, 3, 8); codeOf(err) != platform.CodeNotFound {
			t.Errorf("of an app that is gone: %v", err)
		}
	})
}

func TestLeasesOfRuns(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		app := createApp(t, s, storetest.Person(t, s, "ann@example.com"), draft("One"))
		for i, owner := range []string{"one", "two"} {
			r := w.run(app, i)
			r.Owner = owner
			if err := s.RecordRun(t.Context(), r, 5, 50); err != nil {
				t.Fatal(err)
			}
		}
		lease := func(n int) time.Duration {
			t.Helper()
			r, err := w.replicas[1].Run(t.Context(), app.ID, fmt.Sprintf("run_%032d", n))
			if err != nil {
				t.Fatal(err)
			}
			return r.LeaseUntil.Sub(w.Now()).Round(time.Second)
		}
		w.Pass(10 * time.Second)
		if err := s.RenewRuns(t.Context(), "one", w.Now().Add(15*time.Second)); err != nil || lease(0) != 15*time.Second || lease(1) != 5*time.Second {
			t.Errorf("renewed: %v, %s and %s", err, lease(0), lease(1))
		}
		w.Pass(6 * time.Second)
		if err := s.RenewRuns(t.Context(), "two", w.Now().Add(15*time.Second)); err != nil || lease(1) > 0 {
			t.Errorf("too late, yet renewed: %v, %s", err, lease(1))
		}
		if err := s.ReleaseRuns(t.Context(), "one"); err != nil || lease(0) != 0 {
			t.Errorf("released: %v, %s", err, lease(0))
		}
	})
}
