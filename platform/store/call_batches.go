package store

import (
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/store/db"
)

// maxBatchCalls is the most that one row holds: a long text takes SQLite milliseconds.
const maxBatchCalls = 256

// A row costs about the same whatever it holds, most of it for its place in the index of apps. Where more than sharedFrom
// apps have been called at once, those with fewer than ownCalls calls share rows: each of them belongs to one of
// sharedGroups groups. A reader of their calls reads the rows of the group too.
const (
	sharedFrom   = 256
	ownCalls     = 8
	sharedGroups = 256
	sharedPrefix = "shared-" // no app's id begins so
)

var sharedKeys = func() (keys [sharedGroups]string) {
	for i := range keys {
		keys[i] = fmt.Sprintf("%s%03d", sharedPrefix, i)
	}
	return keys
}()

// sharedKey returns the key, in place of an app's id, of the rows that it shares with others. Rows in the database depend
// on it.
func sharedKey(app platform.AppID) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(app)) // never fails
	return sharedKeys[h.Sum32()%sharedGroups]
}

func isShared(key string) bool { return strings.HasPrefix(key, sharedPrefix) }

// restEvery is the number of short steps between two calls of rest.
const restEvery = 64

// batchesOf makes rows for calls, one at a time. It gives an id to those that have none. It calls rest every now and then.
// It spreads the calls by key and sorts each row, since sorting all of them would keep one processor busy for some
// milliseconds.
func batchesOf(records []platform.CallRecord, rest func()) iter.Seq[db.InsertCallBatchesParams] {
	calls := map[platform.AppID]int{}
	for i := range records {
		if i%restEvery == 0 {
			rest()
		}
		calls[records[i].App]++
	}
	byKey := map[string][]*platform.CallRecord{}
	for i := range records {
		if i%restEvery == 0 {
			rest()
		}
		app := records[i].App
		key := string(app)
		if len(calls) > sharedFrom && calls[app] < ownCalls && validID(key) {
			key = sharedKey(app)
		}
		byKey[key] = append(byKey[key], &records[i])
	}
	return func(yield func(db.InsertCallBatchesParams) bool) {
		writer := callWriter{known: map[callTexts][]byte{}}
		for key, all := range byKey {
			for part := range slices.Chunk(all, maxBatchCalls) {
				rest()
				slices.SortStableFunc(part, func(a, b *platform.CallRecord) int { return a.At.Compare(b.At) }) // nearly in order already
				if !yield(writer.batch(clean(key, 36), part)) {
					return
				}
			}
		}
	}
}

// batch makes the row for calls under one key, in the order of time.
func (w *callWriter) batch(key string, records []*platform.CallRecord) db.InsertCallBatchesParams {
	n := len(records)
	text, calls, errors := w.row[:0], int64(n), int64(0)
	for i, r := range records {
		if r.Outcome != platform.OutcomeOK {
			errors++
		}
		if !validID(r.ID) {
			r.ID = newID()
		}
		text = append(text, "[,"[min(i, 1)])
		text = w.append(text, r, isShared(key))
	}
	w.row = append(text, ']')
	return db.InsertCallBatchesParams{ID: newID(), AppID: key, FirstAt: microseconds(records[0].At),
		LastAt: microseconds(records[n-1].At), Records: string(w.row), Calls: &calls, Errors: &errors}
}
