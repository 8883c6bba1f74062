package store_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// publishText publishes the app with a text of its own, so that equal texts make equal releases.
func publishText(t *testing.T, s *store.Store, by platform.Actor, app platform.App, text string, keep int) platform.App {
	t.Helper()
	p := publication(app)
	p.Release.Manifest.Description, p.Keep = text, keep
	p.Release.Digest = digestOf(p.Release.Manifest)
	app, err := s.Publish(t.Context(), by, p)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// However releases are published and activated: every release that is kept has its content, the live one has it in its own
// row, equal contents are stored once, and the newest releases and the live one are kept.
func TestContentsOfReleases(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const keep = 4
		ctx, random := t.Context(), rand.New(rand.NewPCG(1, 2))
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app := createApp(t, s, ann, draft("Things"))
		theirs := publishText(t, s, bob, createApp(t, s, bob, draft("Things")), "text 1", keep)
		texts := []string{""} // of the releases, by version
		for step := range 150 {
			switch random.IntN(4) {
			case 0, 1:
				texts = append(texts, fmt.Sprintf("text %d", random.IntN(3)))
				app = publishText(t, s, ann, app, texts[len(texts)-1], keep)
			case 2:
				activated, err := s.Activate(ctx, ann, app.ID, 1+random.IntN(max(1, app.PublishVersion)))
				if err == nil {
					app = activated
				} else if !platform.IsCode(err, platform.CodeConflict) && !platform.IsCode(err, platform.CodeNotFound) {
					t.Fatalf("step %d: %v", step, err)
				}
			case 3:
				var err error
				if app, err = s.Unpublish(ctx, ann, app.ID); err != nil {
					t.Fatal(err)
				}
			}
			checkContents(t, s, ann, app, texts, keep)
			if t.Failed() {
				t.Fatalf("step %d", step)
			}
		}
		if r, err := s.Release(ctx, bob.Workspace, theirs.ID, 1); err != nil || r.Manifest.Description != "text 1" {
			t.Errorf("the release of another workspace: %v, %v", r, err)
		}
	})
}

func checkContents(t *testing.T, s *store.Store, by platform.Actor, app platform.App, texts []string, keep int) {
	t.Helper()
	rows, err := s.StoredReleases(t.Context(), app.ID)
	if err != nil || len(rows) != app.PublishVersion {
		t.Fatalf("%d releases of %d, %v", len(rows), app.PublishVersion, err)
	}
	if app.LiveVersion > 0 {
		served, err := s.Live(t.Context(), app.ServedSlug)
		if err != nil || served.Version != app.LiveVersion || served.Manifest.Description != texts[app.LiveVersion] {
			t.Errorf("served: %+v, %v; want version %d, %q", served, err, app.LiveVersion, texts[app.LiveVersion])
		}
	}
	owners := map[string]int{}
	for _, row := range rows {
		if row.Content == "own" {
			owners[row.Manifest]++
		}
		if row.Version == app.LiveVersion && row.Content != "own" {
			t.Errorf("what is live is %s", row.Content)
		}
		if row.Version > app.PublishVersion-keep && row.Content == "thinned" {
			t.Errorf("release %d of %d is thinned", row.Version, app.PublishVersion)
		}
		r, err := s.Release(t.Context(), by.Workspace, app.ID, row.Version)
		if row.Content == "thinned" {
			wantCode(t, err, platform.CodeConflict)
			if len(row.Manifest) > 20 {
				t.Errorf("release %d is thinned and has %d bytes", row.Version, len(row.Manifest))
			}
		} else if err != nil || r.Version != row.Version || r.Manifest.Description != texts[row.Version] || len(r.Views) != 1 {
			t.Errorf("release %d, %s: %+v, %v; want %q", row.Version, row.Content, r, err, texts[row.Version])
		}
	}
	for manifest, n := range owners {
		if n > 1 {
			t.Errorf("%d rows hold %.40s", n, manifest)
		}
	}
}

