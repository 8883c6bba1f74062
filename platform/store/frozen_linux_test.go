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
	thaw()
	app, err := s.CreateApp(t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: draft("x")}, 10)
	if err != nil {
		t.Fatal(err)
	}
	// Without a limit of the whole, each wait has one.
	patient := platform.WithPatience(t.Context(), 500*time.Millisecond)
	const change = "UPDATE apps SET rev = rev WHERE false"
	for what, act := range map[string]func() error{
		"a statement": func() error {
			freeze()
			_, err := s.App(patient, by.Workspace, app.ID)
			return err
		},
		"the beginning of a transaction": func() error {
			freeze()
			return s.InTransaction(patient, func(func(string, ...any) error) error { return nil })
		},
		"a statement of a transaction": func() error {
			return s.InTransaction(patient, func(exec func(string, ...any) error) error {
				if err := exec(change); err != nil {
					t.Error(err)
				}
				freeze()
				return exec(change)
			})
		},
		"the end of a transaction": func() error {
			return s.InTransaction(patient, func(exec func(string, ...any) error) error {
				if err := exec(change); err != nil {
					t.Error(err)
				}
				freeze()
				return nil
			})
		},
	} {
		if err := act(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", what, err)
		}
		thaw()
	}
	if err := s.InTransaction(patient, func(exec func(string, ...any) error) error {
		return errors.Join(exec("SELECT pg_sleep(0.3)"), exec("SELECT pg_sleep(0.3)"))
	}); err != nil {
		t.Errorf("a transaction that takes longer than each of its statements may: %v", err)
	}
	freeze()
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
