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
		var turns []*Turn
		for b.turns.TryAcquire(1) {
			b.turns.Release(1)
			turn, err := b.Turn(t.Context(), Small+1)
			if err != nil {
				t.Fatal(err)
			}
			turns = append(turns, turn)
		}
		if _, err := b.Turn(t.Context(), Small); err != nil {
			t.Errorf("a small body: %v", err)
		}
		start := time.Now()
		if _, err := b.Turn(t.Context(), Small+1); !errors.Is(err, ErrBusy) || time.Since(start) != patience {
			t.Errorf("with no turn for long: %v after %s", err, time.Since(start))
		}
		start = time.Now()
		time.AfterFunc(worked, func() { turns[0].End(); turns[0].End() })
		turn, err := b.Turn(t.Context(), Small+1)
		if waited := time.Since(start); err != nil || waited != worked+longestPause {
			t.Errorf("behind a long turn: %v after %s", err, waited)
		}
		time.Sleep(worked) //nolint:forbidigo // synctest: the body is worked on
		turn.End()
		start = time.Now()
		if _, err = b.Turn(t.Context(), Small+1); err != nil || time.Since(start) != 2*worked {
			t.Errorf("behind a short turn: %v after %s", err, time.Since(start))
		}
	})
}

// TestWorkIsDoneInStints: a long turn pauses whenever its stint is over, and what comes after it waits for the last stint alone.
func TestWorkIsDoneInStints(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turn, err := New(1<<20).Turn(t.Context(), Small+1)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		turn.Rest()
		if time.Since(start) != 0 {
			t.Errorf("rests %s at once", time.Since(start))
		}
		time.Sleep(stint) //nolint:forbidigo // synctest: the body is worked on
		turn.Rest()
		turn.Rest()
		if time.Since(start) != 3*stint {
			t.Errorf("a stint and its rest take %s", time.Since(start))
		}
		turn.End()
		var small *Turn
		small.Rest()
		small.End()
	})
}
