package publish_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestPublishWhileTheDraftIsEdited(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Racy")
	edits := 0
	w.onTrial(func(platform.Served) error {
		if edits++; edits == 1 {
			w.patch(t, w.ann, app.ID, `{"description":"edited meanwhile"}`)
		}
		return nil
	})
	app = w.publish(t, w.ann, app.ID)
	if got := w.live(t, app.ServedSlug).Manifest.Description; got != "edited meanwhile" || app.DraftAhead() || edits != 2 {
		t.Errorf("served %q after %d attempts, ahead %v", got, edits, app.DraftAhead())
	}
	w.onTrial(func(platform.Served) error {
		edits++
		w.patch(t, w.ann, app.ID, `{"description":"`+strconv.Itoa(edits)+`"}`)
		return nil
	})
	_, err := w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})
	wantCode(t, err, platform.CodeConflict)
	if got := w.live(t, app.ServedSlug); got.Version != 1 {
		t.Errorf("served: version %d", got.Version)
	}
}

func TestAFailedPublishLeavesWhatIsLive(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.publish(t, w.ann, w.ready(t, w.ann, "Steady").ID)
	w.patch(t, w.ann, app.ID, `{"name":"Changed"}`)
	w.announced()
	for name, trial := range map[string]func(platform.Served) error{
		"error": func(platform.Served) error { return errors.New("secret cause") },
		"panic": func(platform.Served) error { panic("secret cause") },
	} {
		w.onTrial(trial)
		_, err := w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})
		if err == nil || strings.Contains(platform.AsError(err).Msg, "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.onTrial(nil)
	for _, body := range []string{`{"name":"a b"}`, `{"name":5}`, `{"colour":1}`, `[]`, `{"description":""}`} {
		wantCode(t, last(w.Publish(t.Context(), w.ann, app.ID, w.ReadOverrides(json.RawMessage(body)))), platform.CodeInvalidConfig)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Publish(ctx, w.ann, app.ID, publish.Overrides{}); err == nil {
		t.Error("a cancelled publish succeeds")
	}
	if served := w.live(t, "steady"); served.Version != 1 || served.Manifest.Name != "Steady" {
		t.Errorf("served: %+v", served)
	}
	if got := w.announced(); got != "" {
		t.Errorf("announced %q", got)
	}
}

func TestConcurrentPublishes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := setup(t, s)
		const n = 6
		var apps []platform.App
		for i := range n {
			by := w.ann
			if i%2 == 1 {
				by = w.bob
			}
			apps = append(apps, w.ready(t, by, "Same Name"))
		}
		var group sync.WaitGroup
		slugs := make([]string, n)
		for i, app := range apps {
			group.Go(func() {
				by := w.ann
				if app.Workspace == w.bob.Workspace {
					by = w.bob
				}
				got, err := w.Publish(t.Context(), by, app.ID, publish.Overrides{})
				if err != nil {
					t.Errorf("publish: %v", err)
				}
				slugs[i] = got.ServedSlug
			})
		}
		group.Wait()
		seen := map[string]bool{}
		for i, slug := range slugs {
			if served := w.live(t, slug); seen[slug] || served.App != apps[i].ID {
				t.Errorf("slug %s is %s's", slug, served.App)
			}
			seen[slug] = true
		}

	})
}

// Nobody who publishes loses against the others, in one process or in several.
func TestParallelPublishesOfOneApp(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one := setup(t, s)
		app := one.ready(t, one.ann, "Busy")
		replicas := []*publish.Service{one.Service, service(t, s), service(t, s), service(t, s)}
		const n = 16
		var group sync.WaitGroup
		versions := make([]int, n)
		for i := range n {
			group.Go(func() {
				got, err := replicas[i%len(replicas)].Publish(t.Context(), one.ann, app.ID, publish.Overrides{})
				if err != nil {
					t.Errorf("publish: %v", err)
				}
				versions[i] = got.PublishVersion
			})
		}
		group.Go(func() {
			wantCode(t, last(one.Publish(t.Context(), one.bob, app.ID, publish.Overrides{})), platform.CodeAppNotFound)
		})
		group.Wait()
		slices.Sort(versions)
		for i, version := range versions {
			if version != i+1 {
				t.Fatalf("versions %v", versions)
			}
		}
		if app, err := one.Get(t.Context(), one.ann.Workspace, app.ID); err != nil || app.LiveVersion != n {
			t.Errorf("%+v, %v", app, err)
		}
	})
}

func TestAPublishWaitsNoLongerThanItsCaller(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Slow")
	trying, hold := make(chan struct{}), make(chan struct{})
	w.onTrial(func(platform.Served) error {
		trying <- struct{}{}
		<-hold
		return nil
	})
	first := make(chan error, 1)
	go func() { first <- last(w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})) }()
	<-trying
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := last(w.Publish(gone, w.ann, app.ID, publish.Overrides{})); !errors.Is(err, context.Canceled) {
		t.Errorf("the second: %v", err)
	}
	close(hold)
	if err := <-first; err != nil {
		t.Errorf("the first: %v", err)
	}
}
