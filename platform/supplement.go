package platform

import (
	"encoding/json"
	"slices"
)

// Supplement is what widgets of a layout need besides the data that tools return. It belongs to the server, not to a release.
type Supplement struct {
	// Origins, each with a scheme, are those that the widgets load pictures from whatever the data says.
	Origins []string
	// Meta returns what stands beside data in the _meta of a result, nil for nothing. Data is any JSON. Safe for concurrent use.
	Meta func(data json.RawMessage) map[string]any
}

// Beside returns what stands beside data in the _meta of a result, nil for nothing.
func (s *Supplement) Beside(data json.RawMessage) map[string]any {
	if s == nil || s.Meta == nil || len(data) == 0 {
		return nil
	}
	return s.Meta(data)
}

// Allow returns the policy with the origins that the widgets load from in any case.
func (s *Supplement) Allow(c CSP) CSP {
	if s == nil {
		return c
	}
	return c.With(s.Origins)
}

// With returns the policy with further origins to load from.
func (c CSP) With(origins []string) CSP {
	all := slices.Clone(c.Resource)
	for _, o := range origins {
		if !slices.Contains(all, o) {
			all = append(all, o)
		}
	}
	c.Resource = all
	return c
}
