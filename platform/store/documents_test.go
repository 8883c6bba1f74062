package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// showing is a publication whose release shows a document of its own.
func showing(app platform.App, document string) publish.Publication {
	p := publication(app)
	p.Documents[0].Digest = strings.Repeat(document, 64)
	p.Release.Views[0].Document = p.Documents[0].Digest
	p.Release.Manifest.Description = "shows " + document
	p.Release.Digest = digestOf(p.Release.Manifest)
	return p
}

func hasDocument(t *testing.T, s *store.Store, document string) bool {
	t.Helper()
	_, err := s.Document(t.Context(), strings.Repeat(document, 64))
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

var prune = store.Retention{Calls: 1 << 60}

func TestDocumentsThatNoReleaseRefersToGo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		app, theirs := createApp(t, s, ann, draft("One")), createApp(t, s, bob, draft("Two"))
		for _, document := range []string{"a", "b", "c"} {
			p := showing(app, document)
			var err error
			if app, err = s.Publish(ctx, ann, p); err != nil {
				t.Fatal(err)
			}
		}
		theirs, err := s.Publish(ctx, bob, showing(theirs, "b"))
		if err != nil {
			t.Fatal(err)
		}
		// As an older replica left them: entered nowhere.
		if _, err := s.Exec(ctx, "DELETE FROM document_uses"); err != nil {
			t.Fatal(err)
		}
		have := func(want string) {
			t.Helper()
			for _, document := range []string{"a", "b", "c"} {
				if got := hasDocument(t, s, document); got != strings.Contains(want, document) {
					t.Errorf("document %s: %v, want of %s", document, got, want)
				}
			}
		}
		keep := prune
		for _, step := range []struct {
			do   func() error
			want string
		}{
			{func() error { return nil }, "abc"},
			{func() error { keep.Releases = 1; return nil }, "bc"}, // release 1 is thinned; b is the other's
			{func() error { _, err := s.DeleteApp(ctx, bob, theirs.ID, 0); return err }, "c"},
			{func() error { _, err := s.DeleteApp(ctx, ann, app.ID, 0); return err }, ""},
		} {
			if err := step.do(); err != nil {
				t.Fatal(err)
			}
			if err := s.Prune(ctx, keep); err != nil {
				t.Fatal(err)
			}
			have(step.want)
		}
	})
}

// A publish that has found its document stored, while no release refers to it, keeps it: pruning waits for the publish, also for
// that of an older replica, which enters no use.
func TestPruningWaitsForPublishes(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]store.Options{"sqlite": {DataDir: t.TempDir()}, "postgres": {DatabaseURL: pgtest.URL(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := make(chan struct{}, 100)
			o.Now = func() time.Time {
				select {
				case asked <- struct{}{}: // Prune has begun
				default:
				}
				return time.Now()
			}
			s := storetest.OpenWith(t, o)
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			ctx, by := t.Context(), storetest.Person(t, s, "ann@example.com")
			app := published(t, s, by)
			insert := "INSERT INTO documents (digest, layout, head, tail, script_hash, style_hashes) VALUES ($1, 'cards', $2, $2, '', '[]') ON CONFLICT (digest) DO NOTHING"
			document := strings.Repeat("e", 64)
			if _, err := s.Exec(ctx, insert, document, []byte("x")); err != nil { // of a release that is gone
				t.Fatal(err)
			}
			pruned := make(chan error, 1)
			err := s.InTransaction(ctx, func(exec func(string, ...any) error) error {
				if err := exec(insert, document, []byte("x")); err != nil {
					return err
				}
				for len(asked) > 0 {
					<-asked
				}
				go func() { pruned <- s.Prune(ctx, prune) }()
				if err := waiting(ctx, s, name, asked, pruned); err != nil {
					return err
				}
				return exec(`INSERT INTO releases (id, app_id, version, digest, manifest, views, draft_digest, published_at, published_by)
					SELECT '01999999-0000-7000-8000-000000000000', app_id, 2, $2, manifest, $3, draft_digest, published_at, published_by FROM releases WHERE app_id = $1`,
					string(app.ID), strings.Repeat("9", 64), `[{"name":"main","document":"`+document+`"}]`)
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := <-pruned; err != nil {
				t.Fatal(err)
			}
			if !hasDocument(t, s, "e") {
				t.Error("the document of a release that was just being published is gone")
			}
		})
	}
}

// waiting returns when Prune waits for the transaction that calls it.
func waiting(ctx context.Context, s *store.Store, engine string, asked <-chan struct{}, pruned <-chan error) error {
	if engine == "sqlite" { // whose transactions begin one after the other
		<-asked
		return nil
	}
	for {
		select {
		case err := <-pruned:
			return errors.Join(errors.New("it did not wait"), err)
		default:
		}
		var n int64
		if err := s.QueryRow(ctx, "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'documents'::regclass").Scan(&n); err != nil || n > 0 {
			return err
		}
	}
}
