package schema_test

import (
	"encoding/json"
	"testing"

	"berth/platform/schema"
)

func TestEmpty(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"type":"object"}`: `{}`,
		`{"type":"object","properties":{"items":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/i"}},"empty":{"type":"string","maxLength":5},"x":{"type":"string"}},"required":["items"],` +
			`"$defs":{"i":{"type":"object","required":["n","s","k","b","e"],"properties":{"n":{"type":"integer","minimum":3},"s":{"type":"string","minLength":2},"k":{"const":7},"b":{"type":["boolean","null"]},"e":{"enum":["p"]}}}}}`: `{"empty":"Still","items":[{"b":false,"e":"p","k":7,"n":3,"s":"Still working."}]}`,
		`{"type":"object","required":["a"],"properties":{"a":{"anyOf":[{"type":"number","maximum":-1},{"type":"string"}]}}}`: `{"a":-1}`,
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^[0-9]{3}$"}}}`:                     ``,
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}}`:                                                 ``,
		`{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"string"},"error":{"type":"object"}},"anyOf":[{"required":["b"],"oneOf":[{"allOf":[{"$ref":"#/$defs/x"},{}]},{"required":["z"]}]},{"required":["error"]}],` +
			`"$defs":{"x":{"required":["a"]}}}`: `{"a":[],"b":""}`,
		`{"type":"array"}`: ``, `{`: ``, ``: ``,
	} {
		if got := string(schema.Empty(json.RawMessage(raw), "Still working.")); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}
