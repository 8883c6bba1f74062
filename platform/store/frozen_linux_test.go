package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// TestAFrozenServerKeepsNobody: callers that wait return when their time is over, and Close does not wait for them.
func TestAFrozenServerKeepsNobody(t *testing.T) {
	t.Parallel()
	address, freeze, thaw := pgtest.Private(t)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: address})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	by := storetest.Person(t, s, "ann@example.com")
	storetest.Person(t, s, "bob@example.com")
	freeze()
	const patience = 100 * time.Millisecond
	waits := func(what string, act func(ctx context.Context) error) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		start := time.Now()
		if err := act(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", what, err)
		}
		if took := time.Since(start); took > patience+2*time.Second {
			t.Errorf("%s took %s", what, took)
		}
	}
	for range 2 * s.Stats().Max { // also once all connections are in use
		waits("read", func(ctx context.Context) error { return s.SchemaCurrent(ctx) })
		waits("write", func(ctx context.Context) error {
			_, err := s.CreateApp(ctx, by, platform.App{Origin: platform.OriginAuthored, Draft: draft("x")}, 10)
			return err
		})
	}
	busy := make(chan struct{})
	go func() { // somebody without a limit
		defer close(busy)
		_ = s.SchemaCurrent(t.Context())
	}()
	start := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("Close took %s", took)
	}
	thaw()
	<-busy
}
