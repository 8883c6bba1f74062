package store

import (
	"context"
	"sync/atomic"
	"time"

	"berth/platform"
	"berth/platform/runtime"
	"berth/platform/store/db"
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
	l := &CallLog{store: s, queue: make(chan platform.CallRecord, callQueue), stop: make(chan struct{}), done: make(chan struct{})}
	go l.run()
	return l
}

// Record queues one record. An ID that is not a UUID is replaced by a new one.
func (l *CallLog) Record(r platform.CallRecord) {
	if l.closed.Load() {
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
	batch := make([]db.InsertCallsParams, 0, callBatch)
	add := func(r platform.CallRecord) {
		if batch = append(batch, callRow(r)); len(batch) == callBatch {
			batch = l.write(batch)
		}
	}
	for {
		select {
		case r := <-l.queue:
			add(r)
		case <-tick.C:
			batch = l.write(batch)
		case <-l.stop:
			for {
				select {
				case r := <-l.queue:
					add(r)
				default:
					l.write(batch)
					return
				}
			}
		}
	}
}

// write answers the emptied batch. A batch that the database refuses is lost: calls must not wait for their log.
func (l *CallLog) write(batch []db.InsertCallsParams) []db.InsertCallsParams {
	if len(batch) == 0 {
		return batch
	}
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	n, err := l.store.q.InsertCalls(ctx, batch)
	if err != nil {
		l.dropped.Add(uint64(len(batch)))
		l.store.log.ErrorContext(ctx, "call log lost records", "records", len(batch), "error", err)
		return batch[:0]
	}
	l.written.Add(uint64(n))
	return batch[:0]
}
