package appkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
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
	mismatch, typed := errors.AsType[*json.UnmarshalTypeError](err)
	if typed && integer(mismatch) {
		// To JSON Schema 5.0 and 1e1 are integers, to encoding/json they are not.
		if exact, err = wholeNumbers(exact); err == nil {
			err = unmarshal(exact, in)
		}
		mismatch, typed = errors.AsType[*json.UnmarshalTypeError](err)
	}
	if err == nil {
		return nil
	}
	problem := platform.Problem{Location: "arguments", Message: "must be a JSON object that fits the tool's input schema"}
	if typed && mismatch.Field != "" {
		problem = platform.Problem{Location: mismatch.Field, Message: "must not be a " + mismatch.Value}
		if integer(mismatch) && strings.HasPrefix(mismatch.Value, "number") {
			problem.Message = "must be a whole number of at most 18 digits"
		}
	}
	return &platform.Error{Code: platform.CodeInvalidInput, Msg: "The arguments are not valid.", Fields: []platform.Problem{problem}}
}

// integer reports whether an integer was wanted.
func integer(mismatch *json.UnmarshalTypeError) bool {
	kind := mismatch.Type.Kind()
	return reflect.Int <= kind && kind <= reflect.Uint64
}

func unmarshal(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(v)
}

// wholeNumbers writes numbers without a fraction, such as 5.0, as integers.
func wholeNumbers(raw json.RawMessage) (json.RawMessage, error) {
	var v any
	if err := unmarshal(raw, &v); err != nil {
		return nil, err
	}
	return json.Marshal(whole(v))
}

func whole(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = whole(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = whole(v[name])
		}
	case json.Number:
		const exact = 1 << 53 // up to there a float64 has no gaps between integers
		if f, err := v.Float64(); err == nil && f == math.Trunc(f) && math.Abs(f) <= exact && strings.ContainsAny(string(v), ".eE") {
			return json.Number(strconv.FormatInt(int64(f), 10))
		}
	}
	return v
}
