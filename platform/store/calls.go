package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/runtime"
	"berth/platform/store/db"
)

// call is one record as a batch holds it: a JSON array of these, in this order.
type call struct {
	ID       string `json:"id"`
	At       int64  `json:"at"`       // Unix time, microseconds
	Duration int64  `json:"duration"` // microseconds
	Bytes    int    `json:"bytes"`
	Tool     string `json:"tool"`
	Outcome  string `json:"outcome"`
	Client   string `json:"client"`
	Version  string `json:"version"`
}

// UnmarshalJSON also reads an object, which is what older versions wrote.
func (c *call) UnmarshalJSON(raw []byte) error {
	if raw[0] != '[' {
		type object call
		return json.Unmarshal(raw, (*object)(c))
	}
	fields := [...]any{&c.ID, &c.At, &c.Duration, &c.Bytes, &c.Tool, &c.Outcome, &c.Client, &c.Version}
	return json.Unmarshal(raw, &fields)
}

// callWriter writes calls as JSON, by hand, since the log is a good part of what a call costs. The calls of a batch have few
// different texts.
type callWriter struct {
	known map[callTexts][]byte
	last  callTexts
	text  []byte // of last
}

type callTexts struct{ tool, outcome, client, version string }

func (w *callWriter) append(b []byte, r *platform.CallRecord) []byte {
	b = append(b, `["`...)
	b = append(b, r.ID...)
	b = append(b, `",`...)
	b = strconv.AppendInt(b, r.At.UnixMicro(), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, r.Duration.Microseconds(), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(r.Bytes), 10)
	b = append(b, ',')
	b = append(b, w.texts(callTexts{r.Tool, r.Outcome, r.Client, r.ProtocolVersion})...)
	return append(b, ']')
}

func (w *callWriter) texts(t callTexts) []byte {
	if t == w.last && w.text != nil {
		return w.text
	}
	text, ok := w.known[t]
	if !ok {
		all, _ := json.Marshal([]string{clean(t.tool, 128), clean(t.outcome, 32), clean(t.client, 100), clean(t.version, 32)}) // strings always encode
		text = all[1 : len(all)-1]
		w.known[t] = text
	}
	w.last, w.text = t, text
	return text
}

func (c call) record(app platform.AppID) platform.CallRecord {
	return platform.CallRecord{ID: c.ID, App: app, At: time.UnixMicro(c.At).UTC(), Tool: c.Tool, Outcome: c.Outcome,
		Duration: time.Duration(c.Duration) * time.Microsecond, Client: c.Client, ProtocolVersion: c.Version, Bytes: c.Bytes}
}

// newestCall stands before every call.
func newestCall() call { return call{At: math.MaxInt64} }

// endOfTime is later than every call.
func endOfTime() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// newest orders calls: the newest first, those of one moment by id.
func newest(a, b call) int {
	return cmp.Or(cmp.Compare(b.At, a.At), strings.Compare(b.ID, a.ID))
}

// A query reads batchesAtOnce batches first: of a busy app one holds hundreds of calls. Of a quiet one it is a single, and
// the next query reads twice as many, up to mostBatches: whoever looks at many such calls asks some hundred times.
const (
	batchesAtOnce = 16
	mostBatches   = 128
)

// maxScanned bounds the calls that one request reads, whatever it looks for.
const maxScanned = 50_000

// Calls lists the call log of an app of the workspace, newest first. A page may have fewer calls than its limit and go on
// all the same, where few calls match.
func (s *Store) Calls(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, q platform.CallQuery) ([]platform.CallRecord, string, error) {
	from := newestCall()
	key, err := position(q.Cursor, "calls", func(key string) bool {
		_, err := callPosition(key)
		return err == nil
	})
	if err != nil {
		return nil, "", err
	}
	if key != "" {
		if from, err = callPosition(key); err != nil {
			return nil, "", err
		}
	}
	if _, err := s.App(ctx, ws, app); err != nil {
		return nil, "", err
	}
	n, scanned := limit(q.Limit), 0
	var found []platform.CallRecord
	var next string
	err = s.scanCalls(ctx, app, from, q.Since, func(c call) bool {
		if q.After != "" && c.ID == q.After {
			return false
		}
		if len(found) == n || scanned == maxScanned {
			next = cursorOf("calls", callKey(from))
			return false
		}
		scanned++
		from = c
		if r := c.record(app); q.Matches(r) {
			found = append(found, r)
		}
		return true
	})
	return found, next, err
}

