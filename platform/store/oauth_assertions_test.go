package store_test

import (
	"crypto/sha256"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform/authorization"
	"berth/platform/authorization/assertion"
	"berth/platform/store"
)

var _ assertion.Store = (*store.Store)(nil)

// Of all who use an assertion at once, at any replica, one may; it is known until it would have ended.
func TestAssertionsAreUsedOnce(t *testing.T) {
	t.Parallel()
	eachTold(t, func(t *testing.T, w *told) {
		hash, other := sha256.Sum256([]byte("one")), sha256.Sum256([]byte("other"))
		until := w.Now().Add(5 * time.Minute)
		var used atomic.Int32
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				switch err := w.replicas[i%2].UseAssertion(t.Context(), hash[:], until); {
				case err == nil:
					used.Add(1)
				case !errors.Is(err, authorization.ErrReused):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := used.Load(); n != 1 {
			t.Errorf("used %d times", n)
		}
		if err := w.replicas[1].UseAssertion(t.Context(), other[:], until.Add(time.Hour)); err != nil {
			t.Error(err)
		}
		w.Pass(4 * time.Minute)
		again := func(hash [32]byte) error {
			if err := w.replicas[0].Prune(t.Context(), store.Retention{Calls: time.Hour}); err != nil {
				t.Fatal(err)
			}
			return w.replicas[0].UseAssertion(t.Context(), hash[:], until)
		}
		if err := again(hash); !errors.Is(err, authorization.ErrReused) {
			t.Errorf("forgotten too early: %v", err)
		}
		w.Pass(2 * time.Minute)
		if err := again(hash); err != nil {
			t.Errorf("still known: %v", err)
		}
		if err := again(other); !errors.Is(err, authorization.ErrReused) {
			t.Errorf("another one: %v", err)
		}
	})
}
