package wire_test

import (
	"math"
	"testing"

	"berth/platform"
	"berth/platform/mcpedge/wire"
)

// TestValuesAreCountedAsElsewhere: a message tells how many values its params hold by the count that other readers of JSON use.
func TestValuesAreCountedAsElsewhere(t *testing.T) {
	for _, params := range []string{
		`{}`, `[]`, `null`, `{"name":"a"}`, `{"name":"a","arguments":{}}`, `{"arguments":{"a":[1,2,{"b":null,"c,:":"{[\""}],"d":[[]]},"_meta":{"x":{"y":1}}}`,
		`{ "arguments" : { "a" : [ ] , "b" : [ true , 1.5e3 ] } , "uri" : "u" }`,
	} {
		m, problem := wire.ParseMessage([]byte(`{"jsonrpc":"2.0","id":[1,2],"method":"m","params":` + params + `,"more":[1,2,3]}`))
		if want := platform.CountValues([]byte(params), math.MaxInt, nil); m.Values != want {
			t.Errorf("%s: %d values, %d elsewhere (%v)", params, m.Values, want, problem)
		}
	}
}
