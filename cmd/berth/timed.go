package main

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/telemetry"
)

// timed is the publish service that also records its time in the metrics.
type timed struct {
	*publish.Service
	metrics *telemetry.Metrics
}

// Publish publishes and records how long it took until the release is served here.
func (t timed) Publish(ctx context.Context, by platform.Actor, id platform.AppID, o publish.Overrides) (platform.App, error) {
	start := time.Now()
	app, err := t.Service.Publish(ctx, by, id, o)
	t.metrics.PublishDone(time.Since(start), err == nil)
	return app, err
}
