package store

import (
	"context"
	"sync/atomic"
	"time"

	"berth/platform"
	"berth/platform/runtime"
)

const (
	callQueue    = 16384 // records that may wait
	callBatch    = 500   // records in one insert
	callInterval = 500 * time.Millisecond
	callTimeout  = 10 * time.Second // of one insert
)

// CallLog writes records of calls in batches. Record never blocks: what does not fit into the queue is dropped and
// counted. It is safe for concurrent use.
type CallLog struct {
	store            *Store
	queue            chan platform.CallRecord
	flush            chan chan struct{}
	stop             chan struct{} // closed by Close
	done             chan struct{} // closed when all is written
	closed           atomic.Bool
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
	l := &CallLog{store: s, queue: make(chan platform.CallRecord, callQueue), flush: make(chan chan struct{}), stop: make(chan struct{}), done: make(chan struct{})}
	go l.run()
	return l
}

// Record queues one record. An ID that is not a UUID is replaced by a new one; one of no known outcome is dropped.
func (l *CallLog) Record(r platform.CallRecord) {
	if l.closed.Load() || !runtime.KnownOutcome(r.Outcome) {
		l.dropped.Add(1)
		return
	}
	select {
	case l.queue <- r:
	default:
		l.dropped.Add(1)
	}
}

// Stats answers the counters.
func (l *CallLog) Stats() CallLogStats {
	return CallLogStats{Written: l.written.Load(), Dropped: l.dropped.Load(), Queued: len(l.queue)}
}

// Close writes what is queued, until ctx ends. Records that come later are dropped.
func (l *CallLog) Close(ctx context.Context) error {
	if !l.closed.Swap(true) {
		close(l.stop)
	}
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *CallLog) run() {
	defer close(l.done)
	tick := time.NewTicker(callInterval)
	defer tick.Stop()
	batch := make([]platform.CallRecord, 0, callBatch)
	add := func(r platform.CallRecord) {
		if batch = append(batch, r); len(batch) == callBatch {
			batch = l.write(batch)
		}
	}
	for {
		select {
		case r := <-l.queue:
			add(r)
		case <-tick.C:
			batch = l.write(batch)
		case done := <-l.flush:
			l.queued(add)
			batch = l.write(batch)
			close(done)
		case <-l.stop:
			l.queued(add)
			l.write(batch)
			return
		}
	}
}

// queued adds what is in the queue.
func (l *CallLog) queued(add func(platform.CallRecord)) {
	for {
		select {
		case r := <-l.queue:
			add(r)
		default:
			return
		}
	}
}

// Flush returns when what was recorded before is written, or when ctx ends.
func (l *CallLog) Flush(ctx context.Context) {
	written := make(chan struct{})
	select {
	case l.flush <- written:
	case <-l.done:
		return
	case <-ctx.Done():
		return
	}
	select {
	case <-written:
	case <-ctx.Done():
	}
}

// write answers the emptied batch. A batch that the database refuses is lost: calls must not wait for their log.
func (l *CallLog) write(batch []platform.CallRecord) []platform.CallRecord {
	if len(batch) == 0 {
		return batch
	}
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	if _, err := l.store.q.InsertCallBatches(ctx, batchesOf(batch)); err != nil {
		l.dropped.Add(uint64(len(batch)))
		l.store.log.ErrorContext(ctx, "call log lost records", "records", len(batch), "error", err)
		return batch[:0]
	}
	l.written.Add(uint64(len(batch)))
	return batch[:0]
}
