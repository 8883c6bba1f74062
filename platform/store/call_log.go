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
	// Limits of one insert, begun before the last row: this much is made before any of it is stored.
	insertRows  = 64
	insertCalls = 1024
)

// CallLog writes records of calls in batches. The calls of an app that have come while the last batches were written become
// one row, or a few, so that more calls at once cost less each. Record never blocks: records that do not fit into the queue
// are dropped and counted. It is safe for concurrent use.
type CallLog struct {
	writer
	store *Store

	mu     sync.Mutex
	queue  []platform.CallRecord
	closed bool

	// Used by the writer only: room for the next queue, what is listed, and when counts were stored.
	spare   []platform.CallRecord
	work    background.Work
	budget  *callBudget
	counted time.Time

	flushing                   atomic.Bool
	written, unlisted, dropped atomic.Uint64
}

// CallLogStats counts since the start: calls that were listed, that were counted and not listed, and that were lost. Queued is
// how many wait to be written.
type CallLogStats struct {
	Written, Counted, Dropped uint64
	Queued                    int
}

var _ runtime.CallLog = (*CallLog)(nil)

// CallLog starts a writer that lists that many calls of an app in an hour, and counts further ones; 0 = all are listed.
// Close it before the store.
func (s *Store) CallLog(listed int) *CallLog {
	l := &CallLog{store: s, budget: newCallBudget(listed), counted: s.now()}
	l.writer = startWriter(func(context.Context) { l.writeQueued() })
	return l
}

// Record queues one record. An ID that is not a UUID is replaced by a new one; a record with an unknown outcome is dropped.
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

// Stats returns the counters.
func (l *CallLog) Stats() CallLogStats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return CallLogStats{Written: l.written.Load(), Counted: l.unlisted.Load(), Dropped: l.dropped.Load(), Queued: len(l.queue)}
}

// Flush returns when everything queued before is written, also counts, or when ctx ends.
func (l *CallLog) Flush(ctx context.Context) {
	l.flushing.Store(true)
	l.writer.Flush(ctx)
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
	queued, closed := l.queue, l.closed
	l.queue = l.spare
	l.mu.Unlock()
	flushing := l.flushing.Swap(false)
	l.spare = nil
	l.work.Begin()
	rows, calls := make([]db.InsertCallBatchesParams, 0, min(len(queued), insertRows)), 0
	for row := range batchesOf(l.budget.list(queued, l.rest), l.rest) {
		rows, calls = append(rows, row), calls+int(*row.Calls)
		if len(rows) == insertRows || calls >= insertCalls {
			l.insert(rows)
			rows, calls = rows[:0], 0
		}
	}
	if len(rows) > 0 {
		l.insert(rows)
	}
	l.writeCounts(closed || flushing)
	if cap(queued) <= callSpare {
		clear(queued) // releases the requests that the texts are parts of
		l.spare = queued[:0]
	}
}

// rest lets others use the processor every now and then. The more calls wait to be written, the longer it works between two
// rests.
func (l *CallLog) rest() {
	l.mu.Lock()
	closed, waiting := l.closed, len(l.queue)
	l.mu.Unlock()
	if !closed {
		l.work.Stint = background.Stint * time.Duration(1+waiting/callWake)
		l.work.Rest()
	}
}

// insert stores rows. Rows that the database refuses are lost: calls must not wait for their log. SQLite may have stored
// the first ones.
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
