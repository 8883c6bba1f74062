package publish

import (
	"context"
	"fmt"
	"sync"

	"berth/platform"
)

// turns serialises the publishes of an app within this process: of several at the same time, all but one would be built in
// vain. It holds an entry for an app only while somebody publishes it.
type turns struct {
	mu      sync.Mutex
	waiting map[turnKey]*turn
}

// turnKey names the workspace too, so that nobody queues before another's app by asking for its id.
type turnKey struct {
	workspace platform.WorkspaceID
	app       platform.AppID
}

// turn belongs to one app. Whoever has sent to busy holds it.
type turn struct {
	busy chan struct{}
	used int // by so many, who have it or wait for it
}

// take waits for the app's turn, until ctx ends. Call done once to end it.
func (t *turns) take(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (done func(), err error) {
	key := turnKey{ws, id}
	t.mu.Lock()
	mine := t.waiting[key]
	if mine == nil {
		mine = &turn{busy: make(chan struct{}, 1)}
		t.waiting[key] = mine
	}
	mine.used++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if mine.used--; mine.used == 0 {
			delete(t.waiting, key)
		}
	}
	select {
	case mine.busy <- struct{}{}:
		return func() { <-mine.busy; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, fmt.Errorf("wait for another publish: %w", ctx.Err())
	}
}
