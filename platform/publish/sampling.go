package publish

import (
	"context"
	"fmt"

	"berth/platform"
)

// Sampling says whether the app's calls are sampled.
func (s *Service) Sampling(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Sampling, error) {
	return s.Store.Sampling(ctx, ws, id)
}

// SetSampling turns sampling of the app's calls on or off. It is CONFLICT where platform.MaySample says no.
func (s *Service) SetSampling(ctx context.Context, by platform.Actor, id platform.AppID, set platform.Sampling) (platform.Sampling, error) {
	app, err := s.Store.App(ctx, by.Workspace, id)
	if err != nil {
		return platform.Sampling{}, err
	}
	if set.Enabled {
		if err := s.maySample(ctx, app); err != nil {
			return platform.Sampling{}, err
		}
	}
	if set.Enabled && (set.RetentionDays < platform.MinSampleDays || set.RetentionDays > platform.MaxSampleDays) {
		return platform.Sampling{}, platform.Invalid([]platform.Problem{{Location: "body.retentionDays",
			Message: fmt.Sprintf("must be between %d and %d", platform.MinSampleDays, platform.MaxSampleDays)}})
	}
	now, err := s.Store.SetSampling(ctx, by, id, set)
	if err == nil && s.Resample != nil {
		s.Resample(ctx)
	}
	return now, err
}

// maySample returns nil when calls of the app's newest release, and of the live one, may be kept.
func (s *Service) maySample(ctx context.Context, app platform.App) error {
	for _, version := range []int{app.PublishVersion, app.LiveVersion} {
		var m platform.Manifest
		if version > 0 {
			r, err := s.Store.Release(ctx, app.Workspace, app.ID, version)
			if err != nil {
				return fmt.Errorf("load release: %w", err)
			}
			m = r.Manifest
		}
		if !platform.MaySample(app.Origin, m) {
			return platform.Errorf(platform.CodeConflict, "People tell this app about themselves and others: what they ask it and what it answers is never kept.")
		}
	}
	return nil
}
