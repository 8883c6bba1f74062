package executor

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/schema/form"
)

// Form is what the handlers of a kind look like. It is safe for concurrent use.
type Form interface {
	// Schema describes a handler to whoever writes one: an object with its kind.
	Schema() form.Schema
	// Problems returns what saving refuses in a handler; nil is one that says nothing, not even its kind.
	Problems(handler json.RawMessage) []platform.Problem
}

// FormOf is the form of handlers that are read into T: a struct whose tags say what its fields are (package form). It implements
// Form and is immutable.
type FormOf[T any] struct {
	described form.Schema
	compiled  *schema.Schema
	rules     func(handler *T) []platform.Problem
}

// NewForm makes the form of a kind. The struct says of each field what it is by itself; rules, which may be nil, return what is wrong
// beyond that, with locations relative to the handler ("filters[1].argument"). They see the zero value in place of what the struct's
// tags refuse, and may fill fields that JSON does not have. NewForm panics for a struct that has no form, which the first test of the
// caller shows.
func NewForm[T any](kind string, rules func(handler *T) []platform.Problem) *FormOf[T] {
	var empty T
	described := form.Sent(empty).Nullable().With("kind", form.Schema{"type": "string", "const": kind}).Require("kind")
	compiled, err := schema.Compile(described.JSON())
	if err != nil {
		panic(fmt.Sprintf("executor: compile the form of %s: %v", kind, err))
	}
	return &FormOf[T]{described: described, compiled: compiled, rules: rules}
}

// Schema implements Form.
func (f *FormOf[T]) Schema() form.Schema { return f.described }

// Problems implements Form.
func (f *FormOf[T]) Problems(handler json.RawMessage) []platform.Problem {
	_, problems := f.Read(handler)
	return problems
}

// Read reads a handler and returns everything that is wrong with it, located below "handler". What is wrong is zero.
func (f *FormOf[T]) Read(handler json.RawMessage) (h T, problems []platform.Problem) {
	if len(handler) == 0 {
		return h, nil
	}
	fields, problems := f.compiled.Read(handler)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		raw := fields[name]
		if string(raw) == "null" {
			continue // as if it was left out
		}
		one, err := json.Marshal(map[string]json.RawMessage{name: raw})
		if err == nil {
			err = json.Unmarshal(one, &h)
		}
		told := func(p platform.Problem) bool { return platform.Within(p.Location, name) }
		if err != nil && !slices.ContainsFunc(problems, told) { // an integer of JSON Schema may have a fraction of zeros
			problems = append(problems, platform.Problem{Location: name, Message: "must have its whole numbers written as such: 5, not 5.0 or 5e0"})
		}
	}
	if f.rules != nil {
		problems = platform.WithMore(problems, f.rules(&h))
	}
	slices.SortStableFunc(problems, func(p, q platform.Problem) int { return strings.Compare(p.Location, q.Location) })
	return h, schema.Under("handler", problems)
}
