package served

import (
	"bytes"
	"slices"
	"sync"

	"berth/platform"
)

// Calls is a call log that can be read. It is safe for concurrent use.
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

// Log keeps what a server says. It is safe for concurrent use.
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

// String is what was said up to now.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
