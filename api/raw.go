package api

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// raw is a body of the form T that is documented here and read by a service, so that one answer holds the problems of
// form and of meaning. Its action sets OwnBody.
type raw[T any] struct{ JSON json.RawMessage }

// UnmarshalJSON implements json.Unmarshaler.
func (b *raw[T]) UnmarshalJSON(body []byte) error {
	b.JSON = slices.Clone(body)
	return nil
}

// Schema implements huma.SchemaProvider: that of T.
func (b raw[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "")
}
