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

// SetSampling turns sampling of the app's calls on or off. It is CONFLICT for an app that ships with the server and deals
// with data of single persons: they have told the app, not the workspace.
func (s *Service) SetSampling(ctx context.Context, by platform.Actor, id platform.AppID, set platform.Sampling) (platform.Sampling, error) {
	app, err := s.Store.App(ctx, by.Workspace, id)
	if err != nil {
		return platform.Sampling{}, err
	}
	if set.Enabled && app.Origin == platform.OriginSeeded {
		newest, err := s.Store.Release(ctx, by.Workspace, id, app.PublishVersion)
		if err != nil {
			return platform.Sampling{}, fmt.Errorf("load newest release: %w", err)
		}
		if newest.Manifest.Personal() {
			return platform.Sampling{}, platform.Errorf(platform.CodeConflict,
				"This app deals with data of single persons: what they ask it and what it answers is never kept.")
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
