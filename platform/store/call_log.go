package store

import (
	"context"
	"sync"
	"sync/atomic"

	"berth/platform"
	"berth/platform/runtime"
)

const (
	callQueue = 16384 // records that may wait
	callBatch = 2048  // records in one insert, and how many wake the writer before its time
)

// CallLog writes records of calls in batches. Record never blocks: what does not fit into the queue is dropped and
// counted. It is safe for concurrent use.
type CallLog struct {
	writer
	store *Store

	mu     sync.Mutex
	queue  []platform.CallRecord
	closed bool

	spare            []platform.CallRecord // room for the next queue; the writer's alone
	written, dropped atomic.Uint64
}

// CallLogStats counts since the start. Queued is how many wait to be written.
type CallLogStats struct {
	Written, Dropped uint64
	Queued           int
}

var _ runtime.CallLog = (*CallLog)(nil)

// CallLog starts a writer. Close it before the store.
func (s *Store) CallLog() *CallLog {
	room := func() []platform.CallRecord { return make([]platform.CallRecord, 0, 2*callBatch) } // what arrives during an insert, too
	l := &CallLog{store: s, queue: room(), spare: room()}
	l.writer = startWriter(func(context.Context) { l.writeQueued() })
	return l
}

// Record queues one record. An ID that is not a UUID is replaced by a new one; one of no known outcome is dropped.
func (l *CallLog) Record(r platform.CallRecord) {
	if !runtime.KnownOutcome(r.Outcome) {
		l.dropped.Add(1)
		return
	}
	l.mu.Lock()
	if l.closed || len(l.queue) >= callQueue {
		l.mu.Unlock()
		l.dropped.Add(1)
		return
	}
	l.queue = append(l.queue, r)
	full := len(l.queue) == callBatch
	l.mu.Unlock()
	if full {
		l.soon()
	}
}

// Stats answers the counters.
func (l *CallLog) Stats() CallLogStats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return CallLogStats{Written: l.written.Load(), Dropped: l.dropped.Load(), Queued: len(l.queue)}
}

// Close writes what is queued, until ctx ends. Records that come later are dropped.
func (l *CallLog) Close(ctx context.Context) error {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	return l.writer.Close(ctx)
}

func (l *CallLog) writeQueued() {
	l.mu.Lock()
	queued := l.queue
	l.queue = l.spare
	l.mu.Unlock()
	for rest := queued; len(rest) > 0; {
		n := min(len(rest), callBatch)
		l.write(rest[:n])
		rest = rest[n:]
	}
	clear(queued) // lets go of the requests that the texts are parts of
	l.spare = queued[:0]
}

// write stores one batch. One that the database refuses is lost: calls must not wait for their log.
func (l *CallLog) write(batch []platform.CallRecord) {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	if _, err := l.store.q.InsertCallBatches(ctx, batchesOf(batch)); err != nil {
		l.dropped.Add(uint64(len(batch)))
		l.store.log.ErrorContext(ctx, "call log lost records", "records", len(batch), "error", err)
		return
	}
	l.written.Add(uint64(len(batch)))
}
