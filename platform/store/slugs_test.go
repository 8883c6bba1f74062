package store_test

import (
	"fmt"
	"strconv"
	"testing"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// slugWorld is two people with an app each.
type slugWorld struct {
	*testing.T
	s        *store.Store
	ann, bob platform.Actor
}

func (w slugWorld) choose(by platform.Actor, app platform.App, slug string) error {
	w.Helper()
	_, err := w.s.UpdateDraft(w.Context(), by, app.ID, 0, func(a platform.App) (platform.Draft, error) {
		a.Draft.Slug = slug
		return a.Draft, nil
	})
	return err
}

func (w slugWorld) reload(by platform.Actor, app platform.App) platform.App {
	w.Helper()
	app, err := w.s.App(w.Context(), by.Workspace, app.ID)
	if err != nil {
		w.Fatal(err)
	}
	return app
}

func (w slugWorld) wantFree(by platform.Actor, slug string, want bool) {
	w.Helper()
	if free, err := w.s.SlugFree(w.Context(), by.Workspace, slug); err != nil || free != want {
		w.Errorf("slug %q free to %s: %v, %v", slug, by.Email, free, err)
	}
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := slugWorld{t, s, storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")}
		app, other, foreign := createApp(t, s, w.ann, draft("One")), createApp(t, s, w.ann, draft("Two")), createApp(t, s, w.bob, draft("Three"))

		w.wantFree(w.ann, "first", true)
		if err := w.choose(w.ann, app, "first"); err != nil {
			t.Fatal(err)
		}
		w.wantFree(w.ann, "first", false)
		wantCode(t, w.choose(w.ann, other, "first"), platform.CodeSlugTaken)
		wantCode(t, w.choose(w.bob, foreign, "first"), platform.CodeSlugTaken)

		// What was never served is free again once the draft has another.
		if err := w.choose(w.ann, app, "second"); err != nil {
			t.Fatal(err)
		}
		w.wantFree(w.bob, "first", true)

		// What was served is kept for the app.
		published := publishApp(t, s, w.ann, w.reload(w.ann, app))
		if published.ServedSlug != "second" {
			t.Errorf("served under %q", published.ServedSlug)
		}
		if err := w.choose(w.ann, app, "third"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Live(t.Context(), "second"); err != nil {
			t.Errorf("a slug that was only chosen took effect: %v", err)
		}
		publishApp(t, s, w.ann, w.reload(w.ann, app))
		_, err := s.Live(t.Context(), "second")
		wantCode(t, err, platform.CodeAppNotFound)
		if _, err := s.Live(t.Context(), "third"); err != nil {
			t.Error(err)
		}
		wantCode(t, w.choose(w.ann, other, "second"), platform.CodeSlugTaken)
		if err := w.choose(w.ann, app, "second"); err != nil {
			t.Errorf("an app cannot have its former slug again: %v", err)
		}

		// When the app is deleted, its slugs stay with the workspace.
		if _, err := s.DeleteApp(t.Context(), w.ann, app.ID, 0); err != nil {
			t.Fatal(err)
		}
		_, err = s.Live(t.Context(), "third")
		wantCode(t, err, platform.CodeAppNotFound)
		w.wantFree(w.ann, "third", true)
		w.wantFree(w.bob, "third", false)
		wantCode(t, w.choose(w.bob, foreign, "third"), platform.CodeSlugTaken)
		if err := w.choose(w.ann, other, "third"); err != nil {
			t.Errorf("a workspace cannot have its slug again: %v", err)
		}
		for _, slug := range []string{"", "Upper", "-a", "a\x00b", "\xff", "a b"} {
			w.wantFree(w.ann, slug, false)
		}
	})
}

// Publishing the thousandth app of one name must not cost a thousand queries, and still finds the right slug.
func TestManyAppsOfOneName(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	by := storetest.Person(t, s, "ann@example.com")
	asked := 0
	for i := range 150 {
		p := publication(createApp(t, s, by, draft("Same")))
		p.Slugs = func(n int) string { asked++; return "same-" + strconv.Itoa(n+1) }
		asked = 0
		app, err := s.Publish(t.Context(), by, p)
		if want := fmt.Sprintf("same-%d", i+1); err != nil || app.ServedSlug != want {
			t.Fatalf("got %q, %v, want %q", app.ServedSlug, err, want)
		}
	}
	if asked > 60 {
		t.Errorf("the last one asked %d times", asked)
	}
	p := publication(createApp(t, s, by, draft("Stuck")))
	p.Slugs = func(int) string { return "same-1" }
	_, err := s.Publish(t.Context(), by, p)
	wantCode(t, err, platform.CodeSlugTaken)
}
