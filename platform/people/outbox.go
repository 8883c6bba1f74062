package people

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

const (
	maxWaiting  = 1000 // letters; a code is old when so many are before it
	senders     = 2
	sendTimeout = 30 * time.Second // of one try
)

// pauses returns the times to wait before a letter is tried again.
func pauses() []time.Duration { return []time.Duration{2 * time.Second, 15 * time.Second} }

// Options are what an Outbox is made of; all are required.
type Options struct {
	Send func(context.Context, Mail) error
	Home string // the server's canonical base URL
	Log  *slog.Logger
}

// Outbox sends letters in the background, so that how long that takes tells nobody anything. Letters that wait are lost with the process:
// whoever misses one asks for another. It is safe for concurrent use.
type Outbox struct {
	Options
	waiting chan identity.Letter
	stop    context.CancelFunc
	done    sync.WaitGroup

	mu     sync.RWMutex
	closed bool
}

// NewOutbox starts an outbox, which is to be closed.
func NewOutbox(o Options) *Outbox {
	ctx, stop := context.WithCancel(context.Background())
	b := &Outbox{Options: o, waiting: make(chan identity.Letter, maxWaiting), stop: stop}
	for range senders {
		b.done.Go(func() {
			for l := range b.waiting {
				b.send(ctx, l)
			}
		})
	}
	return b
}

// Post takes a letter and returns at once. One that cannot be sent is logged, without its code or link.
func (b *Outbox) Post(l identity.Letter) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		b.lost(l, "the server stops")
		return
	}
	select {
	case b.waiting <- l:
	default:
		b.lost(l, "too many wait")
	}
}

func (b *Outbox) lost(l identity.Letter, why string) {
	b.Log.Error("a mail was not sent", "kind", l.Kind, "to", l.To, "error", why)
}

func (b *Outbox) send(ctx context.Context, l identity.Letter) {
	m, left := Write(l, b.Home), pauses()
	for {
		err := b.try(ctx, m)
		if err == nil {
			b.Log.Debug("a mail was sent", "kind", l.Kind, "to", l.To)
			return
		}
		if len(left) == 0 || platform.Wait(ctx, left[0]) != nil {
			b.lost(l, err.Error())
			return
		}
		left = left[1:]
	}
}

func (b *Outbox) try(ctx context.Context, m Mail) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return b.Send(ctx, m)
}

// Close takes no more letters and sends those that wait, until ctx ends.
func (b *Outbox) Close(ctx context.Context) error {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.waiting)
	}
	b.mu.Unlock()
	sent := make(chan struct{})
	go func() {
		b.done.Wait()
		close(sent)
	}()
	select {
	case <-sent:
		b.stop()
		return nil
	case <-ctx.Done():
		b.stop()
		<-sent
		return ctx.Err()
	}
}
