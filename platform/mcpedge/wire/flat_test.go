package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform/schema"
)

// authoredInput is the input schema of every authored app's tool.
const authoredInput = `{"type":"object","properties":{"message":{"type":"string","description":"User query or request"},"context":{"type":"object","description":"Additional context (optional)"}},"required":["message"]}`

// queryInput is the input schema of a tool that finds rows.
const queryInput = `{"type":"object","properties":{"price":{"type":"number","description":"Only what costs less"},"size":{"type":"string","enum":["small","large"]},"limit":{"type":"integer","minimum":1,"maximum":200,"default":20}},"required":["limit"],"additionalProperties":false}`

// FuzzFlat compares what flat Accepts with what the schema says.
func FuzzFlat(f *testing.F) {
	for _, s := range []string{authoredInput, `{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"string"}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":"string","maxLength":2}}}`, queryInput, `{"type":"object","additionalProperties":false}`} {
		for _, a := range []string{`{}`, `{"message":"x"}`, `{"message":5}`, `{"message":"x","message":5}`, `{"a":true,"b":"x"}`, `{"a":"xyz"}`, `{"message":"\ud800"}`, `{"message":"x","context":{"a":1,"a":2}}`, `{"price":-0.5,"limit":200,"size":"small"}`, `{"limit":201}`, `{"limit":1.0}`, `{"size":"huge"}`, `{"price":1e999}`, `{"more":1}`} {
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
		if problems := compiled.Validate(json.RawMessage(arguments)); NewFlat(json.RawMessage(raw)).Accepts([]byte(arguments)) && len(problems) > 0 {
			t.Errorf("%s\naccepted %s: %v", raw, arguments, problems)
		}
	})
}

func TestFlatRecognisesAuthoredTools(t *testing.T) {
	t.Parallel()
	f := NewFlat(json.RawMessage(authoredInput))
	if !f.Accepts([]byte(`{"message":"two gifts for a gardener"}`)) || f.Accepts([]byte(`{"message":1}`)) || f.Accepts([]byte(`{}`)) {
		t.Error("the tool of every authored app is not recognised")
	}
}

func TestFlatRecognisesQueries(t *testing.T) {
	t.Parallel()
	f := NewFlat(json.RawMessage(queryInput))
	for _, good := range []string{`{"limit":1}`, `{"price":-0.5,"limit":200,"size":"small"}`} {
		if !f.Accepts([]byte(good)) {
			t.Errorf("%s is not recognised", good)
		}
	}
	for _, bad := range []string{`{"limit":0}`, `{"limit":201}`, `{"limit":1.5}`, `{"limit":-1}`, `{"limit":1,"size":"huge"}`, `{"limit":1,"price":"1"}`, `{"limit":1,"more":1}`, `{"price":1}`} {
		if f.Accepts([]byte(bad)) {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// Anybody can send very many members: from the first that is not recognised on, they are left to the schema.
func TestFlatStopsAtWhatItDoesNotRecognise(t *testing.T) {
	f := NewFlat(json.RawMessage(authoredInput))
	for _, first := range []string{`"other":0`, `"message":7`, `"context":{}`, `"message":"x","message":"y"`} {
		arguments := []byte("{" + first + strings.Repeat(`,"message":"x"`, 10_000) + "}")
		if n := testing.AllocsPerRun(3, func() {
			if f.Accepts(arguments) {
				t.Errorf("%s is accepted", first)
			}
		}); n > 100 {
			t.Errorf("%s: goes on for %v allocations", first, n)
		}
	}
}
