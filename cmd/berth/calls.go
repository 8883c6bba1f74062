package main

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
)

// flushTimeout bounds how long a reader of the call log waits for records that are still being written.
const flushTimeout = time.Second

// recentCalls reads the call log, including what this process has recorded until now. It implements api.CallReader.
type recentCalls struct {
	store   *store.Store
	log     *store.CallLog
	sampler *store.Sampler
}

func (r recentCalls) flush(ctx context.Context) {
	wait, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	r.log.Flush(wait)
}

func (r recentCalls) Calls(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, q platform.CallQuery) ([]platform.CallRecord, string, error) {
	r.flush(ctx)
	return r.store.Calls(ctx, ws, app, q)
}

func (r recentCalls) CallStats(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, w platform.CallWindow) (platform.CallStats, error) {
	r.flush(ctx)
	return r.store.CallStats(ctx, ws, app, w)
}

func (r recentCalls) CountCalls(ctx context.Context, ws platform.WorkspaceID, since time.Time) ([]platform.AppCalls, bool, error) {
	r.flush(ctx)
	return r.store.CountCalls(ctx, ws, since)
}

func (r recentCalls) Samples(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, page publish.Page) ([]platform.CallSample, string, error) {
	wait, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	r.sampler.Flush(wait)
	return r.store.Samples(ctx, ws, app, page)
}
