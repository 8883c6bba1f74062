package form

import (
	"fmt"
	"reflect"
	"slices"
)

// Either returns the schema of an object that is one of several, told apart by the fields that each requires: MCP takes no
// schema whose root is a choice. A field that two of them have must be the same in both, else Either panics.
func Either(alternatives ...Schema) Schema {
	fields, common := map[string]any{}, alternatives[0].required()
	for _, s := range alternatives {
		for name, field := range s.properties() {
			if known, ok := fields[name]; ok && !reflect.DeepEqual(known, field) {
				panic(fmt.Sprintf("form: the field %s has two forms", name))
			}
			fields[name] = field
		}
		common = slices.DeleteFunc(slices.Clone(common), func(name any) bool { return !slices.Contains(s.required(), name) })
	}
	out := Schema{"type": "object", "additionalProperties": false, "properties": fields, "required": common}
	var choice []any
	for _, s := range alternatives {
		own := slices.DeleteFunc(slices.Clone(s.required()), func(name any) bool { return slices.Contains(common, name) })
		if len(own) == 0 { // what is common is enough
			return out
		}
		choice = append(choice, map[string]any{"required": own})
	}
	out["anyOf"] = choice
	return out
}
