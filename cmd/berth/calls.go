package main

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
)

// flushTimeout bounds how long a reader of the call log waits for what is still being written.
const flushTimeout = time.Second

// recentCalls reads the call log with what this process has recorded up to now.
type recentCalls struct {
	store *store.Store
	log   *store.CallLog
}

// Calls implements api.CallReader.
func (r recentCalls) Calls(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, page publish.Page) ([]platform.CallRecord, string, error) {
	wait, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	r.log.Flush(wait)
	return r.store.Calls(ctx, ws, app, page)
}
