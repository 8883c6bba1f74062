// Package double stands in for what is outside of a process, so that tests can read what was recorded and set the time.
// Everything in it is safe for concurrent use, and the zero values are ready.
package double

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"berth/platform"
)

// Calls is a call log that can be read.
type Calls struct {
	mu      sync.Mutex
	records []platform.CallRecord
}

// Record implements runtime.CallLog.
func (c *Calls) Record(r platform.CallRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.records = append(c.records, r)
}

// All returns the records so far.
func (c *Calls) All() []platform.CallRecord {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.records)
}

// Log keeps what is written.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns what was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Clock is a clock that moves only when a test moves it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a Clock that shows now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Pass moves the clock forward.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
