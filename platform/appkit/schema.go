package appkit

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/invopop/jsonschema"
)

// Schema reflects the JSON Schema (dialect 2020-12) of T, a struct: names and what is required come from its json tags
// (without omitempty = required), the rest from jsonschema tags as github.com/invopop/jsonschema reads them. Objects
// are closed. It panics when T cannot be reflected: a fault of the program, seen at start.
func Schema[T any]() json.RawMessage { return encode(reflectSchema[T]()) }

// OutputSchema is the schema of a tool that answers Out, or Refused when it refuses. MCP has one schema for both
// cases, and clients check results with isError against it too (@modelcontextprotocol/sdk 1.32 does).
func OutputSchema[Out, Refused any]() json.RawMessage {
	out, refused := reflectSchema[Out](), reflectSchema[Refused]()
	either := &jsonschema.Schema{
		Type: "object", Properties: jsonschema.NewProperties(),
		AnyOf: []*jsonschema.Schema{{Required: out.Required}, {Required: refused.Required}},
	}
	for _, s := range []*jsonschema.Schema{out, refused} {
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			if _, taken := either.Properties.Get(p.Key); !taken {
				either.Properties.Set(p.Key, p.Value)
			}
		}
	}
	return encode(either)
}

func reflectSchema[T any]() *jsonschema.Schema {
	r := jsonschema.Reflector{DoNotReference: true, Anonymous: true}
	s := r.ReflectFromType(reflect.TypeFor[T]())
	if s.Type != "object" || s.Properties == nil {
		panic("appkit: the schema of " + reflect.TypeFor[T]().String() + " is not that of an object")
	}
	s.Version = "" // 2020-12 is MCP's default; naming it makes draft-07 validators of clients refuse the schema
	return s
}

func encode(s *jsonschema.Schema) json.RawMessage {
	raw, err := json.Marshal(s)
	if err != nil {
		panic("appkit: encode schema: " + err.Error())
	}
	return slices.Clip(raw)
}
