package store_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// spans records what was begun and ended.
type spans struct {
	mu           sync.Mutex
	begun, ended []string
}

func (s *spans) trace(ctx context.Context, name string) (context.Context, func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun = append(s.begun, name)
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ended = append(s.ended, name)
	}
}

// TestStatementsAreSpans: each statement and each transaction is a span, and every span ends.
func TestStatementsAreSpans(t *testing.T) {
	t.Parallel()
	test := func(t *testing.T, o store.Options) {
		t.Helper()
		t.Parallel()
		seen := &spans{}
		o.Trace = seen.trace
		s := storetest.OpenWith(t, o)
		if err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		by := storetest.Person(t, s, "ann@example.com")
		app := publishApp(t, s, by, createApp(t, s, by, draft("Boats")))
		if _, err := s.Live(t.Context(), app.ServedSlug); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Live(t.Context(), "nobody"); !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Fatal(err)
		}
		seen.mu.Lock()
		defer seen.mu.Unlock()
		for _, want := range []string{"transaction", "InsertApp", "InsertRelease", "LiveBySlug"} {
			if !slices.Contains(seen.begun, want) {
				t.Errorf("no span %s in %v", want, seen.begun)
			}
		}
		slices.Sort(seen.begun)
		slices.Sort(seen.ended)
		if !slices.Equal(seen.begun, seen.ended) {
			t.Errorf("begun %v\nended %v", seen.begun, seen.ended)
		}
	}
	t.Run("sqlite", func(t *testing.T) { test(t, store.Options{DataDir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { test(t, store.Options{DatabaseURL: pgtest.URL(t)}) })
}
