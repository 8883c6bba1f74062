package access

import (
	"context"
	"errors"
	"sync"

	"berth/platform"
	"berth/platform/llm"
)

// How many questions are asked at a time. Others wait for their turn: an app among its own, then all.
const (
	ofApp     = 8
	ofProcess = 256
)

// slots bounds how many questions are asked at a time.
type slots struct {
	all  chan struct{}
	mu   *sync.Mutex
	apps map[platform.AppID]*appSlots
}

type appSlots struct {
	free  chan struct{}
	users int // that hold one or wait for one
}

func newSlots() slots {
	return slots{all: make(chan struct{}, ofProcess), mu: &sync.Mutex{}, apps: map[platform.AppID]*appSlots{}}
}

// enter waits for a turn; leave ends it. The error is TIMEOUT, or context.Canceled.
func (s slots) enter(ctx context.Context, app platform.AppID) (leave func(), err error) {
	s.mu.Lock()
	own := s.apps[app]
	if own == nil {
		own = &appSlots{free: make(chan struct{}, ofApp)}
		s.apps[app] = own
	}
	own.users++
	s.mu.Unlock()
	forget := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if own.users--; own.users == 0 {
			delete(s.apps, app)
		}
	}
	select {
	case own.free <- struct{}{}:
	case <-ctx.Done():
		forget()
		return nil, late(ctx)
	}
	select {
	case s.all <- struct{}{}:
	case <-ctx.Done():
		<-own.free
		forget()
		return nil, late(ctx)
	}
	return func() {
		<-s.all
		<-own.free
		forget()
	}, nil
}

func late(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return llm.Timeout(ctx.Err())
	}
	return ctx.Err()
}
