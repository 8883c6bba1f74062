package form

import (
	"encoding/json"
	"maps"
	"slices"
)

// JSON returns the schema as text, with its keywords in alphabetical order.
func (s Schema) JSON() json.RawMessage {
	raw, err := json.Marshal(s)
	if err != nil {
		panic("form: encode a schema: " + err.Error()) // it came from JSON
	}
	return raw
}

// Fields returns the names of the object's fields, in alphabetical order.
func (s Schema) Fields() []string { return slices.Sorted(maps.Keys(s.properties())) }

// Nullable returns s with null allowed in every field that is not required, of objects within it too.
func (s Schema) Nullable() Schema {
	out := s.each(Schema.Nullable)
	for name, field := range out.properties() {
		if f, ok := field.(map[string]any); ok && !slices.Contains(out.required(), any(name)) {
			out.properties()[name] = map[string]any(Schema(f).orNull())
		}
	}
	return out
}

// Changes returns the form of changes to what s describes: every field may be left out, and may be null.
func (s Schema) Changes() Schema {
	out := maps.Clone(s)
	delete(out, "required")
	return out.Nullable()
}

// Shape returns s without what it requires of texts and of objects without fields of their own. What is left is types, names
// of fields and ranges of numbers: what must hold before a value can be read into its struct.
func (s Schema) Shape() Schema {
	out := s.each(Schema.Shape)
	for _, keyword := range []string{"minLength", "maxLength", "pattern", "format", "enum"} {
		delete(out, keyword)
	}
	return out.freed()
}

// Only returns s with no other fields than these.
func (s Schema) Only(names ...string) Schema {
	return s.where(func(name string) bool { return slices.Contains(names, name) })
}

// Field returns the schema of one of the object's fields, nil when it has no such field.
func (s Schema) Field(name string) Schema {
	field, _ := s.properties()[name].(map[string]any)
	return field
}

// And returns an object with the fields of both, which must have none in common.
func (s Schema) And(more Schema) Schema {
	out, properties := maps.Clone(s), maps.Clone(s.properties())
	maps.Copy(properties, more.properties())
	out["properties"] = properties
	out["required"] = slices.Concat(s.required(), more.required())
	return out
}

// With returns s with one more field, which may be left out.
func (s Schema) With(name string, field Schema) Schema {
	out := maps.Clone(s)
	properties := maps.Clone(s.properties())
	properties[name] = map[string]any(field)
	out["properties"] = properties
	return out
}

// Of returns a list of other items.
func (s Schema) Of(items Schema) Schema {
	out := maps.Clone(s)
	out["items"] = map[string]any(items)
	return out
}

// Require returns s with these fields required besides.
func (s Schema) Require(names ...string) Schema {
	out := maps.Clone(s)
	required := slices.Clone(s.required())
	for _, name := range names {
		required = append(required, name)
	}
	out["required"] = required
	return out
}

// Without returns s without these fields.
func (s Schema) Without(names ...string) Schema {
	return s.where(func(name string) bool { return !slices.Contains(names, name) })
}

func (s Schema) where(keep func(name string) bool) Schema {
	out, properties := maps.Clone(s), map[string]any{}
	for name, field := range s.properties() {
		if keep(name) {
			properties[name] = field
		}
	}
	out["properties"] = properties
	if s.required() != nil {
		out["required"] = slices.DeleteFunc(slices.Clone(s.required()), func(name any) bool { return !keep(name.(string)) })
	}
	return out
}
