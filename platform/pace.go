package platform

import "time"

// Stint is how long work in the background goes on before it lets others have the processor.
const Stint = 250 * time.Microsecond

// Pace divides long work in the background into stints. Without it the calls that come meanwhile wait for all of it where there
// is one processor, or until Go's scheduler interrupts it after 10 ms. The zero value is ready; it belongs to one goroutine.
type Pace struct{ since time.Time }

// Begin starts a stint, where the work has just waited for something else.
func (p *Pace) Begin() { p.since = time.Now() }

// Rest is called by the work every now and then. It returns at once until the stint is over, and then lets others have the
// processor for as long as it has lasted.
func (p *Pace) Rest(stint time.Duration) {
	if p.since.IsZero() {
		p.Begin()
	}
	worked := time.Since(p.since)
	if worked < stint {
		return
	}
	<-time.After(worked) // to yield alone would not let the scheduler look at the network
	p.Begin()
}
