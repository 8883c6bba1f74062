package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
)

// Sampling implements publish.Store.
func (s *Store) Sampling(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (platform.Sampling, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return platform.Sampling{}, err
	}
	return tx{Queries: s.q}.sampling(ctx, app)
}

func (t tx) sampling(ctx context.Context, app platform.AppID) (platform.Sampling, error) {
	row, err := t.Sampling(ctx, string(app))
	if errors.Is(err, pgx.ErrNoRows) {
		return platform.Sampling{RetentionDays: platform.DefaultSampleDays}, nil
	}
	if err != nil {
		return platform.Sampling{}, wrap("load sampling", err)
	}
	return platform.Sampling{Enabled: true, RetentionDays: int(row.RetentionDays), Since: row.Since.UTC()}, nil
}

// SetSampling implements publish.Store. Turning sampling off deletes the app's samples in the same transaction.
func (s *Store) SetSampling(ctx context.Context, by platform.Actor, app platform.AppID, set platform.Sampling) (platform.Sampling, error) {
	var now platform.Sampling
	err := s.changeIn(ctx, by, func(t tx) error {
		if _, err := t.lockApp(ctx, by.Workspace, app); err != nil {
			return err
		}
		was, err := t.sampling(ctx, app)
		if err != nil {
			return err
		}
		if now = was; was.Enabled == set.Enabled && (!set.Enabled || was.RetentionDays == set.RetentionDays) {
			return nil
		}
		if set.Enabled {
			err = t.SetSampling(ctx, string(app), int32(set.RetentionDays), t.now)
		} else {
			err = t.EndSampling(ctx, string(app))
		}
		if err != nil {
			return wrap("store sampling", err)
		}
		if now, err = t.sampling(ctx, app); err != nil {
			return err
		}
		if now.Enabled {
			if err := t.PruneSamples(ctx, string(app), t.now.Add(-days(now.RetentionDays))); err != nil {
				return wrap("prune samples", err)
			}
		}
		return t.audit(ctx, by, change{by.Workspace, "app.sampling", string(app), samplingFields(was), samplingFields(now)})
	})
	if err != nil {
		return platform.Sampling{}, wrap("set sampling", err)
	}
	return now, nil
}

// endSampling ends the sampling of an app whose calls may no longer be kept, now that m is live.
func (t tx) endSampling(ctx context.Context, by platform.Actor, app platform.App, m platform.Manifest) error {
	if platform.MaySample(app.Origin, m) {
		return nil
	}
	was, err := t.sampling(ctx, app.ID)
	if err != nil || !was.Enabled {
		return err
	}
	if err := t.EndSampling(ctx, string(app.ID)); err != nil {
		return wrap("end sampling", err)
	}
	now, err := t.sampling(ctx, app.ID)
	if err != nil {
		return err
	}
	return t.audit(ctx, by, change{app.Workspace, "app.sampling", string(app.ID), samplingFields(was), samplingFields(now)})
}

func samplingFields(s platform.Sampling) fields {
	return fields{"enabled": s.Enabled, "retentionDays": s.RetentionDays}
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
