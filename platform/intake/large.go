package intake

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"berth/platform"
)

const (
	// A large body is read in pieces with a pause after each, the longer the more bodies pause: a hundred that arrive at once take about
	// a fifth of a processor, and others wait for few pieces.
	piece             = 32 << 10
	afterPiece        = 250 * time.Microsecond // at least
	pauseForEach      = 100 * time.Microsecond
	longestAfterPiece = 10 * time.Millisecond // of which 20 MiB take 6.4 s
)

// readLarge continues to read a body whose start has been read, up to length bytes in all.
func (b *Budget) readLarge(ctx context.Context, s Source, start []byte, length int64) (body []byte, done func(), err error) {
	if b == nil {
		b = &Budget{} // without semaphores there is always room
	}
	b.large.Add(1)
	holding := hold{of: b}
	defer func() {
		if err == nil {
			return
		}
		holding.release()
		if errors.Is(err, ErrBusy) {
			b.refused.Add(1)
		}
	}()
	if err := holding.take(ctx, b.arriving, length); err != nil {
		return nil, nil, err
	}
	b.making.Lock() // a megabyte is zeroed, in which others wait for one body and not for all that have found room
	body = append(make([]byte, 0, length), start...)
	b.making.Unlock()
	w := watch{of: b, hurry: s.Hurry}
	w.begin()
	body, err = b.inPieces(arriving{s.Reader, &w.arrived}, body, length)
	if w.end() {
		return nil, nil, ErrBusy
	}
	if err != nil {
		return nil, nil, err
	}
	turn, err := b.Turn(ctx, len(body))
	if err != nil {
		return nil, nil, err
	}
	becomes := int64(copies*len(body) + perValue*platform.CountValues(body, platform.MaxValues, turn.Rest))
	turn.End()
	if err := holding.take(ctx, b.working, becomes); err != nil {
		return nil, nil, err
	}
	return body, sync.OnceFunc(holding.release), nil
}

// inPieces is fill with pauses.
func (b *Budget) inPieces(r io.Reader, body []byte, length int64) (_ []byte, err error) {
	for {
		end := min(length, int64(len(body)+piece))
		body, err = fill(r, body, end)
		if err != nil || int64(len(body)) < end || end == length {
			return body, err
		}
		pause := time.Duration(b.pausing.Add(1)) * pauseForEach
		<-time.After(min(max(afterPiece, pause), longestAfterPiece)) // to yield alone would not let the scheduler look at the network
		b.pausing.Add(-1)
	}
}

// arriving counts what is read.
type arriving struct {
	io.Reader
	bytes *atomic.Int64
}

func (a arriving) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	a.bytes.Add(int64(n))
	return n, err //nolint:wrapcheck // the reader's own
}

// hold is what one body holds of a budget.
type hold struct {
	of    *Budget
	parts []part
}

type part struct {
	half   *semaphore.Weighted
	weight int64
}

// take waits for room, for as long as a body may wait. A body that needs more than all the room takes all of it.
func (h *hold) take(ctx context.Context, half *semaphore.Weighted, weight int64) error {
	if half == nil {
		return nil
	}
	weight = min(weight, h.of.half)
	if err := h.of.acquire(ctx, half, weight); err != nil {
		return err
	}
	h.of.held.Add(weight)
	h.parts = append(h.parts, part{half, weight})
	return nil
}

// acquire takes from s, and waits for as long as a body may wait.
func (b *Budget) acquire(ctx context.Context, s *semaphore.Weighted, weight int64) error {
	if s.TryAcquire(weight) {
		return nil
	}
	b.waiting.Add(1)
	defer b.waiting.Add(-1)
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if s.Acquire(patient, weight) == nil {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err //nolint:wrapcheck // that of ctx, as promised
	}
	return ErrBusy
}

func (h *hold) release() {
	for _, p := range h.parts {
		h.of.held.Add(-p.weight)
		p.half.Release(p.weight)
	}
}

// watch checks once in each interval whether a body arrives fast enough, while others wait for room.
type watch struct {
	of      *Budget
	hurry   func()
	arrived atomic.Int64

	mu    sync.Mutex
	timer *time.Timer
	seen  int64 // of arrived, at the last look
	over  bool
	late  bool
}

func (w *watch) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(interval, w.look)
}

func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	arrived := w.arrived.Load()
	if w.of.waiting.Load() > 0 && arrived-w.seen < pace {
		w.over, w.late = true, true
		w.hurry()
		return
	}
	w.seen = arrived
	w.timer.Reset(interval)
}

// end ends the watching, and reports whether the body was made to hurry.
func (w *watch) end() (late bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.timer.Stop()
	return w.late
}
