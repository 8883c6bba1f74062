package store_test

import (
	"context"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// Samples are stored under the setting, so they are gone for good when it ends, by time, by hand or with the app.
func TestSamplesGoWithTheirSetting(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		sampler := s.Sampler()
		t.Cleanup(func() {
			if err := sampler.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
		stored := func(app platform.App) int64 {
			t.Helper()
			n, err := s.CountSamples(ctx, app.ID)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		sampled := func(name string) platform.App {
			t.Helper()
			app := createApp(t, s, by, draft(name))
			if _, err := s.SetSampling(ctx, by, app.ID, platform.Sampling{Enabled: true, RetentionDays: 2}); err != nil {
				t.Fatal(err)
			}
			for _, age := range []time.Duration{0, 25 * time.Hour, 49 * time.Hour} {
				sampler.Sample(platform.CallSample{CallRecord: platform.CallRecord{App: app.ID, At: time.Now().Add(-age), Outcome: "ok"}, Arguments: "\x00\xff", Result: "{}"})
			}
			sampler.Flush(ctx)
			return app
		}
		old, off, deleted := sampled("Old"), sampled("Off"), sampled("Deleted")
		if err := s.Prune(ctx, store.Retention{Calls: time.Hour}); err != nil || stored(old) != 2 {
			t.Errorf("%d samples after two days: %v", stored(old), err)
		}
		if _, err := s.SetSampling(ctx, by, old.ID, platform.Sampling{Enabled: true, RetentionDays: 1}); err != nil || stored(old) != 1 {
			t.Errorf("%d samples after a day: %v", stored(old), err)
		}
		if _, err := s.SetSampling(ctx, by, off.ID, platform.Sampling{}); err != nil || stored(off) != 0 {
			t.Errorf("%d samples when it is off: %v", stored(off), err)
		}
		if _, err := s.DeleteApp(ctx, by, deleted.ID, 0); err != nil || stored(deleted) != 0 {
			t.Errorf("%d samples of an app that is gone: %v", stored(deleted), err)
		}
		sampler.Refresh(ctx)
		if !sampler.Wanted(old.ID) || sampler.Wanted(off.ID) || sampler.Wanted(deleted.ID) {
			t.Error("the sampler wants other apps")
		}
		bob := storetest.Person(t, s, "bob@example.com")
		_, err := s.SetSampling(ctx, bob, old.ID, platform.Sampling{Enabled: true, RetentionDays: 1})
		wantCode(t, err, platform.CodeAppNotFound)
		_, err = s.Sampling(ctx, bob.Workspace, old.ID)
		wantCode(t, err, platform.CodeAppNotFound)
		_, _, err = s.Samples(ctx, bob.Workspace, old.ID, publish.Page{})
		wantCode(t, err, platform.CodeAppNotFound)
	})
}
