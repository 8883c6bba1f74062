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
func (s *Service) allowPictures(ctx context.Context, app platform.App, m platform.Manifest, tables []platform.Table) error {
	if s.Rows == nil {
		return nil
	}
	loaded := map[string][]string{}
	for _, tool := range m.Tools {
		at := slices.IndexFunc(m.Views, func(v platform.ViewSpec) bool { return v.Name == tool.View })
		if at < 0 {
			continue
		}
		csp := &m.Views[at].CSP
		for _, use := range tool.Uses {
			origins, known := loaded[use.Table]
			if !known {
				var err error
				if origins, err = s.pictures(ctx, app, use.Table, tables); err != nil {
					return err
				}
				loaded[use.Table] = origins
			}
			csp.Resource = hostsOf(csp.Resource, origins)
		}
	}
	return nil
}

// allPictures returns the origins of the pictures in all tables of an app.
func (s *Service) allPictures(ctx context.Context, app platform.App) (origins []string, err error) {
	if s.Tables == nil || s.Rows == nil {
		return nil, nil
	}
	tables, err := s.Tables(ctx, app.Workspace, app.ID)
	if err != nil {
		return nil, fmt.Errorf("load tables: %w", err)
	}
	for _, t := range tables {
		more, err := s.pictures(ctx, app, t.Name, tables)
		if err != nil {
			return nil, err
		}
		origins = append(origins, more...)
	}
	return origins, nil
}

// hostsOf returns the distinct origins of both lists, sorted, and no more than a policy may hold.
func hostsOf(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), maxImageHosts)]
}

// pictures returns the origins of the pictures in a table, sorted.
func (s *Service) pictures(ctx context.Context, app platform.App, name string, tables []platform.Table) ([]string, error) {
	at := slices.IndexFunc(tables, func(t platform.Table) bool { return t.Name == name })
	if at < 0 {
		return nil, nil
	}
	var paths []string
	for _, c := range tables[at].Columns {
		if c.Type == platform.ColumnImage {
			paths = append(paths, "rows[]."+c.Name)
		}
	}
	if len(paths) == 0 {
		return nil, nil
	}
	_, rows, err := s.Rows(ctx, platform.TableRef{Workspace: app.Workspace, App: app.ID, Name: name})
	if err != nil {
		return nil, fmt.Errorf("load rows of table %s: %w", name, err)
	}
	values := make([]json.RawMessage, len(rows))
	for i, r := range rows {
		values[i] = r.Values
	}
	raw, err := json.Marshal(map[string]any{"rows": values})
	if err != nil {
		return nil, fmt.Errorf("read rows of table %s: %w", name, err)
	}
	return view.ImageHosts(raw, paths), nil
}
