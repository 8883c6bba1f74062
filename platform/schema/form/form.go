// Package form makes JSON Schemas (dialect 2020-12) of Go types, so that the form of what is sent, stored and shown is
// written once: in the struct that holds it. It must know no type of its callers.
//
// The tag json names a field, doc describes it, and jsonschema holds its constraints in the grammar of
// github.com/invopop/jsonschema, where a comma within a value is written \\, : `jsonschema:"required,pattern=^a{1\\,9}$"`.
package form

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/invopop/jsonschema"
)

// Schema is a JSON Schema: its keywords, as encoding/json reads them. Its methods return others and leave it as it is.
type Schema map[string]any

// Sent returns the schema of a struct that somebody sends: a field is required where its tag jsonschema says "required". One
// that the struct does not have is refused. Sent panics where encoding/json could not read the struct, which the first test
// of the caller shows.
func Sent(v any) Schema {
	return reflected(v, jsonschema.Reflector{RequiredFromJSONSchemaTags: true})
}

// Written returns the schema of a struct as encoding/json writes it: a field is there unless its tag json says "omitempty",
// and may be null where its tag jsonschema says "nullable". It panics as Sent does.
func Written(v any) Schema { return reflected(v, jsonschema.Reflector{}) }

func reflected(v any, r jsonschema.Reflector) Schema {
	t := reflect.TypeOf(v)
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("form: %s is no struct", t))
	}
	r.Anonymous, r.DoNotReference, r.LookupComment = true, true, described
	raw, err := json.Marshal(r.ReflectFromType(t))
	s := Schema{}
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		panic(fmt.Sprintf("form: reflect %s: %v", t, err))
	}
	delete(s, "$schema") // the dialect is the one that everybody here reads
	return s.tidy()
}

// described returns what the tag doc says of a field, "" for the type itself.
func described(t reflect.Type, field string) string {
	if field == "" {
		return ""
	}
	f, _ := t.FieldByName(field)
	return f.Tag.Get("doc")
}

// tidy rewrites what reflection words in a way that few programs read: a choice of types becomes a list of types, and an
// object without fields of its own says that it takes any.
func (s Schema) tidy() Schema {
	out := s.each(Schema.tidy)
	if either, ok := out["oneOf"].([]any); ok && len(either) == 2 && reflect.DeepEqual(either[1], map[string]any{"type": "null"}) {
		if one, ok := either[0].(map[string]any); ok {
			return Schema(one).orNull()
		}
	}
	if types := out.choice(); types != nil {
		delete(out, "anyOf")
		out["type"] = types
	}
	if _, ok := out["additionalProperties"]; !ok && out.free() {
		out["additionalProperties"] = true
	}
	return out
}

// choice returns the types of a schema that is a choice among types, of which nothing else is said; nil for any other.
func (s Schema) choice() (types []any) {
	either, _ := s["anyOf"].([]any)
	for _, v := range either {
		one, _ := v.(map[string]any)
		if one["type"] == nil || len(one) > 1 {
			return nil
		}
		types = append(types, one["type"])
	}
	return types
}
