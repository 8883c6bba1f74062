package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store/db"
)

// Samples lists the samples of an app of the workspace, newest first; none while sampling is off. A page ends after the
// sample with which it reaches maxPage bytes.
func (s *Store) Samples(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, page publish.Page) ([]platform.CallSample, string, error) {
	last, err := callsFrom(page.Cursor, "samples", call{At: endOfTime().UnixMicro()})
	if err != nil {
		return nil, "", err
	}
	on, err := s.Sampling(ctx, ws, app)
	if err != nil || !on.Enabled {
		return nil, "", err
	}
	since := s.now().Add(-days(on.RetentionDays))
	if on.Since.After(since) {
		since = on.Since // leaves out what another replica wrote after sampling was turned off
	}
	n := limit(page.Limit)
	rows, err := s.q.Samples(ctx, db.SamplesParams{AppID: string(app), Since: since, Before: time.UnixMicro(last.At).UTC(),
		BeforeID: last.ID, MaxRows: int32(n + 1)})
	if err != nil {
		return nil, "", wrap("list samples", err)
	}
	sizes := make([]int64, len(rows))
	for i, r := range rows {
		sizes[i] = int64(len(r.Arguments) + len(r.Result))
	}
	rows, next := paged(rows, min(n, fitting(sizes, n)), "samples", func(r db.Sample) string { return callKey(call{At: r.At.UnixMicro(), ID: r.ID}) })
	samples := make([]platform.CallSample, len(rows))
	for i, r := range rows {
		samples[i] = toSample(r)
	}
	return samples, next, nil
}

func toSample(r db.Sample) platform.CallSample {
	return platform.CallSample{
		CallRecord: platform.CallRecord{ID: r.ID, App: platform.AppID(r.AppID), At: r.At.UTC(), Tool: r.Tool, Outcome: r.Outcome,
			Duration: time.Duration(r.Duration) * time.Microsecond, Client: r.Client, ProtocolVersion: r.ProtocolVersion},
		Arguments: r.Arguments, ArgumentsBytes: int(r.ArgumentsBytes), Result: r.Result, ResultBytes: int(r.ResultBytes),
	}
}

// insertSamples stores samples of one app and keeps the newest ones. For an app whose sampling has ended meanwhile, that
// is a foreignKey failure.
func (s *Store) insertSamples(ctx context.Context, app platform.AppID, samples []platform.CallSample) error {
	return s.inTransaction(ctx, func(t tx) error {
		for _, c := range samples {
			if !validID(c.ID) {
				c.ID = newID()
			}
			err := t.InsertSample(ctx, db.InsertSampleParams{
				ID: c.ID, AppID: string(app), At: microseconds(c.At), Tool: clean(c.Tool, 128), Outcome: clean(c.Outcome, 32),
				Duration: c.Duration.Microseconds(), Client: clean(c.Client, 100), ProtocolVersion: clean(c.ProtocolVersion, 32),
				Arguments: clean(c.Arguments, platform.MaxSampleArguments), ArgumentsBytes: int64(c.ArgumentsBytes),
				Result: clean(c.Result, platform.MaxSampleResult), ResultBytes: int64(c.ResultBytes),
			})
			if err != nil {
				return err
			}
		}
		return t.TrimSamples(ctx, string(app), platform.MaxSamples)
	})
}
