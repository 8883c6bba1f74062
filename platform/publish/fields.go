package publish

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"strings"

	"berth/platform"
)

// fields are values of a struct by their names in JSON; null stands for the zero value. They have the struct's form.
type fields map[string]json.RawMessage

func (f fields) has(name string) bool {
	_, ok := f[name]
	return ok
}

// with returns the fields with one more.
func (f fields) with(name string, value json.RawMessage) fields {
	more := maps.Clone(f)
	if more == nil {
		more = fields{}
	}
	more[name] = value
	return more
}

// set changes those fields of the struct behind target that f has.
func (f fields) set(target any) {
	s := reflect.ValueOf(target).Elem()
	for i := range s.NumField() {
		name, _, _ := strings.Cut(s.Type().Field(i).Tag.Get("json"), ",")
		if raw, ok := f[name]; ok {
			value := reflect.New(s.Field(i).Type())
			if !unset(raw) {
				decode(raw, value.Interface())
			}
			s.Field(i).Set(value.Elem())
		}
	}
}

// decode reads a value that has the form of target, which stays zero when it has not.
func decode(raw json.RawMessage, target any) {
	switch target := target.(type) {
	case *json.RawMessage:
		*target = compact(raw)
	case *platform.Theme:
		if t := theme(raw); t != nil {
			*target = *t
		}
	case *[]platform.ToolDraft:
		*target = tools(raw)
	default:
		_ = json.Unmarshal(raw, target) // its form has been checked
	}
}

// tools reads a list of tools. The first has the default layout unless it says otherwise.
func tools(raw json.RawMessage) []platform.ToolDraft {
	var sent []fields
	if json.Unmarshal(raw, &sent) != nil {
		return nil
	}
	all := make([]platform.ToolDraft, len(sent))
	for i, f := range sent {
		if i == 0 && !f.has("layoutTemplate") {
			all[i].Layout = DefaultLayout
		}
		f.set(&all[i])
	}
	return all
}

// compact returns JSON without the spaces between its parts, nil for text that is none.
func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return nil
	}
	return b.Bytes()
}

// theme reads what has the form of a theme. An integer may be written 3.0 or 3e0 (JSON Schema 2020-12, Validation §6.1.1).
func theme(raw json.RawMessage) *platform.Theme {
	var t struct {
		platform.Theme
		Radius *float64 `json:"radius"`
	}
	if json.Unmarshal(raw, &t) != nil {
		return nil
	}
	if t.Radius != nil {
		radius := int(*t.Radius)
		t.Theme.Radius = &radius
	}
	return &t.Theme
}
