package publish_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func seeded(description string) platform.Manifest {
	return platform.Manifest{
		Name: "Gift Finder", Description: description, Access: platform.AccessPublic,
		Tools: []platform.ToolSpec{{
			Name: "find_gifts", Description: "Finds gifts.", Input: json.RawMessage(`{"type":"object"}`), View: "main",
			Handler: platform.HandlerRef{Kind: "mock", Config: json.RawMessage(`{"data":{},"text":"x"}`)},
		}},
		Views: []platform.ViewSpec{{Name: "main", URI: "ui://widget/gift.html", Layout: "cards"}},
	}
}

func (w *world) seed(t *testing.T, m platform.Manifest) platform.App {
	t.Helper()
	by := w.ann
	by.Kind = platform.KindSystem
	app, err := w.Seed(t.Context(), by, "gift", m)
	if err != nil {
		t.Fatalf("seed: %v", err)
	}
	return app
}

func TestSeed(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	ctx := t.Context()
	app := w.seed(t, seeded("one"))
	if layout, _ := w.Layouts.Layout("cards"); string(app.Draft.Tools[0].MockData) != string(layout.Sample) {
		t.Errorf("a view without a sample shows %s", app.Draft.Tools[0].MockData)
	}
	if app.Origin != platform.OriginSeeded || app.ServedSlug != "gift" || app.LiveVersion != 1 || app.Draft.Tools[0].Name != "find_gifts" {
		t.Fatalf("seeded: %+v", app)
	}
	if again := w.seed(t, seeded("one")); again.Rev != app.Rev {
		t.Error("a restart changes the app")
	}
	if app = w.seed(t, seeded("two")); app.LiveVersion != 2 || app.Draft.Description != "two" {
		t.Errorf("a newer binary: %+v", app)
	}
	if app = w.seed(t, seeded("one")); app.LiveVersion != 2 || app.PublishVersion != 2 {
		t.Errorf("an older binary: %+v", app)
	}

	wantCode(t, last(w.Patch(ctx, w.ann, app.ID, 0, w.changes(`{"name":"mine"}`))), platform.CodeForbidden)
	wantCode(t, w.Delete(ctx, w.ann, app.ID, 0), platform.CodeForbidden)
	wantCode(t, last(w.Publish(ctx, w.ann, app.ID, w.ReadOverrides(json.RawMessage(`{"name":"mine"}`)))), platform.CodeForbidden)
	if o, err := w.Check(ctx, w.ann.Workspace, app.ID); err != nil || o.Problems != nil {
		t.Errorf("check: %v, %v", o.Problems, err)
	}

	if _, err := w.Unpublish(ctx, w.ann, app.ID); err != nil {
		t.Fatal(err)
	}
	w.seed(t, seeded("two"))
	w.gone(t, "gift")
	if app = w.seed(t, seeded("three")); app.LiveVersion != 0 || app.PublishVersion != 3 {
		t.Errorf("a newer binary and an unpublished app: %+v", app)
	}
	w.gone(t, "gift")
	if app = w.publish(t, w.ann, app.ID); app.LiveVersion != 4 || app.DraftAhead() {
		t.Errorf("published again: %+v", app)
	}
	if served := w.live(t, "gift"); served.Manifest.Description != "three" || served.Origin != platform.OriginSeeded {
		t.Errorf("served: %+v", served.Manifest)
	}
	served, _, err := w.Trial(ctx, w.ann.Workspace, app.ID)
	if err != nil || served.Version != 4 {
		t.Errorf("trial: %+v, %v", served, err)
	}
	if p, err := w.Preview(ctx, w.ann.Workspace, app.ID, "", publish.Changes{}); err != nil || len(p.HTML) == 0 {
		t.Errorf("preview: %v", err)
	}
}

func TestSeedSaysWhoMayCall(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	m := seeded("one")
	m.Access = platform.AccessMixed
	if app := w.seed(t, m); app.Draft.Access != platform.AccessMixed {
		t.Errorf("an app that people may sign in to says access %q", app.Draft.Access)
	}
}

// severalTools is seeded with a tool that has a widget of its own, one that shares the first one's and one that has none.
func severalTools(description string) platform.Manifest {
	m := seeded(description)
	more := platform.ToolSpec{Description: "Does.", Input: json.RawMessage(`{"type":"object","properties":{"id":{"type":"string"}}}`), Handler: m.Tools[0].Handler,
		Example: json.RawMessage(`{"id":"1"}`), Hints: platform.Hints{Destructive: true}}
	for _, tool := range [][2]string{{"show_gift", "own"}, {"star_gift", "main"}, {"drop_gift", ""}} {
		more.Name, more.View = tool[0], tool[1]
		m.Tools = append(m.Tools, more)
	}
	m.Views = append(m.Views, platform.ViewSpec{Name: "own", URI: "ui://widget/own.html", Layout: "list", Sample: json.RawMessage(`{"items":[{"title":"Mine"}]}`)})
	return m
}

