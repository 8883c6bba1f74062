package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/drift"
	"berth/platform/drift/shape"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// looks is what a check may have found.
func looks(k drift.Kept) (drift.Kept, bool) {
	return drift.Kept{Tool: "x", Version: 1, Shape: shape.Of(map[string]any{"a\x00": "b", "c": nil}), State: drift.Changed,
		Differences: []shape.Difference{{Pointer: "/d", Message: "is gone"}}, CheckedAt: time.Date(2026, 1, 2, 3, 4, 5, 6789, time.UTC), DueAt: time.Now().Add(-time.Hour)}, true
}

func TestDrift(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, eve := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "eve@example.com")
		app := publishApp(t, s, ann, createApp(t, s, ann, draft("A")))
		evil := publishApp(t, s, eve, createApp(t, s, eve, draft("B")))
		at := drift.Place{App: app.ID, Version: 1, Tool: "x"}
		update := func(by platform.Actor, at drift.Place) error { return s.UpdateDrift(ctx, by, at, looks) }
		list := func() []drift.Kept {
			t.Helper()
			all, err := s.Drift(ctx, ann.Workspace, app.ID)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		wantCode(t, update(eve, at), platform.CodeAppNotFound)
		other := at
		other.Version = 2
		if err := update(ann, other); err != nil || len(list()) != 0 {
			t.Errorf("another version: %v %v", err, list())
		}
		for range 2 {
			if err := update(ann, at); err != nil {
				t.Fatal(err)
			}
		}
		if err := update(eve, drift.Place{App: evil.ID, Version: 1, Tool: "y"}); err != nil {
			t.Fatal(err)
		}
		want, _ := looks(drift.Kept{})
		got := list()
		if len(got) != 1 || got[0].State != want.State || !shape.Same(got[0].Shape, want.Shape) || !got[0].CheckedAt.Equal(want.CheckedAt.Truncate(time.Microsecond)) ||
			cmp.Diff(got[0].Differences, want.Differences) != "" {
			t.Errorf("%+v", got)
		}
		if _, err := s.Drift(ctx, eve.Workspace, app.ID); !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Errorf("of somebody else: %v", err)
		}

		due, err := s.DriftDue(ctx, 10)
		if err != nil || len(due) != 2 {
			t.Fatalf("%v %v", due, err)
		}
		for i, d := range due { // of two replicas, one is faster
			for turn, wants := range []bool{true, false} {
				if ours, err := s.ClaimDrift(ctx, d, time.Now().Add(time.Hour)); err != nil || ours != wants {
					t.Errorf("%d, %d: %v %v", i, turn, ours, err)
				}
			}
		}
		if due, err := s.DriftDue(ctx, 10); err != nil || len(due) != 0 {
			t.Errorf("claimed: %v %v", due, err)
		}
		if err := update(ann, at); err != nil {
			t.Fatal(err)
		}
		suspend(t, s, platform.SuspendedApp, app.ServedSlug)
		if due, err := s.DriftDue(ctx, 10); err != nil || len(due) != 0 {
			t.Errorf("suspended: %v %v", due, err)
		}
		if err := s.DropDrift(ctx, drift.Due{App: app.ID, Tool: "x"}); err != nil || len(list()) != 0 {
			t.Errorf("dropped: %v %v", err, list())
		}
	})
}
