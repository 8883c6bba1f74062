package wire

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Flat checks the arguments of most calls without a validator: it accepts an object that has all required members and whose
// members are plain strings and booleans of the right type. What it does not accept is not necessarily wrong: then the
// schema decides.
type Flat struct {
	types    map[string]string // of each property
	required []string
}

// NewFlat returns nil when the schema says more than types and required members.
func NewFlat(schema json.RawMessage) *Flat {
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
	f := &Flat{types: map[string]string{}, required: s.Required}
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

// Accepts reports whether the raw object, which is valid JSON with no member twice, certainly fits the schema. It stops at
// the first member that it does not recognise.
func (f *Flat) Accepts(object []byte) bool {
	if f == nil || bytes.IndexByte(object, '\\') >= 0 {
		return false
	}
	var few [8]string
	seen := few[:0]
	s := scanner{b: object}
	sure := s.object(nil, func(key []byte, first byte) bool {
		name := string(key)
		switch kind := f.types[name]; {
		case slices.Contains(seen, name):
			return false
		case kind == "string" && first == '"', kind == "boolean" && (first == 't' || first == 'f'):
			seen = append(seen, name)
			return s.value()
		}
		return false
	})
	for _, name := range f.required {
		sure = sure && slices.Contains(seen, name)
	}
	return sure
}