// The draft of a seeded app says of every tool what the release says of it, and is no draft of invented data.
func TestSeedShowsEveryTool(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	m := severalTools("one")
	app := w.seed(t, m)
	if app.Draft.Invented() || len(app.Draft.Tools) != len(m.Tools) {
		t.Fatalf("%+v", app.Draft)
	}
	layouts := map[string]string{"find_gifts": "cards", "show_gift": "list", "star_gift": "cards", "drop_gift": ""}
	for i, tool := range app.Draft.Tools {
		spec := m.Tools[i]
		if tool.Name != spec.Name || tool.Description != spec.Description || string(tool.Input) != string(spec.Input) || string(tool.Example) != string(spec.Example) ||
			tool.Layout != layouts[tool.Name] || *tool.Hints.Destructive != spec.Hints.Destructive || (tool.MockData == nil) != (tool.Name == "star_gift" || tool.Name == "drop_gift") {
			t.Errorf("%s: %+v", spec.Name, tool)
		}
		p, err := w.Preview(t.Context(), w.ann.Workspace, app.ID, tool.Name, publish.Changes{})
		if tool.Layout == "" {
			wantCode(t, err, platform.CodeNotFound)
		} else if err != nil || strings.Contains(string(p.HTML), "Mine") != (tool.Layout == "list") {
			t.Errorf("preview of %s: %v", tool.Name, err)
		}
	}
}

// An app that a former binary seeded shows its tools after the next start, and nothing that is served changes; a newer binary's
// draft stays.
func TestSeedMendsAFormerDraft(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.seed(t, severalTools("one"))
	former := func() platform.App {
		app, err := w.store.UpdateDraft(t.Context(), w.ann, app.ID, 0, func(app platform.App) (platform.Draft, error) {
			app.Draft.Tools = app.Draft.Tools[:1]
			return app.Draft, nil
		})
		if err != nil || len(app.Draft.Tools) != 1 {
			t.Fatalf("%+v, %v", app, err)
		}
		return app
	}
	former()
	mended := w.seed(t, severalTools("one"))
	if len(mended.Draft.Tools) != 4 || mended.PublishVersion != 1 || mended.LiveVersion != 1 || mended.DraftAhead() {
		t.Errorf("mended: %+v", mended)
	}
	if again := w.seed(t, severalTools("one")); again.Rev != mended.Rev {
		t.Error("a restart changes the app")
	}
	w.seed(t, severalTools("two"))
	newer := former()
	if older := w.seed(t, severalTools("one")); older.Rev != newer.Rev || older.Draft.Description != "two" {
		t.Errorf("an older binary: %+v", older)
	}
}

func TestSeedByFourReplicasAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := setup(t, s)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() { w.seed(t, seeded("one")) })
		}
		group.Wait()
		app, err := s.SeededApp(t.Context(), "gift")
		if err != nil || app.PublishVersion != 1 || app.LiveVersion != 1 {
			t.Errorf("seeded: %+v, %v", app, err)
		}
	})
}

func TestSeedDoesNotTakeASlugFromSomebody(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	wantCode(t, last(w.Create(t.Context(), w.bob, w.changes(`{"name":"x","mcpSlug":"gift"}`))), platform.CodeSlugTaken)
	if free, suggestion, err := w.SlugAvailability(t.Context(), w.ann.Workspace, "gift"); err != nil || free || suggestion != "gift-2" {
		t.Errorf("before it is seeded: %v, %q, %v", free, suggestion, err)
	}
	if got := w.publish(t, w.bob, w.ready(t, w.bob, "Gift").ID); got.ServedSlug != "gift-2" {
		t.Errorf("an app with the name got %q", got.ServedSlug)
	}
	// Somebody had it before the name was kept.
	_, err := w.store.CreateApp(t.Context(), w.bob, platform.App{Origin: platform.OriginAuthored, Draft: platform.Draft{Name: "x", Slug: "gift", Tools: []platform.ToolDraft{{Layout: "cards"}}}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Seed(t.Context(), w.ann, "gift", seeded("one"))
	wantCode(t, err, platform.CodeSlugTaken)
}

func TestSeedRefusesAWrongManifest(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	for name, change := range map[string]func(*platform.Manifest){
		"handler":       func(m *platform.Manifest) { m.Tools[0].Handler.Kind = "none" },
		"input schema":  func(m *platform.Manifest) { m.Tools[0].Input = json.RawMessage(`{"type":"array"}`) },
		"output schema": func(m *platform.Manifest) { m.Tools[0].Output = json.RawMessage(`{"type":"objec"}`) },
		"layout":        func(m *platform.Manifest) { m.Views[0].Layout = "none" },
		"theme":         func(m *platform.Manifest) { m.Views[0].Theme.Font = "comic" },
		"two tools":     func(m *platform.Manifest) { m.Tools = append(m.Tools, m.Tools[0]) },
		"two views":     func(m *platform.Manifest) { m.Views = append(m.Views, m.Views[0]) },
		"two URIs": func(m *platform.Manifest) {
			m.Views = append(m.Views, m.Views[0])
			m.Views[1].Name = "other"
		},
	} {
		m := seeded("one")
		change(&m)
		if _, err := w.Seed(t.Context(), w.ann, "gift", m); err == nil {
			t.Errorf("%s: it is seeded", name)
		}
	}
	wantCode(t, last(w.store.SeededApp(t.Context(), "gift")), platform.CodeAppNotFound)
}

var _ publish.Store = (*store.Store)(nil)
