package store_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestPublishAndServe(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("Things"))
		if diff := cmp.Diff(draft("Things"), app.Draft); diff != "" {
			t.Errorf("draft changed on its way (-want +got):\n%s", diff)
		}
		if _, err := s.Live(t.Context(), "app-1"); !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Errorf("before publish: %v", err)
		}
		live := publishApp(t, s, by, app)
		if live.ServedSlug != "app-1" || live.Draft.Slug != "app-1" || live.LiveVersion != 1 || live.PublishVersion != 1 || live.DraftAhead() || live.PublishedAt.IsZero() {
			t.Errorf("published: %+v", live)
		}
		served, err := s.Live(t.Context(), "app-1")
		if err != nil {
			t.Fatal(err)
		}
		if served.Workspace != by.Workspace || served.App != app.ID {
			t.Errorf("served as %s of workspace %s", served.App, served.Workspace)
		}
		if diff := cmp.Diff(publication(app).Release.Manifest, served.Manifest); diff != "" {
			t.Errorf("manifest changed on its way (-want +got):\n%s", diff)
		}
		if served.App != app.ID || served.Slug != "app-1" || served.Origin != platform.OriginAuthored {
			t.Errorf("served: %+v", served)
		}
		release, err := s.Release(t.Context(), by.Workspace, app.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		want := publication(app).Release
		want.App, want.Version = app.ID, 1
		want.ID, want.DraftDigest, want.PublishedAt = release.ID, live.Draft.Digest(), live.PublishedAt
		if diff := cmp.Diff(&want, release); diff != "" {
			t.Errorf("release changed on its way (-want +got):\n%s", diff)
		}
		document, err := s.Document(t.Context(), served.Views[0].Document)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(publication(app).Documents[0], document); diff != "" {
			t.Errorf("document changed on its way (-want +got):\n%s", diff)
		}
	})
}

func TestPublishKeepsWhatWasServedWhenItFails(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := publishApp(t, s, by, createApp(t, s, by, draft("Things")))
		before, _, _ := s.Audit(t.Context(), by.Workspace, identity.AuditQuery{Limit: 200})

		p := publication(app)
		p.Release.Digest = "too short"
		_, err := s.Publish(t.Context(), by, p)
		wantCode(t, err, platform.CodeInvalidConfig)

		p = publication(app)
		p.Rev--
		_, err = s.Publish(t.Context(), by, p)
		wantCode(t, err, platform.CodeConflict)

		got, err := s.App(t.Context(), by.Workspace, app.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(app, got); diff != "" {
			t.Errorf("a failed publish left something (-want +got):\n%s", diff)
		}
		if after, _, _ := s.Audit(t.Context(), by.Workspace, identity.AuditQuery{Limit: 200}); len(after) != len(before) {
			t.Errorf("a failed publish left %d audit rows", len(after)-len(before))
		}
		if served, err := s.Live(t.Context(), "app-1"); err != nil || served.Version != 1 {
			t.Errorf("live: %+v, %v", served, err)
		}
	})
}

func TestLifecycle(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := publishApp(t, s, by, createApp(t, s, by, draft("Things")))
		app = publishApp(t, s, by, app)
		if app.LiveVersion != 2 || app.PublishVersion != 2 || app.ServedSlug != "app-1" {
			t.Errorf("republished: %+v", app)
		}
		off, err := s.Unpublish(ctx, by, app.ID)
		if err != nil || off.LiveVersion != 0 || off.Status() != platform.StatusDraft || off.ServedSlug != "app-1" || off.Rev <= app.Rev {
			t.Errorf("unpublished: %+v, %v", off, err)
		}
		_, err = s.Live(ctx, "app-1")
		wantCode(t, err, platform.CodeAppNotFound)
		again, err := s.Unpublish(ctx, by, app.ID)
		if diff := cmp.Diff(off, again); diff != "" || err != nil {
			t.Errorf("unpublishing twice changed something: %v\n%s", err, diff)
		}
		for _, version := range []int{-1, 0, 3, 1 << 40} {
			_, err := s.Activate(ctx, by, app.ID, version)
			wantCode(t, err, platform.CodeNotFound)
		}
		on, err := s.Activate(ctx, by, app.ID, 1)
		if err != nil || on.LiveVersion != 1 || on.PublishVersion != 2 || !on.PublishedAt.Equal(app.PublishedAt) {
			t.Errorf("activated: %+v, %v", on, err)
		}
		if served, err := s.Live(ctx, "app-1"); err != nil || served.Version != 1 {
			t.Errorf("live: %+v, %v", served, err)
		}
		releases, next, err := s.Releases(ctx, by.Workspace, app.ID, publish.Page{Limit: 1})
		if err != nil || len(releases) != 1 || releases[0].Version != 2 || releases[0].Live || next == "" {
			t.Errorf("releases: %+v, %q, %v", releases, next, err)
		}
		releases, next, err = s.Releases(ctx, by.Workspace, app.ID, publish.Page{Limit: 1, Cursor: next})
		if err != nil || len(releases) != 1 || releases[0].Version != 1 || !releases[0].Live || next != "" {
			t.Errorf("releases: %+v, %q, %v", releases, next, err)
		}
		want := []string{"workspace.create", "user.create", "app.create", "app.publish", "app.publish", "app.unpublish", "app.activate"}
		if diff := cmp.Diff(want, actions(t, s, by.Workspace)); diff != "" {
			t.Errorf("audit (-want +got):\n%s", diff)
		}
		if has, err := s.HasRelease(ctx, app.ID, publication(app).Release.Digest); !has || err != nil {
			t.Errorf("has release: %v, %v", has, err)
		}
		if has, err := s.HasRelease(ctx, app.ID, strings.Repeat("b", 64)); has || err != nil {
			t.Errorf("has unknown release: %v, %v", has, err)
		}
	})
}

