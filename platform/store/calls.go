package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"berth/platform"
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
	App      string `json:"app"` // "" = that of the batch

	counted *countedCalls // not nil: a group of counted calls instead of a call
}

// UnmarshalJSON also reads an object, which is what older versions wrote.
func (c *call) UnmarshalJSON(raw []byte) error {
	if raw[0] != '[' {
		type object call
		return json.Unmarshal(raw, (*object)(c))
	}
	fields := [...]any{&c.ID, &c.At, &c.Duration, &c.Bytes, &c.Tool, &c.Outcome, &c.Client, &c.Version, &c.App}
	return json.Unmarshal(raw, &fields)
}

// callWriter writes calls as JSON without encoding/json, since the log is a good part of what a call costs. The calls of a
// batch have few different texts.
type callWriter struct {
	known map[callTexts][]byte
	last  callTexts
	text  []byte // of last
	row   []byte // room for a row
}

type callTexts struct{ tool, outcome, client, version string }

// append writes a call, with its app where the batch is shared.
func (w *callWriter) append(b []byte, r *platform.CallRecord, shared bool) []byte {
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
	if shared {
		b = append(b, `,"`...)
		b = append(b, r.App...)
		b = append(b, '"')
	}
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

// newestCall sorts before every call.
func newestCall() call { return call{At: math.MaxInt64} }

// lastID is not before any call's id.
const lastID = "ffffffff-ffff-ffff-ffff-ffffffffffff"

// endOfTime returns a time later than every call.
func endOfTime() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// newest orders calls: the newest first, those of one moment by id.
func newest(a, b call) int {
	return cmp.Or(cmp.Compare(b.At, a.At), strings.Compare(b.ID, a.ID))
}

// A query first reads batchesAtOnce batches: one of a busy app holds hundreds of calls. While batches are small, each query
// reads twice as many as the one before, up to mostBatches, so that many such calls do not take hundreds of queries.
const (
	batchesAtOnce = 16
	mostBatches   = 128
	quietBytes    = 4096 // a batch of some dozen calls
)

// One request reads at most this many calls of its app, whatever it looks for, and this many bytes of shared rows.
const (
	maxScanned = 50_000
	maxShared  = 64 << 20
)

// Calls lists the call log of an app of the workspace, newest first. Where few calls match, a page may have fewer calls
// than its limit although more follow.
func (s *Store) Calls(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, q platform.CallQuery) ([]platform.CallRecord, string, error) {
	from, err := callsFrom(q.Cursor, "calls", newestCall())
	if err != nil {
		return nil, "", err
	}
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, "", err
	}
	n, scanned := limit(q.Limit), 0
	var found []platform.CallRecord
	var next string
	left, err := s.scanCalls(ctx, app, from, q.Since, func(c call) bool {
		if c.counted != nil {
			return true
		}
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
	if left != nil {
		next = cursorOf("calls", callKey(*left))
	}
	return found, next, err
}

// scanCalls visits the app's calls before from and not before since, newest first, until visit returns false. Batches of
// several replicas overlap in time, so calls wait until no further batch can hold a newer one. left is where to continue
// when there is more to read than one request does, else nil.
func (s *Store) scanCalls(ctx context.Context, app platform.AppID, from call, since time.Time, visit func(call) bool) (left *call, err error) {
	until := endOfTime()
	if from.At != math.MaxInt64 {
		until = time.UnixMicro(from.At).UTC()
	}
	own, shared := s.batchesFrom(string(app), until), s.batchesFrom(sharedKey(app), until)
	var waiting []call
	// emit visits the waiting calls that are newer than at.
	emit := func(at int64) bool {
		for len(waiting) > 0 && waiting[0].At > at {
			if !visit(waiting[0]) {
				return false
			}
			waiting = waiting[1:]
		}
		return true
	}
	for looked := 0; ; {
		b, err := newestBatch(ctx, own, shared)
		switch {
		case err != nil:
			return nil, err
		case b == nil || b.LastAt.Before(since):
			emit(math.MinInt64)
			return left, nil // nothing is left
		case !emit(b.LastAt.UnixMicro()):
			return left, nil // visit returned false
		}
		if isShared(b.AppID) {
			if looked >= s.maxShared {
				return &call{At: b.LastAt.UnixMicro(), ID: lastID}, nil
			}
			looked += len(b.Records)
		}
		calls, err := callsOf(b, app)
		if err != nil {
			return nil, err
		}
		for _, c := range calls {
			if newest(from, c) < 0 && !time.UnixMicro(c.At).Before(since) {
				waiting = append(waiting, c)
			}
		}
		slices.SortFunc(waiting, newest)
	}
}

// callsOf returns the calls of the app that a batch holds. Most shared batches hold none.
func callsOf(b *db.CallBatchesRow, app platform.AppID) ([]call, error) {
	if isShared(b.AppID) && !strings.Contains(b.Records, string(app)) {
		return nil, nil
	}
	all, err := decodeCalls(b)
	if err != nil {
		return nil, err
	}
	if !isShared(b.AppID) {
		counts, err := decodeCounts(b)
		for i := range counts {
			all = append(all, call{ID: b.ID, At: counts[i].At, counted: &counts[i]})
		}
		return all, err
	}
	return slices.DeleteFunc(all, func(c call) bool { return c.App != string(app) }), nil
}

func decodeCalls(b *db.CallBatchesRow) (all []call, err error) {
	if err := json.Unmarshal([]byte(b.Records), &all); err != nil {
		return nil, fmt.Errorf("read calls of batch %s: %w", b.ID, err)
	}
	return all, nil
}

// batches reads the batches under one key, the newest first, some at a time.
type batches struct {
	store  *Store
	params db.CallBatchesParams // of the next query
	read   []db.CallBatchesRow  // not taken yet
	ended  bool
}

func (s *Store) batchesFrom(key string, until time.Time) *batches {
	return &batches{store: s, params: db.CallBatchesParams{AppID: key, Until: until, Before: endOfTime(), MaxRows: batchesAtOnce}}
}

// head returns the newest batch that is left without taking it, nil when there is none.
func (b *batches) head(ctx context.Context) (*db.CallBatchesRow, error) {
	if len(b.read) == 0 && !b.ended {
		rows, err := b.store.q.CallBatches(ctx, b.params)
		if err != nil {
			return nil, wrap("list calls", err)
		}
		b.read, b.ended = rows, len(rows) < int(b.params.MaxRows)
		bytes := 0
		for _, r := range rows {
			bytes += len(r.Records)
		}
		if n := len(rows); n > 0 {
			b.params.Before, b.params.BeforeID = rows[n-1].LastAt, rows[n-1].ID
			if b.params.MaxRows = batchesAtOnce; bytes <= quietBytes*n {
				b.params.MaxRows = int32(min(2*n, mostBatches))
			}
		}
	}
	if len(b.read) == 0 {
		return nil, nil //nolint:nilnil // the end
	}
	return &b.read[0], nil
}

// next takes the newest batch that is left, nil when there is none.
func (b *batches) next(ctx context.Context) (*db.CallBatchesRow, error) {
	first, err := b.head(ctx)
	if first != nil {
		b.read = b.read[1:]
	}
	return first, err
}

// newestBatch takes the newest batch of both, nil when there is none left.
func newestBatch(ctx context.Context, a, b *batches) (*db.CallBatchesRow, error) {
	first, err := a.head(ctx)
	if err != nil {
		return nil, err
	}
	second, err := b.head(ctx)
	if err != nil {
		return nil, err
	}
	if first == nil || second != nil && second.LastAt.After(first.LastAt) {
		return b.next(ctx)
	}
	return a.next(ctx)
}

// callsFrom returns the place that a cursor of the named list of calls holds, first where there is no cursor.
func callsFrom(cursor, list string, first call) (call, error) {
	key, err := position(cursor, list, func(key string) bool { _, err := callPosition(key); return err == nil })
	if err != nil || key == "" {
		return first, err
	}
	return callPosition(key)
}

// callKey returns the key of a call in a cursor.
func callKey(c call) string { return strconv.FormatInt(c.At, 10) + ":" + c.ID }

// callPosition reads the key of a call in a cursor and returns a call with only its time and id.
func callPosition(key string) (call, error) {
	at, id, _ := strings.Cut(key, ":")
	us, err := strconv.ParseInt(at, 10, 64)
	if err != nil || us < 0 || us > math.MaxInt64/1000 || !validID(id) {
		return call{}, fmt.Errorf("read cursor: %q is not a call", key)
	}
	return call{At: us, ID: id}, nil
}
