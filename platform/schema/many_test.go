package schema

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

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
