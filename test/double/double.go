// Package double stands in for what lies outside of a process, so that tests can read what it was told and move its time.
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

// All are the records up to now.
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

// String is what was written up to now.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Clock is a time that passes when a test says so.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock makes a Clock that stands at now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now is the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Pass moves the time on.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
