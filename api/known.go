package api

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
)

// knowing adds to what is said of unknown fields the names of those that the operation's body has there.
func (a *API) knowing(op *huma.Operation, problems []platform.Problem) {
	if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return
	}
	for i, p := range problems {
		if p.Message != isUnknown {
			continue
		}
		if known := a.fieldsAt(op.RequestBody.Content["application/json"].Schema, strings.TrimPrefix(p.Location, "body")); len(known) > 0 {
			problems[i].Message = platform.StrangeField + strings.Join(known, ", ")
		}
	}
}

// fieldsAt returns the fields of the object that has no field of that name: at leads to it from an object with the schema s.
func (a *API) fieldsAt(s *huma.Schema, at string) []string {
	for s != nil {
		if s.Ref != "" {
			s = a.huma.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
			continue
		}
		if inList := strings.HasPrefix(at, "["); inList {
			_, at, _ = strings.Cut(at, "]")
			s = s.Items
			continue
		}
		at = strings.TrimPrefix(at, ".")
		known := slices.Sorted(maps.Keys(s.Properties))
		next := slices.IndexFunc(known, func(name string) bool { return platform.Within(at, name) })
		if next < 0 {
			return known
		}
		s, at = s.Properties[known[next]], at[len(known[next]):]
	}
	return nil
}
