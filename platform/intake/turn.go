package intake

import (
	"context"
	"sync"
	"time"
)

// longestPause bounds the pause after a turn, which may have stood still with the whole process.
const longestPause = 50 * time.Millisecond

// Turn waits until a body of that length may be parsed. Parsing takes only the processor: large bodies take turns on half
// of the processors, but at least one, with a pause after each turn of twice its length. Without turns, a small request
// waits behind all large bodies that have arrived. Call end when the body has been parsed, before waiting for anything
// else; it may be called again. A small body, or one without a budget, has its turn at once. Errors are ErrBusy and that of
// ctx.
func (b *Budget) Turn(ctx context.Context, length int) (end func(), err error) {
	if b == nil || b.turns == nil || length <= Small {
		return func() {}, nil
	}
	if err := b.acquire(ctx, b.turns, 1); err != nil {
		return nil, err
	}
	start := time.Now()
	return sync.OnceFunc(func() {
		time.AfterFunc(min(2*time.Since(start), longestPause), func() { b.turns.Release(1) })
	}), nil
}