func TestThinnedReleases(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := createApp(t, s, by, draft("Things"))
		for i := range 5 {
			app = publishText(t, s, by, app, fmt.Sprint(i), 0)
		}
		app, err := s.Activate(ctx, by, app.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		list := func() (list []string) {
			items, _, err := s.Releases(ctx, by.Workspace, app.ID, publish.Page{})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range items {
				list = append(list, fmt.Sprintf("%d live %v thinned %v", r.Version, r.Live, r.Thinned))
			}
			return list
		}
		all := []string{"5 live false thinned false", "4 live false thinned false", "3 live false thinned false", "2 live false thinned false", "1 live true thinned false"}
		if err := s.Prune(ctx, store.Retention{Calls: 1 << 60}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all, list()); diff != "" {
			t.Errorf("where all are kept (-want +got):\n%s", diff)
		}
		for range 2 { // the second finds nothing to do
			if err := s.Prune(ctx, store.Retention{Calls: 1 << 60, Releases: 2}); err != nil {
				t.Fatal(err)
			}
		}
		all[2], all[3] = "3 live false thinned true", "2 live false thinned true"
		if diff := cmp.Diff(all, list()); diff != "" {
			t.Errorf("where two are kept (-want +got):\n%s", diff)
		}
		_, err = s.Activate(ctx, by, app.ID, 3)
		wantCode(t, err, platform.CodeConflict)
		if err == nil || !strings.Contains(platform.AsError(err).Msg, "Release 3 is only listed") {
			t.Errorf("the sentence: %v", err)
		}
		if served, err := s.Live(ctx, app.ServedSlug); err != nil || served.Version != 1 {
			t.Errorf("served: %+v, %v", served, err)
		}
		if _, err := s.Activate(ctx, by, app.ID, 4); err != nil {
			t.Error(err)
		}
	})
}

// To publish the same once more writes none of it again: neither release nor draft.
func TestPublishingTheSameAgainWritesLittle(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
	d := draft("Things")
	d.Tools[0].MockData = json.RawMessage(`{"text":"` + strings.Repeat("x", 200<<10) + `"}`)
	app := publishApp(t, s, by, createApp(t, s, by, d))
	pages := func() (n int64) {
		if err := s.QueryRow(ctx, "SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := pages()
	const times = 20
	for range times {
		app = publishApp(t, s, by, app)
	}
	if each := (pages() - before) * 4096 / times; each > 4096 {
		t.Errorf("%d bytes for each", each)
	}
}

// Older replicas know nothing of content. They write rows that have theirs, read what is live, and refuse what they cannot read.
func TestReleasesOfOlderReplicas(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
		app := publishApp(t, s, by, published(t, s, by))
		old, err := s.StoredReleases(ctx, app.ID)
		if err != nil || len(old) != 2 || old[0].Content != "shared" || old[1].Content != "own" {
			t.Fatalf("%+v, %v", old, err)
		}
		var manifest platform.Manifest
		if err := json.Unmarshal([]byte(old[0].Manifest), &manifest); err == nil {
			t.Errorf("an older replica takes %s for a manifest", old[0].Manifest)
		}
		_, err = s.Exec(ctx, `INSERT INTO releases (id, app_id, version, digest, manifest, views, draft_digest, published_at, published_by)
			SELECT '01999999-0000-7000-8000-000000000000', app_id, 3, digest, manifest, views, draft_digest, published_at, published_by FROM releases WHERE app_id = $1 AND version = 2`, string(app.ID))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Exec(ctx, `UPDATE live SET version = 3 WHERE app_id = $1`, string(app.ID)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Exec(ctx, `UPDATE apps SET publish_version = 3, rev = rev + 1 WHERE id = $1`, string(app.ID)); err != nil {
			t.Fatal(err)
		}
		if app, err = s.App(ctx, by.Workspace, app.ID); err != nil {
			t.Fatal(err)
		}
		app = publishApp(t, s, by, app)
		for _, version := range []int{1, 3, 2, 4} {
			if app, err = s.Activate(ctx, by, app.ID, version); err != nil {
				t.Errorf("activate %d: %v", version, err)
			}
			if served, err := s.Live(ctx, app.ServedSlug); err != nil || served.Version != version || served.Manifest.Name != "Things" {
				t.Errorf("served: %+v, %v", served, err)
			}
		}
	})
}

func published(t *testing.T, s *store.Store, by platform.Actor) platform.App {
	t.Helper()
	return publishApp(t, s, by, createApp(t, s, by, draft("Things")))
}

// A release that is not served, as the newer one of a shipped app that somebody has unpublished, leaves what is live its content.
func TestAReleaseThatIsNotServedTakesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by := storetest.Person(t, s, "ann@example.com")
		app := published(t, s, by)
		p := publication(app)
		p.Live = false
		app, err := s.Publish(t.Context(), by, p)
		if err != nil || app.LiveVersion != 1 {
			t.Fatalf("%+v, %v", app, err)
		}
		rows, err := s.StoredReleases(t.Context(), app.ID)
		if err != nil || slices.ContainsFunc(rows, func(r store.StoredRelease) bool { return r.Content != "own" }) {
			t.Errorf("%+v, %v", rows, err)
		}
		if served, err := s.Live(t.Context(), app.ServedSlug); err != nil || served.Version != 1 {
			t.Errorf("served: %+v, %v", served, err)
		}
	})
}
