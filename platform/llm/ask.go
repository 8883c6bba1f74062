package llm

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/lru"
)

// Wire is how one provider is asked by one model of it. Errors are a *Failure, context.Canceled or context.DeadlineExceeded.
type Wire interface {
	// Send asks once. Where plain, nothing is asked of the provider that some models refuse: the schema stands in the request's
	// system prompt already, and the temperature is the provider's.
	Send(ctx context.Context, r Request, plain bool) (Answer, error)
}

const (
	remembered   = 24 * time.Hour // that a model refuses a form
	mostRefusals = 1000
	firstPause   = 500 * time.Millisecond
	longestPause = 10 * time.Second
	enough       = 20 * time.Second // of the caller's time, for a second try
)

// New makes a model. What the provider does not take in full is asked plainly, which is remembered for a day. What may pass is tried
// a second time if the caller has 20 seconds left for it.
func New(w Wire, now func() time.Time) Model {
	return &model{wire: w, now: now, refused: lru.New[[sha256.Size]byte, time.Time](mostRefusals)}
}

type model struct {
	wire Wire
	now  func() time.Time

	mu      sync.Mutex
	refused *lru.Map[[sha256.Size]byte, time.Time] // by form
}

// Ask implements Model.
func (m *model) Ask(ctx context.Context, r Request) (Answer, error) {
	form := sha256.Sum256(r.Schema)
	if r.Temperature != nil {
		form[0]++
	}
	if m.isRefused(form) {
		a, err := m.persist(ctx, r.Plain(), true)
		return a, known(ctx, err)
	}
	a, err := m.persist(ctx, r, false)
	if f := (*Failure)(nil); errors.As(err, &f) && f.Form && (r.Schema != nil || r.Temperature != nil) {
		plain, before := r.Plain(), a.Usage
		if !plain.mayAgain(ctx) {
			return a, known(ctx, err)
		}
		if a, err = m.persist(ctx, plain, true); err == nil {
			m.refuse(form)
		}
		a.Usage = a.Usage.Plus(before)
	}
	return a, known(ctx, err)
}

// Plain returns the request with its schema in the system prompt, and without a temperature: what every provider takes.
func (r Request) Plain() Request {
	if r.Schema != nil {
		r.System += "\n\nAnswer with one JSON object that fits this JSON Schema, and with nothing else:\n" + string(r.Schema)
	}
	r.Temperature = nil
	return r
}

// persist asks, and asks once more where that may help.
func (m *model) persist(ctx context.Context, r Request, plain bool) (Answer, error) {
	a, err := m.wire.Send(ctx, r, plain)
	var f *Failure
	if !errors.As(err, &f) || !f.Passing {
		return a, err
	}
	pause := max(f.After, firstPause)
	end, limited := ctx.Deadline()
	if pause > longestPause || limited && end.Sub(m.now()) < pause+enough {
		return a, err
	}
	if platform.Wait(ctx, pause) != nil || !r.mayAgain(ctx) {
		return a, err
	}
	again, err := m.wire.Send(ctx, r, plain)
	again.Usage = again.Usage.Plus(a.Usage)
	return again, err
}

func (m *model) isRefused(form [sha256.Size]byte) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.refused.Get(form)
	return ok && m.now().Sub(at) < remembered
}

func (m *model) refuse(form [sha256.Size]byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refused.Put(form, m.now(), 1)
}
