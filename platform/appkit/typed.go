package appkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"berth/platform"
)

// Typed makes a ToolFunc from a function over Go types. In is decoded from the arguments, whose names must match its
// JSON names exactly; a number keeps all of its digits where the type is any. Out becomes structuredContent, unless it is a
// Result already. In must be a struct.
func Typed[In, Out any](fn func(context.Context, Call, In) (Out, error)) ToolFunc {
	names := namesOf(reflect.TypeFor[In](), map[reflect.Type]*names{})
	return func(ctx context.Context, call Call) (Result, error) {
		var in In
		if err := decode(call.Arguments, names, &in); err != nil {
			return Result{}, err
		}
		out, err := fn(ctx, call, in)
		if err != nil {
			return Result{}, err
		}
		if result, ok := any(out).(Result); ok {
			return result, nil
		}
		return Result{Structured: out}, nil
	}
}

func decode(arguments json.RawMessage, known *names, in any) error {
	exact, err := known.exact(arguments)
	if err == nil {
		err = unmarshal(exact, in)
	}
	if err == nil {
		return nil
	}
	problem := platform.Problem{Location: "arguments", Message: "must be a JSON object that fits the tool's input schema"}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && mismatch.Field != "" {
		problem = platform.Problem{Location: known.member(mismatch.Field), Message: "must be " + wanted(mismatch.Type) + ", not " + called(mismatch.Value)}
		if integer(mismatch.Type) && strings.HasPrefix(mismatch.Value, "number") {
			problem.Message = "must be a whole number of at most 18 digits"
		}
	}
	return &platform.Error{Code: platform.CodeInvalidInput, Msg: "The arguments are not valid.", Fields: []platform.Problem{problem}}
}

func unmarshal(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(v)
}

// wanted says what JSON decodes into a Go type.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "an array"
	}
	if integer(t) {
		return "a whole number"
	}
	return "an object"
}

// called names a value of JSON, which encoding/json calls "string" or "number 1.5".
func called(value string) string {
	kind, _, _ := strings.Cut(value, " ")
	switch kind {
	case "bool":
		return "true or false"
	case "array", "object":
		return "an " + kind
	}
	return "a " + kind
}
