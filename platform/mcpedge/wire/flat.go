package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// Flat checks the arguments of most calls without a validator: it accepts an object that has all required members and whose
// members are plain strings, booleans and numbers of the right type. What it does not accept is not necessarily wrong: then the
// schema decides.
type Flat struct {
	properties map[string]*property
	required   []*property // nil = one that is not described
}

// property is what a schema may say of a member: its type, and the values or bounds of that.
type property struct {
	Type    string   `json:"type"`
	Enum    []string `json:"enum"`
	Minimum *float64 `json:"minimum"`
	Maximum *float64 `json:"maximum"`

	// For people alone:
	Description string          `json:"description"`
	Title       string          `json:"title"`
	Default     json.RawMessage `json:"default"`
}

// NewFlat returns nil when the schema says more than that.
func NewFlat(schema json.RawMessage) *Flat {
	var s struct {
		Type        string                     `json:"type"`
		Description string                     `json:"description"`
		Title       string                     `json:"title"`
		Required    []string                   `json:"required"`
		Properties  map[string]json.RawMessage `json:"properties"`
		Additional  json.RawMessage            `json:"additionalProperties"` // a member that is not known is not accepted in any case
	}
	strict := json.NewDecoder(bytes.NewReader(schema))
	strict.DisallowUnknownFields()
	if strict.Decode(&s) != nil || s.Type != "object" {
		return nil
	}
	f := &Flat{properties: map[string]*property{}}
	for name, raw := range s.Properties {
		p := new(property)
		strict := json.NewDecoder(bytes.NewReader(raw))
		strict.DisallowUnknownFields()
		if strict.Decode(p) != nil {
			return nil
		}
		f.properties[name] = p
	}
	for _, name := range s.Required {
		f.required = append(f.required, f.properties[name])
	}
	return f
}

// Accepts reports whether the raw object, which is valid JSON with no member twice, certainly fits the schema. It stops at
// the first member that it does not recognise.
func (f *Flat) Accepts(object []byte) bool {
	if f == nil || bytes.IndexByte(object, '\\') >= 0 {
		return false
	}
	var few [8]*property
	seen := few[:0]
	s := scanner{b: object}
	sure := s.object(nil, func(key []byte, first byte) bool {
		p := f.properties[string(key)]
		if p == nil || slices.Contains(seen, p) {
			return false
		}
		seen = append(seen, p)
		from := s.i
		return p.begins(first) && s.value() && p.fits(object[from:s.i])
	})
	for _, p := range f.required {
		sure = sure && slices.Contains(seen, p)
	}
	return sure
}

// begins reports whether a value of the type may begin so.
func (p *property) begins(first byte) bool {
	switch p.Type {
	case "string":
		return first == '"'
	case "boolean":
		return first == 't' || first == 'f'
	case "number", "integer":
		return '0' <= first && first <= '9' || first == '-' && p.Type == "number"
	}
	return false
}

// fits reports whether a value of the type certainly is what the property takes. A number has few digits, an integer nothing else.
func (p *property) fits(raw []byte) bool {
	bounded := p.Minimum != nil || p.Maximum != nil
	switch p.Type {
	case "string":
		return !bounded && (p.Enum == nil || slices.Contains(p.Enum, string(raw[1:len(raw)-1])))
	case "boolean":
		return !bounded && p.Enum == nil
	}
	if len(raw) > 15 || p.Enum != nil || bytes.ContainsAny(raw, "eE") || p.Type == "integer" && bytes.IndexByte(raw, '.') >= 0 {
		return false
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	return err == nil && (p.Minimum == nil || n >= *p.Minimum) && (p.Maximum == nil || n <= *p.Maximum)
}
