package mcpedge

import (
	"bytes"
	"encoding/json"
	"slices"
)

// flat recognises the arguments of most calls without a validator: an object whose required members are there and
// whose members are plain strings and truth values of the right type. What it does not recognise is not wrong: the
// schema decides.
type flat struct {
	types    map[string]string // of each property
	required []string
}

// newFlat answers nil when the schema says more than types and required members.
func newFlat(schema json.RawMessage) *flat {
	var s struct {
		Type        string                     `json:"type"`
		Description string                     `json:"description"`
		Title       string                     `json:"title"`
		Required    []string                   `json:"required"`
		Properties  map[string]json.RawMessage `json:"properties"`
	}
	strict := json.NewDecoder(bytes.NewReader(schema))
	strict.DisallowUnknownFields()
	if strict.Decode(&s) != nil || s.Type != "object" {
		return nil
	}
	f := &flat{types: map[string]string{}, required: s.Required}
	for name, raw := range s.Properties {
		var p struct {
			Type        string `json:"type"`
			Description string `json:"description"`
			Title       string `json:"title"`
		}
		strict := json.NewDecoder(bytes.NewReader(raw))
		strict.DisallowUnknownFields()
		if strict.Decode(&p) != nil {
			return nil
		}
		f.types[name] = p.Type
	}
	return f
}

// accepts reports whether the raw object, which is valid JSON with no member twice, surely fits the schema.
func (f *flat) accepts(object []byte) bool {
	if f == nil || bytes.IndexByte(object, '\\') >= 0 {
		return false
	}
	var few [8]string
	seen, sure := few[:0], true
	members(object, func(key string, value []byte) {
		switch {
		case slices.Contains(seen, key):
			sure = false
		case f.types[key] == "string" && value[0] == '"', f.types[key] == "boolean" && (value[0] == 't' || value[0] == 'f'):
			seen = append(seen, key)
		default:
			sure = false
		}
	})
	for _, name := range f.required {
		sure = sure && slices.Contains(seen, name)
	}
	return sure
}
