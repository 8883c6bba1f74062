package publish_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestLifecycle(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := setup(t, s)
		app := w.create(t, w.ann, `{"name":"Café São"}`)
		want := platform.App{ID: app.ID, Workspace: w.ann.Workspace, Origin: platform.OriginAuthored, Draft: platform.Draft{Name: "Café São", Tools: []platform.ToolDraft{{Layout: "cards"}}}, Rev: 1}
		if diff := cmp.Diff(want, app, cmpopts.IgnoreFields(platform.App{}, "CreatedAt", "UpdatedAt")); diff != "" {
			t.Fatalf("fresh draft (-want +got):\n%s", diff)
		}
		_, err := w.Publish(t.Context(), w.ann, app.ID, publish.Overrides{})
		wantCode(t, err, platform.CodeInvalidConfig)
		if got := platform.AsError(err).Fields; len(got) != 2 {
			t.Fatalf("problems: %v", got)
		}

		app, err = w.Publish(t.Context(), w.ann, app.ID, w.ReadOverrides(json.RawMessage(`{"name":"get_coffee","description":"Gets coffee."}`)))
		if err != nil {
			t.Fatal(err)
		}
		if app.ServedSlug != "cafe-sao" || app.Draft.Slug != "cafe-sao" || app.LiveVersion != 1 || app.PublishVersion != 1 ||
			app.Draft.Tools[0].Name != "get_coffee" || app.DraftAhead() || app.PublishedAt.IsZero() {
			t.Fatalf("published: %+v", app)
		}
		if got := w.announced(); got != "cafe-sao" {
			t.Errorf("announced %q", got)
		}
		served := w.live(t, "cafe-sao")
		if served.App != app.ID || served.Manifest.Tools[0].Name != "get_coffee" || served.Origin != platform.OriginAuthored {
			t.Errorf("served: %+v", served)
		}
		if _, err := s.Document(t.Context(), served.Views[0].Document); err != nil {
			t.Errorf("document: %v", err)
		}

		app = w.patch(t, w.ann, app.ID, `{"name":"Tea"}|{"responseText":"Tea."}`)
		if !app.DraftAhead() || app.Draft.Slug != "cafe-sao" {
			t.Errorf("patched: %+v", app)
		}
		if got := w.live(t, "cafe-sao").Manifest.Name; got != "Café São" {
			t.Errorf("a draft is served: %s", got)
		}
		app = w.publish(t, w.ann, app.ID)
		app = w.publish(t, w.ann, app.ID) // without a change
		if app.PublishVersion != 3 || app.LiveVersion != 3 || app.ServedSlug != "cafe-sao" || app.DraftAhead() {
			t.Errorf("republished: %+v", app)
		}
		if got := w.live(t, "cafe-sao").Manifest.Name; got != "Tea" {
			t.Errorf("served: %s", got)
		}

		publishedAt := app.PublishedAt
		app, err = w.Activate(t.Context(), w.ann, app.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		if app.LiveVersion != 1 || app.PublishVersion != 3 || !app.PublishedAt.Equal(publishedAt) || !app.DraftAhead() {
			t.Errorf("rolled back: %+v", app)
		}
		for _, version := range []int{0, 4, -1} {
			wantCode(t, last(w.Activate(t.Context(), w.ann, app.ID, version)), platform.CodeNotFound)
		}

		w.announced()
		for range 2 {
			if app, err = w.Unpublish(t.Context(), w.ann, app.ID); err != nil {
				t.Fatal(err)
			}
			if app.Status() != platform.StatusDraft || app.LiveVersion != 0 || app.PublishVersion != 3 || app.Draft.Slug != "cafe-sao" {
				t.Errorf("unpublished: %+v", app)
			}
		}
		w.gone(t, "cafe-sao")
		if got := w.announced(); !strings.HasPrefix(got, "-cafe-sao") {
			t.Errorf("announced %q", got)
		}
		if app, err = w.Activate(t.Context(), w.ann, app.ID, 3); err != nil || app.Status() != platform.StatusPublished {
			t.Errorf("activated from unpublished: %+v, %v", app, err)
		}
		releases, _, err := w.Releases(t.Context(), w.ann.Workspace, app.ID, publish.Page{Limit: 10})
		if err != nil || len(releases) != 3 || releases[0].Version != 3 || !releases[0].Live || releases[2].Live {
			t.Errorf("releases: %+v, %v", releases, err)
		}

		if err := w.Delete(t.Context(), w.ann, app.ID, 0); err != nil {
			t.Fatal(err)
		}
		w.gone(t, "cafe-sao")
		wantCode(t, last(w.Get(t.Context(), w.ann.Workspace, app.ID)), platform.CodeAppNotFound)
		wantCode(t, w.Delete(t.Context(), w.ann, app.ID, 0), platform.CodeAppNotFound)
	})
}

// Nothing that one workspace does reaches an app of another, and what it is told does not depend on whether there is one.
func TestForeignApps(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.publish(t, w.ann, w.ready(t, w.ann, "Ann's").ID)
	ctx, ws := t.Context(), w.bob.Workspace
	for name, err := range map[string]error{
		"get":       last(w.Get(ctx, ws, app.ID)),
		"patch":     last(w.Patch(ctx, w.bob, app.ID, 0, w.changes(`{"name":""}`))),
		"delete":    w.Delete(ctx, w.bob, app.ID, 0),
		"check":     last(w.Check(ctx, ws, app.ID)),
		"publish":   last(w.Publish(ctx, w.bob, app.ID, publish.Overrides{})),
		"unpublish": last(w.Unpublish(ctx, w.bob, app.ID)),
		"activate":  last(w.Activate(ctx, w.bob, app.ID, 1)),
		"servable":  w.Servable(ctx, ws, app.ID, 1),
		"preview":   last(w.Preview(ctx, ws, app.ID, "", publish.Changes{})),
		"trial":     third(w.Trial(ctx, ws, app.ID)),
		"live":      third(w.Live(ctx, ws, app.ID)),
		"releases":  third(w.Releases(ctx, ws, app.ID, publish.Page{Limit: 1})),
		"no id":     last(w.Get(ctx, w.ann.Workspace, "' OR 1=1")),
	} {
		if !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	apps, _, err := w.List(ctx, ws, publish.AppQuery{Page: publish.Page{Limit: 10}})
	if err != nil || len(apps) != 0 {
		t.Errorf("Bob's apps: %v, %v", apps, err)
	}
	if got, err := w.Get(ctx, w.ann.Workspace, app.ID); err != nil || got.Rev != app.Rev {
		t.Errorf("Ann's app: %+v, %v", got, err)
	}
}

func TestLimitOfApps(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	var app platform.App
	for range 50 {
		app = w.create(t, w.ann, `{"name":"x"}`)
	}
	wantCode(t, last(w.Duplicate(t.Context(), w.ann, app.ID, "")), platform.CodeLimitReached)
	wantCode(t, last(w.Create(t.Context(), w.ann, w.changes(`{"name":"x"}`))), platform.CodeLimitReached)
	w.create(t, w.bob, `{"name":"x"}`)
}
