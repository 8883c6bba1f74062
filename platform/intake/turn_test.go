package intake

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestLargeBodiesTakeTurns: who comes when all turns are taken waits for the end of one and the pause behind it; a small body
// does not.
func TestLargeBodiesTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const worked = 4 * time.Millisecond
		b := New(1 << 20)
		var ends []func()
		for b.turns.TryAcquire(1) {
			b.turns.Release(1)
			end, err := b.Turn(t.Context(), Small+1)
			if err != nil {
				t.Fatal(err)
			}
			ends = append(ends, end)
		}
		if _, err := b.Turn(t.Context(), Small); err != nil {
			t.Errorf("a small body: %v", err)
		}
		start := time.Now()
		if _, err := b.Turn(t.Context(), Small+1); !errors.Is(err, ErrBusy) || time.Since(start) != patience {
			t.Errorf("with no turn for long: %v after %s", err, time.Since(start))
		}
		start = time.Now()
		time.AfterFunc(worked, func() { ends[0](); ends[0]() })
		end, err := b.Turn(t.Context(), Small+1)
		if waited := time.Since(start); err != nil || waited != worked+longestPause {
			t.Errorf("behind a long turn: %v after %s", err, waited)
		}
		time.Sleep(worked) //nolint:forbidigo // synctest: the body is worked on
		end()
		start = time.Now()
		if _, err = b.Turn(t.Context(), Small+1); err != nil || time.Since(start) != 2*worked {
			t.Errorf("behind a short turn: %v after %s", err, time.Since(start))
		}
	})
}
