package llm

import (
	"context"
	"sync"
	"time"
)

const (
	everySoOften = time.Second
	asking       = 10 // percent when the model is asked
	nearly       = 90 // percent that waiting comes close to
	checked      = 95
)

// progress tells a caller how far a call is, in percent that only grow. How long a model takes is not known: what is left to wait
// for shrinks by a tenth each second.
type progress struct {
	mu     sync.Mutex
	report func(progress, total float64, message string)
	at     float64
	over   bool
	ended  chan struct{}
	once   sync.Once
}

// begin reports at once, and then every second until end.
func begin(ctx context.Context, report func(progress, total float64, message string)) *progress {
	p := &progress{report: report, ended: make(chan struct{})}
	if report == nil {
		p.over = true
		return p
	}
	report(0, 100, "Starting…")
	p.to(asking, "Asking the model…")
	go p.run(ctx)
	return p
}

func (p *progress) run(ctx context.Context) {
	tick := time.NewTicker(everySoOften)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.mu.Lock()
			next := p.at + (nearly-p.at)/10
			p.mu.Unlock()
			p.to(next, "Waiting for the model…")
		case <-p.ended:
			return
		case <-ctx.Done():
			return
		}
	}
}

// to reports that so many percent are done, unless more were.
func (p *progress) to(percent float64, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over || percent <= p.at {
		return
	}
	p.at = percent
	p.report(percent, 100, message)
}

func (p *progress) checking() { p.to(checked, "Checking the answer…") }

func (p *progress) done() { p.to(100, "Complete") }

// end stops reporting.
func (p *progress) end() {
	p.once.Do(func() { close(p.ended) })
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}
