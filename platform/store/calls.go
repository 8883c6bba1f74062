package store

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store/db"
)

// Calls lists the call log of an app of the workspace, newest first.
func (s *Store) Calls(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, page publish.Page) ([]platform.CallRecord, string, error) {
	key, err := position(page.Cursor, "calls", func(key string) bool {
		_, _, err := callPosition(key)
		return err == nil
	})
	if err != nil {
		return nil, "", err
	}
	before, beforeID := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ""
	if key != "" {
		if before, beforeID, err = callPosition(key); err != nil {
			return nil, "", err
		}
	}
	if _, err := s.App(ctx, ws, app); err != nil {
		return nil, "", err
	}
	n := limit(page.Limit)
	rows, err := s.q.Calls(ctx, db.CallsParams{AppID: string(app), Before: before, BeforeID: beforeID, MaxRows: int32(n + 1)})
	if err != nil {
		return nil, "", wrap("list calls", err)
	}
	rows, next := paged(rows, n, "calls", func(c db.Call) string { return strconv.FormatInt(c.At.UnixMicro(), 10) + ":" + c.ID })
	records := make([]platform.CallRecord, len(rows))
	for i, r := range rows {
		records[i] = platform.CallRecord{ID: r.ID, App: platform.AppID(r.AppID), At: r.At.UTC(), Tool: r.Tool, Outcome: r.Outcome,
			Duration: time.Duration(r.DurationUs) * time.Microsecond, Client: r.Client, ProtocolVersion: r.ProtocolVersion, Bytes: int(r.Bytes)}
	}
	return records, next, nil
}

// callPosition reads the key of a call in a cursor: when it was, in microseconds, and its id.
func callPosition(key string) (time.Time, string, error) {
	at, id, _ := strings.Cut(key, ":")
	us, err := strconv.ParseInt(at, 10, 64)
	if err != nil || us < 0 || us > math.MaxInt64/1000 || !validID(id) {
		return time.Time{}, "", fmt.Errorf("read cursor: %q is not a call", key)
	}
	return time.UnixMicro(us).UTC(), id, nil
}

func callRow(r platform.CallRecord) db.InsertCallsParams {
	if !validID(r.ID) {
		r.ID = newID()
	}
	return db.InsertCallsParams{ID: r.ID, AppID: clean(string(r.App), 36), At: r.At.UTC().Truncate(time.Microsecond), Tool: clean(r.Tool, 128),
		Outcome: r.Outcome, DurationUs: r.Duration.Microseconds(), Client: clean(r.Client, 100),
		ProtocolVersion: clean(r.ProtocolVersion, 32), Bytes: int64(r.Bytes)}
}
