package store

import (
	"context"
	"fmt"

	"berth/platform"
)

// RecentViews are the widgets of the app's newest releases, at most so many releases, the newest first.
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
