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
			w.Rest()
			return time.Since(start)
		}
		for i, c := range []struct{ work, rest time.Duration }{
			{time.Hour, 0}, // before it was first asked
			{Stint / 2, 0},
			{Stint / 4, 0},
			{Stint / 4, 2 * Stint},
			{Stint - 1, 0},
			{3 * Stint, 2 * (4*Stint - 1)},
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
		w.Stint = time.Second
		if got := rested(time.Second - 1); got != 0 {
			t.Errorf("within a longer stint: a rest of %s", got)
		}
		if got := rested(1); got != 2*time.Second {
			t.Errorf("after a longer stint: a rest of %s", got)
		}
	})
}
