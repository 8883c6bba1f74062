package store

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"berth/platform"
	"berth/platform/background"
	"berth/platform/runtime"
	"berth/platform/store/db"
)

const (
	callQueue = 65536 // records that may wait
	callWake  = 4096  // so many wake the writer before its time
	callSpare = 16384 // room for so many is kept for the next time
	// In one insert, begun before the last row: so much is made before anything of it is stored.
	insertRows  = 64
	insertCalls = 1024
)

// CallLog writes records of calls in batches: the calls of an app that have come while the last batches were written become
// one row, or few, so that it keeps up the better the more there are. Record never blocks: what does not fit into the queue is
// dropped and counted. It is safe for concurrent use.
type CallLog struct {
	writer
	store *Store

	mu     sync.Mutex
	queue  []platform.CallRecord
	closed bool

	spare            []platform.CallRecord // room for the next queue; the writer's alone
	work             background.Work       // the writer's alone
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
	l := &CallLog{store: s}
	l.writer = startWriter(func(context.Context) { l.writeQueued() })
	return l
}

// Record queues one record. An ID that is not a UUID is replaced by a new one; one of no known outcome is dropped.
func (l *CallLog) Record(r platform.CallRecord) {
	if !platform.KnownOutcome(r.Outcome) {
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
	full := len(l.queue) == callWake
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
	l.spare = nil
	l.work.Begin()
	rows, calls := make([]db.InsertCallBatchesParams, 0, min(len(queued), insertRows)), 0
	for row := range batchesOf(queued, l.rest) {
		rows, calls = append(rows, row), calls+int(*row.Calls)
		if len(rows) == insertRows || calls >= insertCalls {
			l.insert(rows)
			rows, calls = rows[:0], 0
		}
	}
	if len(rows) > 0 {
		l.insert(rows)
	}
	if cap(queued) <= callSpare {
		clear(queued) // lets go of the requests that the texts are parts of
		l.spare = queued[:0]
	}
}

// rest lets others have the processor every now and then. The more calls wait to be written the longer the stints, and nobody
// waits for the last ones.
func (l *CallLog) rest() {
	l.mu.Lock()
	closed, waiting := l.closed, len(l.queue)
	l.mu.Unlock()
	if !closed {
		l.work.Stint = background.Stint * time.Duration(1+waiting/callWake)
		l.work.Rest()
	}
}

// insert stores rows. What the database refuses is lost: calls must not wait for their log. SQLite may have stored the first ones.
func (l *CallLog) insert(rows []db.InsertCallBatchesParams) {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	stored, err := l.store.q.InsertCallBatches(ctx, rows)
	l.work.Begin() // the database has been at work
	l.written.Add(callsIn(rows[:stored]))
	if lost := callsIn(rows[stored:]); err != nil {
		l.dropped.Add(lost)
		l.store.log.ErrorContext(ctx, "call log lost records", "records", lost, "error", err)
	}
}

func callsIn(rows []db.InsertCallBatchesParams) (n uint64) {
	for _, row := range rows {
		n += uint64(*row.Calls)
	}
	return n
}
