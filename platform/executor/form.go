package executor

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
)

// Fields returns what is wrong with the names of a handler's fields: those that its kind does not know, besides the kind.
func Fields(handler json.RawMessage, known []string) []platform.Problem {
	var fields map[string]json.RawMessage
	if len(handler) == 0 {
		return nil
	}
	if json.Unmarshal(handler, &fields) != nil {
		return []platform.Problem{{Location: "handler", Message: "must be an object"}}
	}
	known = append([]string{"kind"}, known...)
	var problems []platform.Problem
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) {
			problems = append(problems, platform.Problem{Location: "handler." + platform.Clip(name, 100),
				Message: "is not a known field; known fields: " + strings.Join(known, ", ")})
		}
	}
	return problems
}
