package store

import (
	"context"
	"time"
)

const (
	writeInterval = 500 * time.Millisecond
	writeTimeout  = 10 * time.Second // of one insert
	readTimeout   = 10 * time.Second // of a read that no request waits for
)

// writer writes what is queued, in the background: every writeInterval, and when it is told to. Its methods are safe for
// concurrent use.
type writer struct {
	wake  chan struct{} // of capacity 1
	flush chan chan struct{}
	stop  context.CancelFunc
	done  chan struct{} // closed when all is written
}

// startWriter calls write now and whenever it is time, never twice at once. At the last call its context is already done.
func startWriter(write func(context.Context)) writer {
	ctx, stop := context.WithCancel(context.Background())
	w := writer{wake: make(chan struct{}, 1), flush: make(chan chan struct{}), stop: stop, done: make(chan struct{})}
	go w.run(ctx, write)
	return w
}

func (w *writer) run(ctx context.Context, write func(context.Context)) {
	defer close(w.done)
	tick := time.NewTicker(writeInterval)
	defer tick.Stop()
	write(ctx)
	for {
		select {
		case <-w.wake:
			write(ctx)
		case <-tick.C:
			write(ctx)
		case written := <-w.flush:
			write(ctx)
			close(written)
		case <-ctx.Done():
			write(ctx)
			return
		}
	}
}

// soon makes the writer write before its time.
func (w *writer) soon() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Flush returns when everything queued before is written, or when ctx ends.
func (w *writer) Flush(ctx context.Context) {
	written := make(chan struct{})
	select {
	case w.flush <- written:
	case <-w.done:
		return
	case <-ctx.Done():
		return
	}
	select {
	case <-written:
	case <-ctx.Done():
	}
}

// Close writes what is queued, until ctx ends.
func (w *writer) Close(ctx context.Context) error {
	w.stop()
	select {
	case <-w.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
