package executor_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"berth/platform"
	"berth/platform/executor"
)

type errand struct {
	Where string          `json:"where" jsonschema:"required,pattern=^[a-z]+$" doc:"A place in small letters."`
	Stops []stop          `json:"stops,omitempty" jsonschema:"maxItems=3"`
	Names []string        `json:"names,omitempty" jsonschema:"pattern=^[a-z]+$" doc:"Names in small letters."`
	Times int             `json:"times,omitempty" jsonschema:"minimum=1,maximum=9"`
	Load  json.RawMessage `json:"load,omitempty" jsonschema:"type=object"`

	first string
}

type stop struct {
	At   string `json:"at" jsonschema:"required"`
	Wait int    `json:"wait,omitempty"`
}

// rules want stops at different places.
func (e *errand) rules() (found []platform.Problem) {
	if len(e.Stops) == 2 && e.Stops[0].At == e.Stops[1].At {
		found = append(found, platform.Problem{Location: "stops[1].at", Message: "is there twice"})
	}
	if e.Times > 0 && e.Load == nil {
		found = append(found, platform.Problem{Location: "times", Message: "must be left out without load"})
	}
	if len(e.Stops) > 0 {
		e.first = e.Stops[0].At
	}
	return found
}

// Everything that is wrong with a handler is found at once, whether the tags of its struct say so or its rules.
func TestAFormFindsEverythingAtOnce(t *testing.T) {
	t.Parallel()
	form := executor.NewForm("errand", (*errand).rules)
	for raw, want := range map[string][]platform.Problem{
		``: nil,
		`{"kind":"errand","where":"inn","stops":[{"at":"a"},{"at":"b","wait":null}],"names":null,"times":2,"load":{"x":1.0}}`: nil,
		`[]`: {{Location: "handler", Message: "must be an object, not an array"}},
		`{`:  {{Location: "handler", Message: "is not valid JSON: it ends too early (at byte 1)"}},
		`{"kind":"other","stops":{},"load":[],"times":3}`: {
			{Location: "handler.kind", Message: `must be "errand"`},
			{Location: "handler.load", Message: "must be an object or null, not an array"},
			{Location: "handler.stops", Message: "must be an array or null, not an object"},
			{Location: "handler.times", Message: "must be left out without load"},
			{Location: "handler.where", Message: "is required"},
		},
		`{"kind":"errand","where":null,"Where":"inn","stops":[{"at":"a","by":1},{"at":"a"}],"names":["b","B"]}`: {
			{Location: "handler.Where", Message: "is not a known field; known fields: kind, load, names, stops, times, where"},
			{Location: "handler.names[1]", Message: "must match the pattern ^[a-z]+$ (Names in small letters.)"},
			{Location: "handler.stops[0].by", Message: "is not a known field; known fields: at, wait"},
			{Location: "handler.stops[1].at", Message: "is there twice"},
			{Location: "handler.where", Message: "must be a string, not null"},
		},
		`{"kind":"errand","where":"Inn","stops":[{},{"at":"a","wait":1.0}],"times":5e0,"load":{}}`: {
			{Location: "handler.stops[0].at", Message: "is required"},
			{Location: "handler.times", Message: "must have its whole numbers written as such: 5, not 5.0 or 5e0"},
			{Location: "handler.where", Message: "must match the pattern ^[a-z]+$ (A place in small letters.)"},
		},
		`{"kind":"errand","where":"inn","times":10}`: {{Location: "handler.times", Message: "must be at most 9"}},
	} {
		if diff := cmp.Diff(want, form.Problems(json.RawMessage(raw)), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
	read, _ := form.Read(json.RawMessage(`{"kind":"errand","where":"inn","stops":[{"at":"a"}],"load":{"x":1.0}}`))
	if read.Where != "inn" || read.first != "a" || string(read.Load) != `{"x":1.0}` {
		t.Errorf("read %+v", read)
	}
}

// Whoever writes a handler sees the same form.
func TestAFormDescribesItself(t *testing.T) {
	t.Parallel()
	var got, want any
	if err := json.Unmarshal(executor.NewForm[stop]("stop", nil).Schema().JSON(), &got); err != nil {
		t.Fatal(err)
	}
	const text = `{"type":"object","additionalProperties":false,"required":["at","kind"],"properties":{
		"kind":{"type":"string","const":"stop"},"at":{"type":"string"},"wait":{"type":["integer","null"]}}}`
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
