package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"berth/platform"
)

// Anybody may send very many wrong values: those beyond maxReported cost no words, and are counted all the same.
func TestVeryManyProblemsAreCounted(t *testing.T) {
	t.Parallel()
	s, err := Compile(json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{"items":{"type":"array","items":{
		"type":"object","additionalProperties":false,"required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	const items = 20_000 // each lacks two fields and has one too many
	data := json.RawMessage(`{"items":[{"c":1}` + strings.Repeat(`,{"c":1}`, items-1) + `]}`)
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	problems := s.Validate(data)
	if last := problems[len(problems)-1]; len(problems) != maxProblems || last != (platform.Problem{Message: "has 59901 more problems"}) {
		t.Errorf("%d problems, the last %+v", len(problems), last)
	}
	if first := problems[0]; first.Location != "items[0].a" || first.Message != "is required" {
		t.Errorf("the first: %+v", first)
	}
	var tree *jsonschema.ValidationError
	if !errors.As(s.compiled.Validate(value), &tree) {
		t.Fatal("the data fits")
	}
	r := reporter{value: value, left: maxReported}
	if n := len(r.problems(tree)); n > maxReported+10 || n+r.omitted != 3*items {
		t.Errorf("%d of %d problems are put into words", n, n+r.omitted)
	}
}

// One object may have any number of fields that no schema knows: those beyond an answer are counted, and the same ones are
// named each time.
func TestVeryManyUnknownFieldsAreCounted(t *testing.T) {
	t.Parallel()
	s, err := Compile(json.RawMessage(`{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	const fields = 50_000
	var data strings.Builder
	data.WriteString(`{"a":1`)
	for i := range fields {
		fmt.Fprintf(&data, `,"x%05d":0`, fields-1-i)
	}
	data.WriteByte('}')
	want := []platform.Problem{{Location: "a", Message: "must be a string, not a number"}}
	for i := range maxProblems - 2 {
		want = append(want, platform.Problem{Location: fmt.Sprintf("x%05d", i), Message: "is not a known field; known fields: a"})
	}
	want = append(want, platform.Problem{Message: "has 49902 more problems"})
	for range 3 {
		if diff := cmp.Diff(want, s.Validate(json.RawMessage(data.String()))); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	}
}

// Data of too many values is one problem, and not read.
func TestTooManyValues(t *testing.T) {
	want := []platform.Problem{{Message: "has too many values: at most 150000 are allowed, keys included"}}
	list := []byte("[" + strings.Repeat("0,", platform.MaxValues-2) + "0]")
	if _, got := Decode(list); got != nil {
		t.Errorf("as many as may be: %v", got)
	}
	list = []byte("[" + strings.Repeat("0,", platform.MaxValues-1) + "0]")
	s, err := Compile(json.RawMessage(`{"type":"object"}`))
	if err != nil {
		t.Fatal(err)
	}
	_, decoded := Decode(list)
	for name, got := range map[string][]platform.Problem{"Decode": decoded, "Validate": s.Validate(list), "Oversized": Oversized(list)} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, of one more (-want +got):\n%s", name, diff)
		}
	}
	if n := testing.AllocsPerRun(1, func() { Decode(list) }); n > 100 {
		t.Errorf("refusing it takes %v allocations", n)
	}
}
