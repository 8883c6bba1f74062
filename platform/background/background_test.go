package background

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var w Work
		// rested is how long w rests after so much more work.
		rested := func(work time.Duration) time.Duration {
			time.Sleep(work) //nolint:forbidigo // synctest: the work
			start := time.Now()
			w.Rest(Stint)
			return time.Since(start)
		}
		for i, c := range []struct{ work, rest time.Duration }{
			{time.Hour, 0}, // before it was first asked
			{Stint / 2, 0},
			{Stint / 4, 0},
			{Stint / 4, Stint},
			{Stint - 1, 0},
			{3 * Stint, 4*Stint - 1},
			{time.Hour, longestRest * Stint}, // the process stood still
			{0, 0},
		} {
			if got := rested(c.work); got != c.rest {
				t.Errorf("%d: a rest of %s, want %s", i, got, c.rest)
			}
		}
		time.Sleep(Stint) //nolint:forbidigo // synctest
		w.Begin()
		if got := rested(0); got != 0 {
			t.Errorf("right after Begin: a rest of %s", got)
		}
	})
}
