package intake

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// stint is how long a body is worked on before others may have the processor: on one processor they wait for so long at most.
	stint = 250 * time.Microsecond
	// longestPause bounds a pause, as the whole process may have stood still.
	longestPause = 50 * time.Millisecond
)

// Turn is a time in which one body is worked on. It belongs to one goroutine; nil is that of a small body, whose methods do nothing.
type Turn struct {
	turns *semaphore.Weighted
	since time.Time // the beginning of its stint
	end   sync.Once
}

// Turn waits until a body of that length may be parsed. Parsing takes only the processor: large bodies take turns on half
// of the processors, but at least one, with a pause after each stint of twice its length. Without turns, a small request
// waits behind all large bodies that have arrived. Call End when the body has been parsed, before waiting for anything
// else. A small body, or one without a budget, has its turn at once. Errors are ErrBusy and that of ctx.
func (b *Budget) Turn(ctx context.Context, length int) (*Turn, error) {
	if b == nil || b.turns == nil || length <= Small {
		return nil, nil //nolint:nilnil // the turn of a small body
	}
	if err := b.acquire(ctx, b.turns, 1); err != nil {
		return nil, err
	}
	return &Turn{turns: b.turns, since: time.Now()}, nil
}

// Rest is called by the work every now and then. It returns at once until the stint is over, and then after a pause.
func (t *Turn) Rest() {
	if t == nil || time.Since(t.since) < stint {
		return
	}
	<-time.After(t.pause()) // to yield alone would not let the scheduler look at the network
	t.since = time.Now()
}

// End ends the turn; it may be called again. The next one begins after a pause.
func (t *Turn) End() {
	if t != nil {
		t.end.Do(func() { time.AfterFunc(t.pause(), func() { t.turns.Release(1) }) })
	}
}

func (t *Turn) pause() time.Duration { return min(2*time.Since(t.since), longestPause) }