func TestDraftAheadOfLive(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := publishApp(t, s, by, createApp(t, s, by, draft("Things")))
		rename := func(name string) platform.App {
			t.Helper()
			app, err := s.UpdateDraft(t.Context(), by, app.ID, 0, func(a platform.App) (platform.Draft, error) {
				a.Draft.Name = name
				return a.Draft, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return app
		}
		if ahead := rename("Other"); !ahead.DraftAhead() || ahead.ServedSlug != "app-1" {
			t.Errorf("changed: %+v", ahead)
		}
		if back := rename("Things"); back.DraftAhead() {
			t.Errorf("changed back: %+v", back)
		}
	})
}

func TestPublishWithoutServing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		d := draft("Gift")
		d.Slug = "gift"
		_, err := s.SeededApp(ctx, "gift")
		wantCode(t, err, platform.CodeAppNotFound)
		app, err := s.CreateApp(ctx, by, platform.App{Origin: platform.OriginSeeded, Draft: d}, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.CreateApp(ctx, by, platform.App{Origin: platform.OriginSeeded, Draft: d}, 0)
		wantCode(t, err, platform.CodeSlugTaken)
		p := publication(app)
		p.Live = false
		stored, err := s.Publish(ctx, by, p)
		if err != nil || stored.LiveVersion != 0 || stored.PublishVersion != 1 {
			t.Errorf("stored: %+v, %v", stored, err)
		}
		_, err = s.Live(ctx, "gift")
		wantCode(t, err, platform.CodeAppNotFound)
		found, err := s.SeededApp(ctx, "gift")
		if diff := cmp.Diff(stored, found); diff != "" || err != nil {
			t.Errorf("seeded app: %v\n%s", err, diff)
		}
	})
}

// Of many who publish the same revision one wins and the others are told; of many who want one slug one gets it.
func TestPublishRaces(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("Things"))
		errs := together(8, func(int) error {
			_, err := s.Publish(t.Context(), by, publication(app))
			return err
		})
		if won, lost := count(errs, ""), count(errs, platform.CodeConflict); won != 1 || lost != 7 {
			t.Errorf("one revision: %v", errs)
		}

		apps := make([]platform.App, 8)
		for i := range apps {
			apps[i] = createApp(t, s, by, draft("Other "+strconv.Itoa(i)))
		}
		var mu sync.Mutex
		slugs := map[string]bool{}
		errs = together(len(apps), func(i int) error {
			live, err := s.Publish(t.Context(), by, publication(apps[i]))
			mu.Lock()
			defer mu.Unlock()
			slugs[live.ServedSlug] = true
			return err
		})
		if count(errs, "") != len(apps) || len(slugs) != len(apps) || !slugs["app-2"] || !slugs["app-9"] {
			t.Errorf("derived slugs: %v, %v", slugs, errs)
		}

		errs = together(8, func(i int) error {
			d := draft("Chosen " + strconv.Itoa(i))
			d.Slug = "chosen"
			_, err := s.CreateApp(t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: d}, 1000)
			return err
		})
		if won, lost := count(errs, ""), count(errs, platform.CodeSlugTaken); won != 1 || lost != 7 {
			t.Errorf("one slug: %v", errs)
		}
	})
}

// together runs do n times at once.
func together(n int, do func(i int) error) []error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = do(i) })
	}
	wg.Wait()
	return errs
}

func count(errs []error, code platform.Code) int {
	n := 0
	for _, err := range errs {
		if codeOf(err) == code {
			n++
		}
	}
	return n
}

