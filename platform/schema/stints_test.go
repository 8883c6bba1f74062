package schema_test

import (
	"strings"
	"testing"

	"berth/platform/schema"
)

// TestLargeValuesAreReadInStints: whoever has the processor while a large value is read can lend it to others again and again, and learns the same.
func TestLargeValuesAreReadInStints(t *testing.T) {
	s, err := schema.Compile([]byte(`{"type":"object","properties":{"x":{"type":"array","items":{"type":"string","maxLength":1}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	const texts = 1000
	for name, each := range map[string]string{"texts": `"x"`, "objects": `{"a":"x"}`} {
		data := []byte(`{"x":[` + strings.Repeat(each+",", texts-1) + each + `]}`)
		rests := 0
		in := s.ValidateInStints(data, func() { rests++ })
		if rests < texts/20 {
			t.Errorf("%s: %d values are read with %d rests", name, texts, rests)
		}
		at := s.Validate(data)
		if len(in) != len(at) || (len(in) > 0) != (name == "objects") {
			t.Errorf("%s: %d problems in stints, %d at once", name, len(in), len(at))
		}
	}
}
