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

// Loads returns the origins that the widgets load from in any case, nil for none.
func (s *Supplement) Loads() []string {
	if s == nil {
		return nil
	}
	return s.Origins
}

// Allow has a widget load from further origins, in every host. It changes no list that another view has too.
func (v *ViewSpec) Allow(origins ...string) {
	v.CSP = v.CSP.With(origins)
	if v.OpenAICSP != nil {
		own := v.OpenAICSP.With(origins)
		v.OpenAICSP = &own
	}
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
