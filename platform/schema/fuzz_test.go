package schema_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"berth/platform/schema"

	"github.com/google/go-cmp/cmp"
)

// FuzzDecode holds the decoder against the standard library's: what it accepts, the other reads as the same value; what
// it refuses is malformed or one of the documented refusals.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e-3,"x\n\u00e9",true,false,null]}`, ` [ ] `, `{"a":1,"a":2}`, `01`, `-`, `1.`, `"\q"`, "\"\x01\"", `{"a"}`, `[1,]`, `"\ud800"`, `"\ud83d\ude00"`, `"\ud83d\u0061"`, `"\ude00\ud83d"`,
		`"\ud800\n"`, `"\u00"`, `"\u+123"`, `"\u00e9\b\f\n\r\t\/\"\\x"`, `{"\u0061":1,"a":2}`, `1e400`, "\"\xff\"", `{"\u0000":0}`, `tru`, `"a`, `"\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, problems := schema.Decode(data)
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		var want any
		err := dec.Decode(&want)
		valid := json.Valid(data) && err == nil
		if len(problems) == 0 {
			if !valid {
				t.Fatalf("accepts %q", data)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("reads %q differently:\n%s", data, diff)
			}
			return
		}
		for _, p := range problems {
			if valid && utf8.Valid(data) && bytes.HasPrefix([]byte(p.Message), []byte("is not valid JSON")) {
				t.Fatalf("refuses %q: %v", data, p)
			}
		}
	})
}

// FuzzValidate looks for schemas and data that make the compiler or the validator panic or run on.
func FuzzValidate(f *testing.F) {
	f.Add([]byte(cards), []byte(`{"title":1,"items":[{},{"title":""}]}`))
	f.Add([]byte(`{"$ref":"#"}`), []byte(`{}`))
	f.Add([]byte(`{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},true]}},"items":{"$ref":"#/$defs/a"},"uniqueItems":true}`), []byte(`[[1],[1]]`))
	f.Add([]byte(`{"unevaluatedProperties":false,"propertyNames":{"pattern":"^a"},"dependentSchemas":{"a":false},"if":{"minProperties":1},"then":{"multipleOf":0.1}}`), []byte(`{"b":1}`))
	f.Add([]byte(`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"null"}],"additionalItems":false,"contains":{"const":1}}`), []byte(`[null,1]`))
	f.Fuzz(func(t *testing.T, raw, data []byte) {
		s, err := schema.Compile(raw)
		if err != nil {
			return
		}
		for _, p := range s.Validate(data) {
			if p.Message == "" {
				t.Fatalf("schema %s, data %s: a problem without a message", raw, data)
			}
		}
	})
}
