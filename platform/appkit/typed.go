package appkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"berth/platform"
)

// Typed makes a ToolFunc from a function over Go types. In is decoded from the arguments, whose names must match its
// JSON names exactly; Out becomes structuredContent, unless it is a Result already. A Refusal becomes a result with
// isError, any other error stays one. In must be a struct.
func Typed[In, Out any](fn func(context.Context, Call, In) (Out, error)) ToolFunc {
	names := namesOf(reflect.TypeFor[In](), map[reflect.Type]*names{})
	return func(ctx context.Context, call Call) (Result, error) {
		var in In
		if err := decode(call.Arguments, names, &in); err != nil {
			return Result{}, err
		}
		out, err := fn(ctx, call, in)
		if err != nil {
			if refusal, ok := errors.AsType[*Refusal](err); ok {
				return refusal.Result(), nil
			}
			return Result{}, err
		}
		if result, ok := any(out).(Result); ok {
			return result, nil
		}
		return Result{Structured: out}, nil
	}
}

// Refusal is an error by which a tool says no in its own words: Structured is the error shape of the app's document and
// encodes as a JSON object. Text is for the model; "" means Structured as JSON.
type Refusal struct {
	Structured any
	Text       string
}

func (r *Refusal) Error() string { return fmt.Sprintf("refused: %v", r.Structured) }

// Result is the refusal as a tool answers it.
func (r *Refusal) Result() Result {
	result := Result{Structured: r.Structured, IsError: true}
	if r.Text != "" {
		result.Content = Text(r.Text)
	}
	return result
}

func decode(arguments json.RawMessage, known *names, in any) error {
	exact, err := known.exact(arguments)
	if err == nil {
		err = json.Unmarshal(exact, in)
	}
	if err == nil {
		return nil
	}
	problem := platform.Problem{Location: "arguments", Message: "must be a JSON object that fits the tool's input schema"}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && mismatch.Field != "" {
		problem = platform.Problem{Location: mismatch.Field, Message: "must not be a " + mismatch.Value}
	}
	return &platform.Error{Code: platform.CodeInvalidInput, Msg: "The arguments are not valid.", Fields: []platform.Problem{problem}}
}
