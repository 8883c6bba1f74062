package appkit

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	maps.Copy(details, failure.Details)
	text := failure.Msg
	if len(failure.Fields) > 0 {
		details["problems"] = failure.Fields
		var lines strings.Builder
		lines.WriteString(failure.Msg)
		for _, p := range failure.Fields {
			if p.Location != "" { // else it is about all of them together
				p.Message = p.Location + ": " + p.Message
			}
			lines.WriteString("\n- " + strings.Map(visible, p.Message))
		}
		text = lines.String()
	}
	return Result{
		Content:    Text(text),
		Structured: map[string]any{"error": map[string]any{"code": failure.Code, "message": failure.Msg, "details": details}},
		IsError:    true,
	}
}

// visible keeps a text in its line: names that others have chosen must not pass for words of ours.
func visible(r rune) rune {
	if platform.HiddenInText(r) {
		return ' '
	}
	return r
}

const failureSchema = `{"type":"object","description":"Why the tool could not answer.","properties":{"code":{"type":"string"},` +
	`"message":{"type":"string"},"details":{"type":"object"}},"required":["code","message"]}`

// OrFailure is the output schema of a tool that returns what output describes, or fails in the platform's shape. MCP has
// one schema for both, and clients hold results with isError against it too (@modelcontextprotocol/sdk 1.32 does). The
// root's own demands move into one of two alternatives; what they refer to stays where it is.
func OrFailure(output json.RawMessage) (json.RawMessage, error) {
	var root, properties map[string]json.RawMessage
	if err := json.Unmarshal(output, &root); err != nil {
		return nil, fmt.Errorf("read output schema: %w", err)
	}
	if raw, ok := root["properties"]; ok {
		if err := json.Unmarshal(raw, &properties); err != nil {
			return nil, fmt.Errorf("read output schema: %w", err)
		}
	}
	if _, taken := properties["error"]; taken {
		return nil, errors.New("read output schema: its property error is the platform's")
	}
	either := map[string]any{}
	for keyword, value := range root {
		switch keyword {
		case "$schema", "$id", "$defs", "type", "title", "description", "additionalProperties", "patternProperties":
			either[keyword] = value
			delete(root, keyword)
		}
	}
	delete(root, "properties")
	merged := maps.Clone(properties)
	if merged == nil {
		merged = map[string]json.RawMessage{}
	}
	merged["error"] = json.RawMessage(failureSchema)
	either["properties"] = merged
	either["anyOf"] = []any{root, map[string]any{"required": []string{"error"}}}
	return json.Marshal(either)
}
