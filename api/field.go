package api

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Field is a field of a PATCH body: absent (Set is false), null, which resets it to its default, or a value. Declare it
// with `omitzero`.
type Field[T any] struct {
	Set   bool
	Null  bool
	Value T // zero when Null
}

// Or returns the new value: old when the field was absent, the zero value when it was null.
func (f Field[T]) Or(old T) T {
	if !f.Set {
		return old
	}
	return f.Value
}

// pointer returns nil when the field was absent, and a pointer to the zero value when it was null.
func (f Field[T]) pointer() *T {
	if !f.Set {
		return nil
	}
	return &f.Value
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *Field[T]) UnmarshalJSON(raw []byte) error {
	f.Set = true
	if bytes.Equal(raw, []byte("null")) {
		f.Null = true
		return nil
	}
	return json.Unmarshal(raw, &f.Value)
}

// Schema implements huma.SchemaProvider: T, or null.
func (f Field[T]) Schema(r huma.Registry) *huma.Schema {
	s := *r.Schema(reflect.TypeFor[T](), false, "")
	s.Nullable = true
	return &s
}