func TestUpdateDraft(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("Things"))
		same := func(a platform.App) (platform.Draft, error) { return a.Draft, nil }
		got, err := s.UpdateDraft(ctx, by, app.ID, app.Rev, same)
		if diff := cmp.Diff(app, got); diff != "" || err != nil {
			t.Errorf("an unchanged draft was written: %v\n%s", err, diff)
		}
		_, err = s.UpdateDraft(ctx, by, app.ID, app.Rev+1, same)
		wantCode(t, err, platform.CodePreconditionFailed)
		refused := errors.New("refused")
		if _, err := s.UpdateDraft(ctx, by, app.ID, 0, func(platform.App) (platform.Draft, error) { return platform.Draft{}, refused }); !errors.Is(err, refused) {
			t.Errorf("got %v", err)
		}
		got, err = s.UpdateDraft(ctx, by, app.ID, app.Rev, func(a platform.App) (platform.Draft, error) {
			return platform.Draft{Name: "Bare", Tools: []platform.ToolDraft{{Layout: "cards"}}}, nil
		})
		if diff := cmp.Diff(platform.Draft{Name: "Bare", Tools: []platform.ToolDraft{{Layout: "cards"}}}, got.Draft); diff != "" || err != nil || got.Rev != app.Rev+1 {
			t.Errorf("reset: rev %d, %v\n%s", got.Rev, err, diff)
		}
		entries, _, err := s.Audit(ctx, by.Workspace, identity.AuditQuery{Limit: 1})
		if err != nil || len(entries) != 1 {
			t.Fatalf("audit: %v, %v", entries, err)
		}
		e := entries[0]
		if e.Action != "app.update" || e.Actor != "ann@example.com" || e.Target != string(app.ID) || e.Address != "192.0.2.1" || e.UserAgent != "test" || e.RequestID == "" {
			t.Errorf("audit: %+v", e)
		}
		if before, after := string(e.Before), string(e.After); !strings.Contains(before, `"name":"Things"`) || !strings.Contains(after, `"name":"Bare"`) ||
			!strings.Contains(before, `"sha256"`) || strings.Contains(before, "12345678901234567890") || strings.Contains(after, "layoutTemplate") {
			t.Errorf("audit: %s → %s", before, after)
		}
	})
}

// A release is served only while the tables and columns are there that its tools use: without them they would fail, or answer what nobody asked.
func TestAReleaseIsServedWithItsTables(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("Things"))
		at := breads(t, s, by, app.ID, false)
		p := publication(app)
		p.Release.Manifest.Tools[0].Uses = []platform.Use{{Table: "breads", Columns: []string{"name", "price"}, Types: []platform.ColumnType{"text", "money"}}}
		app, err := s.Publish(ctx, by, p)
		if err != nil {
			t.Fatal(err)
		}
		app = publishApp(t, s, by, app) // without them
		uses := p.Release.Manifest.Tools[0].Uses
		for told, columns := range map[string][]platform.Column{
			"uses the column price of the table breads.":          {{Name: "name", Type: platform.ColumnText}},
			"uses the column price of the table breads as money.": {{Name: "name", Type: platform.ColumnText}, {Name: "price", Type: platform.ColumnText}},
		} {
			_, err = s.ChangeTable(ctx, by, at, func(p rows.Present) (rows.Edited, error) {
				p.Table.Columns = columns
				return rows.Edited{Table: p.Table}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Activate(ctx, by, app.ID, 1)
			if wantCode(t, err, platform.CodeConflict); !strings.Contains(fmt.Sprint(err), ": the tool show_things "+told) {
				t.Errorf("refused: %v", err)
			}
			p = publication(app) // which was made of the table before the change
			p.Release.Manifest.Tools[0].Uses = uses
			_, err = s.Publish(ctx, by, p)
			if wantCode(t, err, platform.CodeConflict); !strings.Contains(fmt.Sprint(err), "changed at the same time") {
				t.Errorf("published: %v", err)
			}
		}
		if served, err := s.Live(ctx, "app-1"); err != nil || served.Version != 2 {
			t.Errorf("live: %+v, %v", served, err)
		}
		if err := s.DeleteTable(ctx, by, at, func(rows.Present) error { return nil }); err != nil {
			t.Fatal(err)
		}
		_, err = s.Activate(ctx, by, app.ID, 1)
		if wantCode(t, err, platform.CodeConflict); !strings.Contains(fmt.Sprint(err), "the tool show_things uses the table breads.") {
			t.Errorf("refused: %v", err)
		}
		breads(t, s, by, app.ID, false)
		if app, err = s.Activate(ctx, by, app.ID, 1); err != nil || app.LiveVersion != 1 {
			t.Errorf("activated: %+v, %v", app, err)
		}
	})
}
