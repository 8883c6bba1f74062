package store

import (
	"context"
	"fmt"

	"berth/platform"
)

// RecentViews returns the widgets of the app's newest releases, the newest first. releases bounds how many releases it
// reads.
func (s *Store) RecentViews(ctx context.Context, app platform.AppID, releases int) ([]platform.BuiltView, error) {
	rows, err := s.q.RecentViews(ctx, string(app), int32(releases))
	if err != nil {
		return nil, fmt.Errorf("load recent views: %w", err)
	}
	var all []platform.BuiltView
	for _, row := range rows {
		_, views, err := toManifest("{}", row)
		if err != nil {
			return nil, fmt.Errorf("views of %s: %w", app, err)
		}
		all = append(all, views...)
	}
	return all, nil
}
