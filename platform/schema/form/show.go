package form

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Show returns the fields of a struct by their names in JSON, none left out: lists are never null, and structs within show all
// of their fields too. A field with the tag zero is left to encoding/json where it is not empty; where it is, the tag is what
// JSON shows: `zero:"null"`.
func Show(v any) map[string]any {
	s := reflect.ValueOf(v)
	out := map[string]any{}
	for i := range s.NumField() {
		f := s.Type().Field(i)
		zero, tagged := f.Tag.Lookup("zero")
		switch value := s.Field(i); {
		case tagged && (value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0):
			out[nameOf(f)] = json.RawMessage(zero)
		case tagged:
			out[nameOf(f)] = value.Interface()
		default:
			out[nameOf(f)] = entire(value)
		}
	}
	return out
}

func entire(v reflect.Value) any {
	switch {
	case v.Kind() == reflect.Struct:
		return Show(v.Interface())
	case v.Kind() == reflect.Slice && v.Type() != reflect.TypeFor[json.RawMessage]():
		list := make([]any, v.Len())
		for i := range list {
			list[i] = entire(v.Index(i))
		}
		return list
	}
	return v.Interface()
}

// Shown returns the schema of what Show returns of such a struct. How long texts and lists may be is not in it: what was
// stored may be older than the rules.
func Shown(v any) Schema { return shown(reflect.TypeOf(v)) }

func shown(t reflect.Type) Schema {
	out := Sent(reflect.Zero(t).Interface()).each(Schema.unbounded)
	fields, required := out.properties(), []any{}
	for i := range t.NumField() {
		f := t.Field(i)
		name := nameOf(f)
		required = append(required, name)
		field, _ := fields[name].(map[string]any)
		zero, tagged := f.Tag.Lookup("zero")
		switch {
		case zero == "null":
			fields[name] = map[string]any(Schema(field).orNull())
		case tagged:
		case f.Type.Kind() == reflect.Struct:
			fields[name] = map[string]any(shown(f.Type).describedAs(field["description"]))
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
			field["items"] = map[string]any(shown(f.Type.Elem()))
		}
	}
	out["required"] = required
	return out
}

// unbounded returns s without what it requires of the length and the wording of texts, of the length of lists, and of objects
// without fields of their own.
func (s Schema) unbounded() Schema {
	out := s.each(Schema.unbounded)
	for _, keyword := range []string{"minLength", "maxLength", "pattern", "minItems", "maxItems"} {
		delete(out, keyword)
	}
	return out.freed()
}

func (s Schema) describedAs(words any) Schema {
	if words != nil {
		s["description"] = words
	}
	return s
}

func nameOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}
