package drift_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/drift"
	"berth/platform/drift/shape"
	"berth/test/double"
)

// world is what is live, the servers behind it, and replicas that share a store.
type world struct {
	*testing.T
	store *double.Drift

	mu     sync.Mutex
	live   map[platform.AppID]platform.Served
	answer map[platform.AppID]func(ctx context.Context) (platform.Answered, error) // nil = {"price": 1}
	asked  map[string][]time.Time                                                  // "app tool" → when
	busy   int
	most   int // that were asked at one time
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, live: map[platform.AppID]platform.Served{}, answer: map[platform.AppID]func(context.Context) (platform.Answered, error){}, asked: map[string][]time.Time{}}
	w.store = double.NewDrift(func(app platform.AppID) int {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.live[app].Version
	})
	return w
}

// find is a tool that is checked.
func find(name string, change ...func(*platform.ToolSpec)) platform.ToolSpec {
	t := platform.ToolSpec{Name: name, Handler: platform.HandlerRef{Kind: "http"}, Hints: platform.Hints{ReadOnly: true}, Example: json.RawMessage(`{"q":"rye"}`)}
	for _, f := range change {
		f(&t)
	}
	return t
}

// serve publishes tools of an app.
func (w *world) serve(ws platform.WorkspaceID, app platform.AppID, tools ...platform.ToolSpec) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.live[app] = platform.Served{Workspace: ws, App: app, Version: w.live[app].Version + 1, Manifest: platform.Manifest{Tools: tools}}
}

// Live implements drift.Apps.
func (w *world) Live(_ context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Served, []platform.Document, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, ok := w.live[id]
	switch {
	case !ok || s.Workspace != ws:
		return s, nil, platform.Errorf(platform.CodeAppNotFound, "There is no such app.")
	case s.Version == 0:
		return s, nil, platform.Errorf(platform.CodeConflict, "Nothing is live.")
	}
	return s, nil, nil
}

func (*world) Kind() string { return "http" }

// Check implements drift.Upstreams. It takes a second.
func (w *world) Check(ctx context.Context, c platform.ToolCheck) (platform.Answered, error) {
	w.mu.Lock()
	w.asked[string(c.App)+" "+c.Tool.Name] = append(w.asked[string(c.App)+" "+c.Tool.Name], time.Now())
	w.busy++
	w.most = max(w.most, w.busy)
	answer := w.answer[c.App]
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.busy--
	}()
	<-time.NewTimer(time.Second).C
	if answer != nil {
		return answer(ctx)
	}
	return platform.Answered{Value: map[string]any{"price": 1.0}}, nil
}

// replica makes a service. With run it does what it does by itself, until stop.
func (w *world) replica(run bool) (s *drift.Service, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	s = drift.New(drift.Options{Store: w.store, Apps: w, Upstreams: w, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	done := make(chan struct{})
	go func() {
		defer close(done)
		if run {
			s.Run(ctx)
		}
	}()
	return s, func() { cancel(); <-done }
}

// times lists what was asked, and how often.
func (w *world) times() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := map[string]int{}
	for name, all := range w.asked {
		n[name] = len(all)
	}
	return n
}

func pass(d time.Duration) {
	<-time.NewTimer(d).C
	synctest.Wait()
}

// Once a day one replica asks each live tool that only reads and has an example, and no other tool, whatever the servers of other
// apps do. What differs is known then.
func TestTheDailyRound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve("ann", "shop", find("find"), find("writes", func(s *platform.ToolSpec) { s.Hints.ReadOnly = false }), find("bare", func(s *platform.ToolSpec) { s.Example = nil }),
			find("mocked", func(s *platform.ToolSpec) { s.Mode = platform.ModeMock }), find("either", func(s *platform.ToolSpec) { s.Mode = platform.ModeLiveOrMock }),
			find("rows", func(s *platform.ToolSpec) { s.Handler.Kind = "query" }))
		w.serve("ann", "down", find("find"))
		w.serve("ann", "slow", find("find"))
		w.serve("ann", "broken", find("find"))
		w.serve("bob", "other", find("find"))
		w.answer["down"] = func(context.Context) (platform.Answered, error) {
			return platform.Answered{}, platform.Errorf(platform.CodeUpstream, "The server behind this tool answered 500.")
		}
		w.answer["slow"] = func(ctx context.Context) (platform.Answered, error) {
			<-ctx.Done()
			return platform.Answered{}, ctx.Err()
		}
		failures := 0
		w.answer["broken"] = func(context.Context) (platform.Answered, error) { // a fault of ours, which passes
			if failures++; failures < 3 {
				return platform.Answered{}, errors.New("no")
			}
			return platform.Answered{Value: map[string]any{"price": 1.0}}, nil
		}
		first, stopFirst := w.replica(true)
		_, stopSecond := w.replica(true)
		for app, s := range w.live {
			first.Released(s.Workspace, app)
		}
		const days = 5
		pass(days*24*time.Hour + time.Hour)
		daily := []string{"down find", "other find", "shop either", "shop find", "slow find"}
		for _, name := range daily {
			all := w.asked[name]
			if len(all) < days || len(all) > days+1 {
				t.Errorf("%s was asked %d times in %d days", name, len(all), days)
			}
			for i := range len(all) - 1 {
				if gap := all[i+1].Sub(all[i]); gap < 23*time.Hour || gap > 24*time.Hour+2*time.Minute {
					t.Errorf("%s was asked again after %s", name, gap)
				}
			}
		}
		if n := len(w.asked["broken find"]); n < days+2 || n > days+3 {
			t.Errorf("after two faults of ours it was asked %d times", n)
		}
		if n := w.times(); len(n) != len(daily)+1 {
			t.Errorf("asked %v", n)
		}
		state := func(ws platform.WorkspaceID, app platform.AppID) drift.State {
			t.Helper()
			all, err := first.Report(context.Background(), ws, app)
			if err != nil || len(all) == 0 {
				t.Fatalf("%v, %v", all, err)
			}
			return all[0].State
		}
		for app, want := range map[platform.AppID]drift.State{"shop": drift.OK, "down": drift.Failing, "slow": drift.Failing, "broken": drift.OK} {
			if got := state("ann", app); got != want {
				t.Errorf("%s is %s, want %s", app, got, want)
			}
		}
		w.mu.Lock()
		w.answer["other"] = func(context.Context) (platform.Answered, error) {
			return platform.Answered{Value: map[string]any{"cost": 1.0}, Unnamed: "It uses jq"}, nil
		}
		w.mu.Unlock()
		pass(25 * time.Hour)
		all, err := first.Report(context.Background(), "bob", "other")
		want := []shape.Difference{{Pointer: "/price", Message: "is gone. It uses jq"}}
		if err != nil || len(all) != 1 || all[0].State != drift.Changed || !slices.Equal(all[0].Differences, want) {
			t.Errorf("other is %+v, %v", all, err)
		}
		stopFirst()
		stopSecond()
	})
}

