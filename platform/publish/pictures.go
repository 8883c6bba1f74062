package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/view"
)

// allowPictures adds the origins of the pictures in the rows that tools use to the policies of their widgets. Rows that come
// later count from the next publish on.
func (s *Service) allowPictures(ctx context.Context, app platform.App, m platform.Manifest) error {
	shown := map[string][]*platform.CSP{} // by table
	for _, tool := range m.Tools {
		at := slices.IndexFunc(m.Views, func(v platform.ViewSpec) bool { return v.Name == tool.View })
		if at < 0 {
			continue
		}
		for _, use := range tool.Uses {
			shown[use.Table] = append(shown[use.Table], &m.Views[at].CSP)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	return s.eachPictured(ctx, app, func(t platform.Table, origins []string) {
		for _, csp := range shown[t.Name] {
			csp.Resource = hostsOf(csp.Resource, origins)
		}
	}, func(t platform.Table) bool { return shown[t.Name] != nil })
}

// allPictures returns the origins of the pictures in all tables of an app.
func (s *Service) allPictures(ctx context.Context, app platform.App) (all []string, err error) {
	err = s.eachPictured(ctx, app, func(_ platform.Table, origins []string) { all = hostsOf(all, origins) },
		func(platform.Table) bool { return true })
	return all, err
}

// eachPictured calls fn with the origins of the pictures in those tables of an app that are wanted.
func (s *Service) eachPictured(ctx context.Context, app platform.App, fn func(t platform.Table, origins []string), wanted func(platform.Table) bool) error {
	tables, err := s.tables(ctx, app.Workspace, app.ID)
	if err != nil || s.Rows == nil {
		return err
	}
	for _, t := range tables {
		var paths []string
		for _, c := range t.Columns {
			if c.Type == platform.ColumnImage {
				paths = append(paths, "rows[]."+c.Name)
			}
		}
		if len(paths) == 0 || !wanted(t) {
			continue
		}
		var origins []string
		err := s.Rows(ctx, platform.TableRef{Workspace: app.Workspace, App: app.ID, Name: t.Name}, func(page []platform.Row) error {
			values := make([]json.RawMessage, len(page))
			for i, r := range page {
				values[i] = r.Values
			}
			raw, err := json.Marshal(map[string]any{"rows": values})
			origins = hostsOf(origins, view.ImageHosts(raw, paths))
			return err
		})
		if err != nil {
			return fmt.Errorf("read pictures of table %s: %w", t.Name, err)
		}
		fn(t, origins)
	}
	return nil
}

// hostsOf returns the distinct origins of both lists, sorted, and no more than a policy may hold.
func hostsOf(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), maxImageHosts)]
}
