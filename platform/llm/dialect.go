package llm

import (
	"encoding/json"
	"maps"
	"slices"

	"berth/platform"
)

// Dialect is the part of JSON Schema that a provider takes of answers. All of them want objects closed.
type Dialect struct {
	// Keywords are kept besides type, properties, required, items, enum, anyOf, $ref, $defs and description.
	Keywords []string
	// AllRequired makes every property required; those that were not may be null.
	AllRequired bool
}

// Project returns a schema as the dialect has it: what it cannot say is left out, so that an answer has to be held against the full
// schema still. ok is false where too little would be left: something required cannot be said.
func (d Dialect) Project(schema json.RawMessage) (projected json.RawMessage, ok bool) {
	var root map[string]any
	if json.Unmarshal(schema, &root) != nil {
		return nil, false
	}
	out, ok := d.node(root)
	if !ok {
		return nil, false
	}
	raw, err := platform.PlainJSON(out)
	return json.RawMessage(raw), err == nil
}

// node projects one part; ok is false for one that the dialect cannot describe, such as an object of any fields.
func (d Dialect) node(from map[string]any) (to map[string]any, ok bool) {
	to = map[string]any{}
	for name, value := range from {
		if name == "description" || name == "enum" || name == "$ref" || slices.Contains(d.Keywords, name) {
			to[name] = value
		}
	}
	if value, has := from["const"]; has {
		to["enum"] = []any{value}
	}
	if defs, has := from["$defs"].(map[string]any); has {
		all := map[string]any{}
		for name, one := range defs {
			if part, isObject := one.(map[string]any); isObject {
				if all[name], ok = d.node(part); !ok {
					return nil, false
				}
			}
		}
		to["$defs"] = all
	}
	if alternatives := whole(from); len(alternatives) > 0 {
		return to, d.alternatives(to, alternatives)
	}
	switch kinds := typesOf(from); {
	case to["$ref"] != nil, len(kinds) == 0 && to["enum"] != nil:
		return to, true
	case len(kinds) == 0:
		return nil, false
	case len(kinds) == 1:
		to["type"] = kinds[0]
		return to, d.typed(from, to, kinds[0])
	default:
		about := to["description"]
		var all []any
		for _, kind := range kinds {
			one := map[string]any{"type": kind}
			if d.typed(from, one, kind) {
				all = append(all, one)
			}
		}
		to = map[string]any{"anyOf": all}
		if about != nil {
			to["description"] = about
		}
		return to, len(all) > 0
	}
}

// alternatives projects those that can be said.
func (d Dialect) alternatives(to map[string]any, from []map[string]any) bool {
	var all []any
	for _, one := range from {
		if part, ok := d.node(one); ok {
			all = append(all, part)
		}
	}
	to["anyOf"] = all
	return len(all) > 0
}

// typed projects what a schema says of one type.
func (d Dialect) typed(from, to map[string]any, kind string) bool {
	switch kind {
	case "array":
		items, ok := from["items"].(map[string]any)
		if !ok {
			return false
		}
		to["items"], ok = d.node(items)
		return ok
	case "object":
		return d.object(from, to)
	case "string", "number", "integer":
		for _, name := range d.Keywords {
			if value, has := from[name]; has {
				to[name] = value
			}
		}
	}
	return true
}

func (d Dialect) object(from, to map[string]any) bool {
	properties, _ := from["properties"].(map[string]any)
	needed, _ := from["required"].([]any)
	projected, required := map[string]any{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		part, _ := properties[name].(map[string]any)
		isNeeded := slices.Contains(needed, any(name))
		one, ok := d.node(part)
		switch {
		case !ok && isNeeded:
			return false
		case !ok:
			continue
		case !isNeeded && d.AllRequired:
			one = map[string]any{"anyOf": []any{one, map[string]any{"type": "null"}}}
		}
		if projected[name] = one; isNeeded || d.AllRequired {
			required = append(required, name)
		}
	}
	to["properties"], to["required"], to["additionalProperties"] = projected, required, false
	return len(projected) > 0
}

// whole returns the alternatives of a schema, if they describe values by themselves and not only further demands on it.
func whole(from map[string]any) (all []map[string]any) {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list, _ := from[keyword].([]any)
		for _, one := range list {
			part, _ := one.(map[string]any)
			if part["type"] == nil && part["enum"] == nil && part["$ref"] == nil && part["const"] == nil && part["properties"] == nil {
				return nil
			}
			all = append(all, part)
		}
	}
	return all
}

// typesOf returns the types of JSON that a schema names.
func typesOf(from map[string]any) (kinds []string) {
	switch t := from["type"].(type) {
	case string:
		return []string{t}
	case []any:
		for _, one := range t {
			if kind, ok := one.(string); ok {
				kinds = append(kinds, kind)
			}
		}
	}
	if len(kinds) == 0 && from["properties"] != nil {
		kinds = []string{"object"}
	}
	return kinds
}