// Where it is switched off nobody is asked, unless somebody says so. What is no longer live is asked no more; what is switched back
// from mock is.
func TestWhatIsNotAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve("ann", "shop", find("find"))
		off, stop := w.replica(false)
		off.Released("ann", "shop")
		pass(48 * time.Hour)
		if n := w.times(); len(n) > 0 {
			t.Errorf("switched off: %v", n)
		}
		by := platform.Actor{Principal: platform.Principal{Workspace: "ann"}}
		if got, err := off.Check(context.Background(), by, "shop"); err != nil || len(got) != 1 || got[0].State != drift.OK {
			t.Errorf("%+v, %v", got, err)
		}
		pass(48 * time.Hour)
		if n := w.times()["shop find"]; n != 1 {
			t.Errorf("on demand, it was asked %d times", n)
		}
		stop()

		_, stop = w.replica(true)
		pass(2 * time.Hour)
		asked := w.times()["shop find"]
		if asked != 2 {
			t.Errorf("switched on, it was asked %d times", asked)
		}
		switched := func(mode platform.Mode) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.live["shop"].Manifest.Tools[0].Mode = mode
		}
		switched(platform.ModeMock)
		pass(72 * time.Hour)
		if n := w.times()["shop find"]; n != asked {
			t.Errorf("in mode mock it was asked %d times", n-asked)
		}
		switched(platform.ModeLive)
		pass(25 * time.Hour)
		if n := w.times()["shop find"]; n != asked+1 {
			t.Errorf("live again it was asked %d times", n-asked)
		}
		w.mu.Lock()
		w.live["shop"] = platform.Served{Workspace: "ann", App: "shop"}
		w.mu.Unlock()
		pass(72 * time.Hour)
		if n := w.times()["shop find"]; n != asked+1 {
			t.Errorf("unpublished it was asked %d times", n-asked-1)
		}
		stop()
	})
}

// A replica that starts asks nobody before their time. What has become due while none ran is asked a few at a time, and of no app
// too much in a minute.
func TestAStartAsksNotEverybodyAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		const apps, tools = 6, 20
		all := make([]platform.ToolSpec, tools)
		for i := range all {
			all[i] = find(fmt.Sprintf("find_%d", i))
		}
		first, stop := w.replica(true)
		for i := range apps {
			w.serve("ann", platform.AppID(fmt.Sprint(i)), all...)
			first.Released("ann", platform.AppID(fmt.Sprint(i)))
		}
		pass(30 * time.Minute)
		stop()
		counts := func() (least, most int) {
			least = 1 << 30
			n := w.times()
			for _, one := range n {
				least, most = min(least, one), max(most, one)
			}
			if len(n) != apps*tools {
				t.Errorf("%d tools of %d were asked", len(n), apps*tools)
			}
			return least, most
		}
		if least, most := counts(); least != 1 || most != 1 {
			t.Errorf("after a publish each was asked %d to %d times", least, most)
		}
		for range 3 { // starts
			_, stop = w.replica(true)
			pass(time.Hour)
			stop()
		}
		if least, most := counts(); least != 1 || most != 1 {
			t.Errorf("after starts each was asked %d to %d times", least, most)
		}
		pass(7 * 24 * time.Hour) // nobody runs
		w.most = 0
		began := time.Now()
		_, stop = w.replica(true)
		pass(time.Hour)
		stop()
		if least, most := counts(); least != 2 || most != 2 || w.most > 8 {
			t.Errorf("after a week each was asked %d to %d times, up to %d at one time", least, most, w.most)
		}
		var last time.Time
		for _, times := range w.asked {
			last = slices.MaxFunc([]time.Time{last, times[len(times)-1]}, time.Time.Compare)
		}
		if took := last.Sub(began); took < (apps*tools/8-1)*time.Second {
			t.Errorf("all were asked within %s", took)
		}
	})
}
