// Package intake reads the bodies of requests, and bounds the memory that all large ones take together. It must not know
// what is in them, nor the transport they come by.
package intake

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"berth/platform"
)

// Small is the length, in bytes, up to which a body is read at once and takes nothing of the budget.
const Small = 16 << 10

const (
	// patience is how long a large body waits for room, first to arrive, then to be worked on.
	patience = 5 * time.Second
	// A body that brings less than pace bytes in interval gives way while others wait for room.
	interval = time.Second
	pace     = 256 << 10
	// What a body takes while it is worked on, estimated from above: its text is copied about that many times, and a value or
	// key takes about that many bytes (an object with one field is a map with one group of slots: some 600 for the two).
	copies   = 2
	perValue = 320
)

// ErrBusy says that there was no room in time, or that the body came too slowly while others waited.
var ErrBusy = platform.Errorf(platform.CodeUnavailable, "Too many large requests are being handled. Try again shortly.")

// ErrTooLarge says that the body is longer than it may be.
var ErrTooLarge = errors.New("body too large")

// Budget bounds the memory of large bodies. One half of it is for their bytes, the other for what they become while they
// are worked on. A body that has room for its bytes may have to wait for the other half; one that has room there waits for
// nothing. It is safe for concurrent use; nil bounds nothing.
type Budget struct {
	half              int64
	arriving, working *semaphore.Weighted
	turns             *semaphore.Weighted

	waiting, held, large, refused atomic.Int64
	pausing                       atomic.Int64 // bodies between two of their pieces: what has stalled is none
	making                        sync.Mutex
}

// New makes a budget of so many bytes. 0 is no bound.
func New(bytes int64) *Budget {
	if bytes <= 0 {
		return nil
	}
	half := max(bytes/2, 1)
	return &Budget{half: half, arriving: semaphore.NewWeighted(half), working: semaphore.NewWeighted(half),
		turns: semaphore.NewWeighted(max(1, int64(runtime.GOMAXPROCS(0)/2)))}
}

// Stats is the state of a budget. Large and Refused only grow.
type Stats struct {
	Waiting, Held  int64 // bodies that wait for room; bytes of those that have it
	Large, Refused int64 // bodies that asked for room; those that had to give way
}

// Stats returns how the budget is used.
func (b *Budget) Stats() Stats {
	if b == nil {
		return Stats{}
	}
	return Stats{Waiting: b.waiting.Load(), Held: b.held.Load(), Large: b.large.Load(), Refused: b.refused.Load()}
}

// Source is a body that has not been read.
type Source struct {
	io.Reader
	Length int64 // as announced; below 0 = unknown
	Max    int64 // that it may have
	// Hurry makes a waiting Read fail. It is called at most once, by another goroutine, and then ErrBusy is returned.
	Hurry func()
}

// Read reads a body to its end, into room if it fits, and holds memory of the budget until done is called. Call done when
// nobody uses the body, or what was made of it, any longer. Errors are ErrTooLarge, ErrBusy, that of ctx, or the reader's,
// io.ErrUnexpectedEOF where it ended early; after an error done need not be called.
func (b *Budget) Read(ctx context.Context, s Source, room []byte) (body []byte, done func(), err error) {
	if s.Length > s.Max {
		return nil, nil, ErrTooLarge
	}
	length, known := s.Length, s.Length >= 0
	if !known {
		length = s.Max + 1 // a byte more tells whether there is more
	}
	// The announced length is not trusted: Read asks for room only when more than a little has arrived.
	first := min(length, Small+1)
	if int64(cap(room)) < first {
		room = make([]byte, first)
	}
	body, err = fill(s.Reader, room[:0], first)
	done = func() {}
	if err == nil && len(body) > Small {
		body, done, err = b.readLarge(ctx, s, body, length)
	}
	switch {
	case err != nil:
		return nil, nil, err
	case known && int64(len(body)) < length:
		err = io.ErrUnexpectedEOF
	case int64(len(body)) > s.Max:
		err = ErrTooLarge
	default:
		return body, done, nil
	}
	done()
	return nil, nil, err
}

// fill reads into body, which has the room, until it has length bytes or the reader ends.
func fill(r io.Reader, body []byte, length int64) ([]byte, error) {
	for int64(len(body)) < length {
		n, err := r.Read(body[len(body):length])
		body = body[:len(body)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return body, err //nolint:wrapcheck // the reader's own, as promised
		}
	}
	return body, nil
}
