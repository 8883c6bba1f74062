package mcpedge

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform/schema"
)

// FuzzFlat compares what flat accepts with what the schema says.
func FuzzFlat(f *testing.F) {
	for _, s := range []string{cardsInput, `{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"string"}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","maxLength":2}}}`, `{"type":"object","additionalProperties":false}`} {
		for _, a := range []string{`{}`, `{"message":"x"}`, `{"message":5}`, `{"message":"x","message":5}`, `{"a":true,"b":"x"}`, `{"a":"xyz"}`, `{"message":"\ud800"}`, `{"message":"x","context":{"a":1,"a":2}}`} {
			f.Add(s, a)
		}
	}
	f.Fuzz(func(t *testing.T, raw, arguments string) {
		s := scanner{b: []byte(arguments)}
		if len(arguments) == 0 || arguments[0] != '{' || !s.value() || s.i != len(arguments) {
			return
		}
		compiled, err := schema.Compile(json.RawMessage(raw))
		if err != nil {
			return
		}
		if problems := compiled.Validate(json.RawMessage(arguments)); newFlat(json.RawMessage(raw)).accepts([]byte(arguments)) && len(problems) > 0 {
			t.Errorf("%s\naccepted %s: %v", raw, arguments, problems)
		}
	})
}

func TestFlatRecognisesAuthoredTools(t *testing.T) {
	t.Parallel()
	f := newFlat(json.RawMessage(cardsInput))
	if !f.accepts([]byte(`{"message":"two gifts for a gardener"}`)) || f.accepts([]byte(`{"message":1}`)) || f.accepts([]byte(`{}`)) {
		t.Error("the tool of every authored app is not recognised")
	}
}

// Anybody can send very many members: from the first that is not recognised on, they are left to the schema.
func TestFlatStopsAtWhatItDoesNotRecognise(t *testing.T) {
	f := newFlat(json.RawMessage(cardsInput))
	for _, first := range []string{`"other":0`, `"message":7`, `"context":{}`, `"message":"x","message":"y"`} {
		arguments := []byte("{" + first + strings.Repeat(`,"message":"x"`, 10_000) + "}")
		if n := testing.AllocsPerRun(3, func() {
			if f.accepts(arguments) {
				t.Errorf("%s is accepted", first)
			}
		}); n > 100 {
			t.Errorf("%s: goes on for %v allocations", first, n)
		}
	}
}
