package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// inventedApp publishes an app whose data were made up, with a table of two rows, which a person who uses it has told.
func inventedApp(t *testing.T, s *store.Store, by, person platform.Actor, slug string, told func(slugs ...string)) (platform.App, rows.Scope, []platform.Row) {
	t.Helper()
	d := draft(slug)
	d.Slug, d.ExampleData = slug, new(bool)
	*d.ExampleData = true
	app := createApp(t, s, by, d)
	at := breads(t, s, by, app.ID, false)
	tool := at
	tool.Tool = true
	made := insert(t, s, person, tool, put("A"), put("B"))
	p := publication(app)
	p.Release.Manifest.Example = true
	p.Release.Digest = digestOf(p.Release.Manifest)
	app, err := s.Publish(t.Context(), by, p)
	if err != nil {
		t.Fatal(err)
	}
	at.Changed = told
	return app, at, made
}

// What an author writes into a table ends that the app's data count as made up, in the draft and in what is live, with the row and
// without a publish. What tools write does not, nor what is refused, tried or deleted.
func TestRowsOfOnesOwnAreNoExample(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		invented := func(by platform.Actor, app platform.App) (draft, live, ahead bool) {
			t.Helper()
			now, err := s.App(ctx, by.Workspace, app.ID)
			if err != nil {
				t.Fatal(err)
			}
			served, err := s.Live(ctx, now.ServedSlug)
			if err != nil {
				t.Fatal(err)
			}
			return now.Draft.Invented(), served.Manifest.Example, now.DraftAhead()
		}
		other, theirs, _ := inventedApp(t, s, bob, ann, "other", nil)
		imported := func(at rows.Scope, dry bool, in rows.Import) error {
			_, err := s.ImportRows(ctx, ann, at, dry, func(rows.Present) (rows.Import, error) { return in, nil })
			return err
		}
		for name, c := range map[string]struct {
			do   func(at rows.Scope, made []platform.Row) error
			ends bool
		}{
			"insert": {func(at rows.Scope, _ []platform.Row) error { return tryInsert(t, s, ann, at, put("C")) }, true},
			"update": {func(at rows.Scope, made []platform.Row) error {
				edit(t, s, ann, at, made[0].ID, "AA")
				return nil
			}, true},
			"import": {func(at rows.Scope, _ []platform.Row) error {
				return imported(at, false, rows.Import{New: []rows.Put{put("C")}})
			}, true},
			"replace": {func(at rows.Scope, _ []platform.Row) error {
				return imported(at, false, rows.Import{Replace: true, New: []rows.Put{put("C")}})
			}, true},
			"clear": {func(at rows.Scope, _ []platform.Row) error { return imported(at, false, rows.Import{Replace: true}) }, false},
			"try": {func(at rows.Scope, _ []platform.Row) error {
				return imported(at, true, rows.Import{New: []rows.Put{put("C")}})
			}, false},
			"equal": {func(at rows.Scope, made []platform.Row) error {
				edit(t, s, ann, at, made[0].ID, "A")
				return nil
			}, false},
			"delete": {func(at rows.Scope, made []platform.Row) error {
				_, _, err := s.DeleteRow(ctx, ann, rows.Target{Scope: at, ID: made[0].ID})
				return err
			}, false},
			"tool": {func(at rows.Scope, _ []platform.Row) error {
				at.Tool = true
				return tryInsert(t, s, bob, at, put("C"))
			}, false},
			"refused": {func(at rows.Scope, _ []platform.Row) error {
				if err := tryInsert(t, s, ann, at, put("A")); !isDuplicate(err, rows.Duplicate{Column: "name"}) {
					t.Errorf("an equal row: %v", err)
				}
				return nil
			}, false},
			"somebody else": {func(at rows.Scope, _ []platform.Row) error {
				wantCode(t, tryInsert(t, s, bob, at, put("C")), platform.CodeAppNotFound)
				return nil
			}, false},
		} {
			var told []string
			slug := strings.ReplaceAll(name, " ", "-")
			app, at, made := inventedApp(t, s, ann, bob, slug, func(slugs ...string) { told = append(told, slugs...) })
			if d, live, ahead := invented(ann, app); !d || !live || ahead {
				t.Fatalf("%s: at first: draft %v, live %v, ahead %v", name, d, live, ahead)
			}
			if err := c.do(at, made); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			d, live, ahead := invented(ann, app)
			var want []string
			if c.ends {
				want = []string{slug}
			}
			if d == c.ends || live == c.ends || ahead || !cmp.Equal(want, told) {
				t.Errorf("%s: draft %v, live %v, ahead %v, told %v", name, d, live, ahead, told)
			}
			if all := actions(t, s, ann.Workspace); slices.Contains(all[len(all)-2:], "app.update") != c.ends {
				t.Errorf("%s: audit ends with %v", name, all[len(all)-2:])
			}
		}
		if d, live, _ := invented(bob, other); !d || !live {
			t.Errorf("another's app: draft %v, live %v", d, live)
		}
		insert(t, s, bob, theirs, put("C"))
		app, err := s.App(ctx, bob.Workspace, other.ID)
		if err != nil {
			t.Fatal(err)
		}
		rev := app.Rev
		insert(t, s, bob, theirs, put("D")) // nothing more to end
		if app, err = s.App(ctx, bob.Workspace, other.ID); err != nil || app.Rev != rev || rev == other.Rev {
			t.Errorf("revisions %d, %d, %d, %v", other.Rev, rev, app.Rev, err)
		}
		invent := true // what its author says later counts for what is published then
		app.Draft.ExampleData = &invent
		p := publication(app)
		p.Release.Manifest.Example, p.Release.Manifest.Description = true, "anew"
		p.Release.Digest = digestOf(p.Release.Manifest)
		if _, err := s.Publish(ctx, bob, p); err != nil {
			t.Fatal(err)
		}
		if d, live, ahead := invented(bob, other); !d || !live || ahead {
			t.Errorf("said again: draft %v, live %v, ahead %v", d, live, ahead)
		}
	})
}
