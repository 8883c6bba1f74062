// Package background keeps long work in the background from holding a processor that calls need.
package background

import (
	"cmp"
	"time"
)

// Stint is how long work goes on before it yields the processor, unless Work says otherwise: too short to be noticed by calls.
const Stint = 250 * time.Microsecond

// longestRest bounds a rest, in stints: the work may have waited meanwhile, or the whole process may have been suspended.
const longestRest = 20

// Work divides long work into stints. Undivided, it delays calls until it is done where there is one processor, or until Go's
// scheduler interrupts it after 10 ms. The zero value is ready; it belongs to one goroutine.
type Work struct {
	// Stint is how long a stint is, 0 = the usual. In a process that has nothing else to do a rest lasts 1 ms, the least that it
	// then sleeps: work that somebody waits for has longer stints.
	Stint time.Duration

	since time.Time
}

// Begin starts a stint. Call it when the work has just waited for something else.
func (w *Work) Begin() { w.since = time.Now() }

// Rest is called by the work every now and then. It returns at once until the stint is over, and then lets others have the
// processor for about twice as long as it has lasted.
func (w *Work) Rest() {
	if w.since.IsZero() {
		w.Begin()
	}
	stint := cmp.Or(w.Stint, Stint)
	worked := time.Since(w.since)
	if worked < stint {
		return
	}
	<-time.After(min(2*worked, longestRest*stint)) // to yield alone would not let the scheduler look at the network
	w.Begin()
}
