package form

import (
	"maps"
	"slices"
)

// properties returns the schemas of the fields; changing the map changes s.
func (s Schema) properties() map[string]any {
	fields, _ := s["properties"].(map[string]any)
	return fields
}

// required returns the names of the fields that must be there.
func (s Schema) required() []any {
	names, _ := s["required"].([]any)
	return names
}

// free reports whether s is an object of which no field is known.
func (s Schema) free() bool {
	either, _ := s["type"].([]any)
	return s["properties"] == nil && (s["type"] == "object" || slices.Contains(either, any("object")))
}

// freed returns s, of which nothing is required where it is free.
func (s Schema) freed() Schema {
	if s.free() {
		delete(s, "type")
		delete(s, "additionalProperties")
	}
	return s
}

// each returns a copy of s in which change has rewritten every schema directly within it.
func (s Schema) each(change func(Schema) Schema) Schema {
	rewrite := func(v any) any {
		if within, ok := v.(map[string]any); ok {
			return map[string]any(change(within))
		}
		return v // true or false
	}
	out := maps.Clone(s)
	for keyword, v := range s {
		switch keyword {
		case "items", "additionalProperties":
			out[keyword] = rewrite(v)
		case "properties":
			fields := map[string]any{}
			for name, field := range s.properties() {
				fields[name] = rewrite(field)
			}
			out[keyword] = fields
		case "anyOf", "oneOf":
			list, _ := v.([]any)
			list = slices.Clone(list)
			for i := range list {
				list[i] = rewrite(list[i])
			}
			out[keyword] = list
		}
	}
	return out
}

// orNull returns s with null allowed besides.
func (s Schema) orNull() Schema {
	out := maps.Clone(s)
	if ref, ok := s["$ref"]; ok { // what it refers to is another's
		delete(out, "$ref")
		out["oneOf"] = []any{map[string]any{"$ref": ref}, map[string]any{"type": "null"}}
		return out
	}
	switch t := s["type"].(type) {
	case string:
		out["type"] = []any{t, "null"}
	case nil:
		if list, ok := s["anyOf"].([]any); ok {
			out["anyOf"] = append(slices.Clone(list), map[string]any{"type": "null"})
		}
	}
	if values, ok := s["enum"].([]any); ok {
		out["enum"] = append(slices.Clone(values), nil)
	}
	return out
}
