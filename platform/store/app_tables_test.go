package store_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// A copy of an app has its tables and the rows that belong to nobody, which count as much again and go their own way; nobody copies what is not theirs.
func TestCopiesHaveTables(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app := createApp(t, s, ann, draft("One"))
		at := breads(t, s, ann, app.ID, false)
		insert(t, s, ann, at, put("Rye"), put("Wheat")) // 14 and 16 bytes
		cid, used := storetest.Person(t, s, "cid@example.com"), at
		used.Tool, used.Owner = true, "cid"
		insert(t, s, cid, used, put("Private")) // 18 more
		twin := platform.App{Origin: platform.OriginAuthored, Draft: draft("Copy")}
		_, err := s.CopyApp(ctx, bob, twin, publish.Original{App: app.ID})
		wantCode(t, err, platform.CodeAppNotFound)
		_, err = s.CopyApp(ctx, ann, twin, publish.Original{App: app.ID, MaxBytes: 77})
		wantCode(t, err, platform.CodeLimitReached)
		made, err := s.CopyApp(ctx, ann, twin, publish.Original{App: app.ID, MaxBytes: 78})
		if err != nil {
			t.Fatal(err)
		}
		other := at
		other.App = made.ID
		if err := tryInsert(t, s, ann, other, put("Rye")); !isDuplicate(err, rows.Duplicate{Column: "name"}) {
			t.Errorf("a key is not copied: %v", err)
		}
		insert(t, s, ann, other, put("Corn"), put("Private")) // what a person has told is not there, nor is its key
		if diff := cmp.Diff([]string{`{"name":"Rye"}`, `{"name":"Wheat"}`, `{"name":"Private"}`}, values(t, s, at)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{`{"name":"Rye"}`, `{"name":"Wheat"}`, `{"name":"Corn"}`, `{"name":"Private"}`}, values(t, s, other)); diff != "" {
			t.Error(diff)
		}
	})
}

func first(bytes int64, tables ...rows.Filled) rows.First {
	return rows.First{MaxApps: 10, Limits: rows.Limits{Tables: 20, Rows: 3, Bytes: bytes}, Tables: tables}
}

func filled(name string, puts ...rows.Put) rows.Filled {
	return rows.Filled{Table: platform.Table{Name: name, Columns: []platform.Column{{Name: "name", Type: platform.ColumnText, Unique: true}}}, Rows: puts}
}

// withTables is an app that chooses its slug.
func withTables() platform.App {
	app := platform.App{Origin: platform.OriginAuthored, Draft: draft("Shop")}
	app.Draft.Slug = "shop"
	return app
}

func TestAppsWithTables(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		for name, c := range map[string]struct {
			first rows.First
			at    int
			want  platform.Code
		}{
			"too many rows":    {first(0, filled("a", put("A")), filled("b", put("A"), put("B"), put("C"), put("D"))), 1, platform.CodeLimitReached},
			"too many bytes":   {first(20, filled("a", put("A")), filled("b", put("B"))), 1, platform.CodeLimitReached}, // 12 bytes each
			"a name twice":     {first(0, filled("a", put("A")), filled("a")), 1, platform.CodeConflict},
			"cells that equal": {first(0, filled("a", put("A"), put("A"))), 0, ""},
		} {
			_, err := s.CreateAppWith(ctx, ann, withTables(), c.first)
			var at *rows.Unfilled
			if !errors.As(err, &at) || at.Index != c.at || c.want != "" && codeOf(err) != c.want || c.want == "" && !isDuplicate(err, rows.Duplicate{Index: 1, Column: "name"}) {
				t.Errorf("%s: %v", name, err)
			}
			nothing(t, s, ann)
		}
		app, err := s.CreateAppWith(ctx, ann, withTables(), first(24, filled("a", put("A")), filled("b", put("B")), filled("c")))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]int{"a": 1, "b": 1, "c": 0} {
			at := rows.Scope{TableRef: platform.TableRef{Workspace: ann.Workspace, App: app.ID, Name: name}, Limits: rows.Limits{Bytes: 24}}
			if got := values(t, s, at); len(got) != want {
				t.Errorf("%s has %v", name, got)
			}
			wantCode(t, tryInsert(t, s, ann, at, put("C")), platform.CodeLimitReached) // all of them count
		}
		if got := actions(t, s, ann.Workspace); !cmp.Equal(got[len(got)-4:], []string{"app.create", "table.create", "table.create", "table.create"}) {
			t.Errorf("audit: %v", got)
		}
	})
}

// nothing fails the test if an app that was not made has left anything.
func nothing(t *testing.T, s *store.Store, by platform.Actor) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	if apps, _, err := s.Apps(ctx, by.Workspace, publish.AppQuery{Page: publish.Page{Limit: 10}}); err != nil || len(apps) > 0 {
		t.Errorf("left: %d apps, %v", len(apps), err)
	}
	if free, err := s.SlugFree(ctx, by.Workspace, "shop"); err != nil || !free {
		t.Errorf("the slug is taken: %v", err)
	}
	entries, _, err := s.Audit(ctx, by.Workspace, identity.AuditQuery{Limit: 200})
	for _, e := range entries {
		if e.Action == "app.create" || e.Action == "app.delete" {
			t.Errorf("the audit trail says %s", e.Action)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// Whoever makes an app with tables may be gone at any statement of it: nothing is left then.
func TestAnAppWithTablesThatIsCutShort(t *testing.T) {
	t.Parallel()
	for engine, options := range map[string]func(*testing.T) store.Options{
		"sqlite":   func(t *testing.T) store.Options { t.Helper(); return store.Options{DataDir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Options { t.Helper(); return store.Options{DatabaseURL: pgtest.URL(t)} },
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			cut, left := func() {}, -1 // statements until then
			o := options(t)
			o.Trace = func(ctx context.Context, _ string) (context.Context, func()) {
				if left--; left == 0 {
					cut()
				}
				return ctx, func() {}
			}
			s := storetest.OpenWith(t, o)
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			ann := storetest.Person(t, s, "ann@example.com")
			for n := 1; ; n++ {
				ctx, cancel := context.WithCancel(t.Context())
				cut, left = cancel, n
				_, err := s.CreateAppWith(ctx, ann, withTables(), first(0, filled("a", put("A")), filled("b", put("B"))))
				cut, left = func() {}, -1
				cancel()
				if err == nil {
					if n < 15 {
						t.Errorf("only %d statements", n)
					}
					return
				}
				nothing(t, s, ann)
			}
		})
	}
}
