package appkit

import (
	"strings"

	"berth/platform"
)

// Failer is an App that words failures in its own shape: arguments that do not fit the schema (INVALID_INPUT, with
// the problems in Fields), TIMEOUT and EXECUTION_ERROR.
type Failer interface {
	Failure(tool string, failure *platform.Error) Result
}

// Failure is the platform's own shape of a failed call: a sentence for the model, and
// structuredContent {"error":{"code","message","details"}}.
func Failure(failure *platform.Error) Result {
	details := map[string]any{}
	text := failure.Msg
	if len(failure.Fields) > 0 {
		details["problems"] = failure.Fields
		var lines strings.Builder
		lines.WriteString(failure.Msg)
		for _, p := range failure.Fields {
			lines.WriteString("\n- " + p.Location + ": " + p.Message)
		}
		text = lines.String()
	}
	return Result{
		Content:    Text(text),
		Structured: map[string]any{"error": map[string]any{"code": failure.Code, "message": failure.Msg, "details": details}},
		IsError:    true,
	}
}
