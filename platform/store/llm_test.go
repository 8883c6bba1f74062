package store_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/llm"
	"berth/platform/llm/access"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// However many ask at once, through two replicas, no budget is exceeded, and none of what fits is refused.
func TestBudgetsHold(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		s := w.replicas[0]
		by := storetest.Person(t, s, "ann@example.com")
		one, other := createApp(t, s, by, draft("One")), createApp(t, s, by, draft("Other"))
		reservation := func(app platform.App) access.Reservation {
			return access.Reservation{Workspace: by.Workspace, App: app.ID, Month: "2026-11", Tokens: 100, AppMost: 1000, WorkspaceMost: 1500}
		}
		var taken [2]atomic.Int64
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				ok, err := w.replicas[i%2].Reserve(t.Context(), reservation([]platform.App{one, other}[i%2]))
				if err != nil {
					t.Error(err)
				}
				if ok {
					taken[i%2].Add(1)
				}
			})
		}
		all.Wait()
		if a, b := taken[0].Load(), taken[1].Load(); a+b != 15 || a > 10 || b > 10 {
			t.Errorf("%d and %d reservations, want 15, of one app at most 10", a, b)
		}
		if ok, err := s.Reserve(t.Context(), access.Reservation{Workspace: by.Workspace, App: one.ID, Month: "2026-12", Tokens: 1001, AppMost: 1000}); ok || err != nil {
			t.Errorf("more than a whole month's: %v %v", ok, err)
		}
		if ok, err := s.Reserve(t.Context(), access.Reservation{Workspace: by.Workspace, App: one.ID, Month: "2026-12", Tokens: 1 << 40}); !ok || err != nil {
			t.Errorf("without limits: %v %v", ok, err)
		}
	})
}

func TestUsageIsCounted(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by, stranger := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app := createApp(t, s, by, draft("One"))
		r := access.Reservation{Workspace: by.Workspace, App: app.ID, Month: "2026-11", Tokens: 500, AppMost: 1000, WorkspaceMost: 1000}
		cost := int64(7)
		for _, spent := range []access.Spent{
			{App: app.ID, Day: "2026-11-22", Model: "m", Usage: llm.Usage{Calls: 1, Input: 10, Output: 5}},
			{App: app.ID, Day: "2026-11-23", Model: "m", Usage: llm.Usage{Calls: 2, Input: 20, Output: 6}, Cost: &cost, Reserved: &r},
			{App: app.ID, Day: "2026-11-23", Model: "m", Usage: llm.Usage{Calls: 1, Input: 1, Output: 1}},
			{App: app.ID, Day: "2026-11-23", Model: "m", Usage: llm.Usage{Calls: 1, Input: 1, Output: 1}, Cost: &cost},
			{App: platform.AppID(newID()), Day: "2026-11-23", Model: "m", Usage: llm.Usage{Calls: 1}}, // deleted meanwhile
		} {
			if spent.Reserved != nil {
				if ok, err := s.Reserve(t.Context(), r); !ok || err != nil {
					t.Fatal(ok, err)
				}
			}
			if err := s.Spend(t.Context(), spent); err != nil {
				t.Fatal(err)
			}
		}
		days, tokens, err := s.AppUsage(t.Context(), by.Workspace, app.ID, "2026-11")
		both := 2 * cost
		want := []access.DayUsage{{Day: "2026-11-23", Model: "m", Calls: 4, Input: 22, Output: 8, Cost: &both}, {Day: "2026-11-22", Model: "m", Calls: 1, Input: 10, Output: 5}}
		if diff := cmp.Diff(want, days); diff != "" || tokens != 26 || err != nil {
			t.Errorf("%d tokens count, want 26, %v (-want +got):\n%s", tokens, err, diff)
		}
		if _, _, err := s.AppUsage(t.Context(), stranger.Workspace, app.ID, "2026-11"); !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Errorf("another workspace reads it: %v", err)
		}
	})
}

func TestAWorkspaceBringsItsModel(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by, stranger := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		own := access.Own{Settings: access.Settings{Provider: access.OpenAI, BaseURL: "https://a.example/v1", Model: "m", ModelFast: "f"}, Workspace: by.Workspace, Sealed: []byte("sealed")}
		if _, err := s.OwnModel(t.Context(), by.Workspace); !platform.IsCode(err, platform.CodeNotFound) {
			t.Errorf("before: %v", err)
		}
		set, err := s.SetOwnModel(t.Context(), by, own)
		got, err2 := s.OwnModel(t.Context(), by.Workspace)
		if diff := cmp.Diff(set, got); diff != "" || err != nil || err2 != nil || got.UpdatedAt.IsZero() {
			t.Errorf("%v %v (-want +got):\n%s", err, err2, diff)
		}
		if _, err := s.OwnModel(t.Context(), stranger.Workspace); !platform.IsCode(err, platform.CodeNotFound) {
			t.Errorf("another workspace has it: %v", err)
		}
		if err := s.DeleteOwnModel(t.Context(), stranger); err != nil {
			t.Error(err)
		}
		if _, err := s.OwnModel(t.Context(), by.Workspace); err != nil {
			t.Errorf("another workspace deletes it: %v", err)
		}
		if err := s.DeleteOwnModel(t.Context(), by); err != nil {
			t.Error(err)
		}
		if _, err := s.OwnModel(t.Context(), by.Workspace); !platform.IsCode(err, platform.CodeNotFound) {
			t.Errorf("after: %v", err)
		}
	})
}