// scanCalls visits the app's calls before from and not before since, newest first, until visit answers false. Batches of
// several replicas overlap in time, so calls wait until no further batch can hold a newer one.
func (s *Store) scanCalls(ctx context.Context, app platform.AppID, from call, since time.Time, visit func(call) bool) error {
	endOfTime := endOfTime()
	until, before, beforeID := endOfTime, endOfTime, ""
	if from.At != math.MaxInt64 {
		until = time.UnixMicro(from.At).UTC()
	}
	var waiting []call
	// emit visits the calls that wait and are newer than at.
	emit := func(at int64) bool {
		for len(waiting) > 0 && waiting[0].At > at {
			if !visit(waiting[0]) {
				return false
			}
			waiting = waiting[1:]
		}
		return true
	}
	for rows := batchesAtOnce; ; {
		batches, err := s.q.CallBatches(ctx, db.CallBatchesParams{AppID: string(app), Until: until, Before: before, BeforeID: beforeID, MaxRows: int32(rows)})
		if err != nil {
			return wrap("list calls", err)
		}
		calls := 0
		for _, b := range batches {
			if !emit(b.LastAt.UnixMicro()) {
				return nil
			}
			if b.LastAt.Before(since) {
				batches = nil
				break
			}
			var more []call
			if err := json.Unmarshal([]byte(b.Records), &more); err != nil {
				return fmt.Errorf("read calls of batch %s: %w", b.ID, err)
			}
			calls += len(more)
			for _, c := range more {
				if newest(from, c) < 0 && !time.UnixMicro(c.At).Before(since) {
					waiting = append(waiting, c)
				}
			}
			slices.SortFunc(waiting, newest)
			before, beforeID = b.LastAt, b.ID
		}
		if len(batches) < rows {
			emit(math.MinInt64)
			return nil
		}
		if rows = batchesAtOnce; calls <= 2*len(batches) {
			rows = min(2*len(batches), mostBatches)
		}
	}
}

// callKey is the key of a call in a cursor.
func callKey(c call) string { return strconv.FormatInt(c.At, 10) + ":" + c.ID }

// callPosition reads the key of a call in a cursor: when it was, in microseconds, and its id.
func callPosition(key string) (call, error) {
	at, id, _ := strings.Cut(key, ":")
	us, err := strconv.ParseInt(at, 10, 64)
	if err != nil || us < 0 || us > math.MaxInt64/1000 || !validID(id) {
		return call{}, fmt.Errorf("read cursor: %q is not a call", key)
	}
	return call{At: us, ID: id}, nil
}

// maxBatchCalls is the most that one row holds: a long text takes SQLite milliseconds.
const maxBatchCalls = 512

// batchesOf makes rows for the calls of each app, one when it is asked for. It sorts the records, and gives an id to those
// that have none.
func batchesOf(records []platform.CallRecord) iter.Seq[db.InsertCallBatchesParams] {
	slices.SortFunc(records, func(a, b platform.CallRecord) int { // nearly in order already
		if a.App != b.App {
			return strings.Compare(string(a.App), string(b.App))
		}
		if order := a.At.Compare(b.At); order != 0 {
			return order
		}
		return strings.Compare(a.ID, b.ID)
	})
	return func(yield func(db.InsertCallBatchesParams) bool) {
		writer := callWriter{known: map[callTexts][]byte{}}
		for len(records) > 0 {
			n := 1
			for n < min(len(records), maxBatchCalls) && records[n].App == records[0].App {
				n++
			}
			if !yield(writer.batch(records[:n])) {
				return
			}
			records = records[n:]
		}
	}
}

// batch makes the row for calls of one app, in the order of time.
func (w *callWriter) batch(records []platform.CallRecord) db.InsertCallBatchesParams {
	n := len(records)
	text, calls, errors := make([]byte, 0, 128*n), int64(n), int64(0)
	for i := range records {
		r := &records[i]
		if r.Outcome != runtime.OutcomeOK {
			errors++
		}
		if !validID(r.ID) {
			r.ID = newID()
		}
		text = append(text, "[,"[min(i, 1)])
		text = w.append(text, r)
	}
	return db.InsertCallBatchesParams{ID: newID(), AppID: clean(string(records[0].App), 36), FirstAt: microseconds(records[0].At),
		LastAt: microseconds(records[n-1].At), Records: string(append(text, ']')), Calls: &calls, Errors: &errors}
}

func microseconds(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
