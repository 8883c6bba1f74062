package publish

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/schema"
)

// formInput is the input of the tool that a form calls.
type formInput struct {
	tool       string
	Properties map[string]json.RawMessage
	Required   []string
	Defs       map[string]json.RawMessage `json:"$defs"`
	Additional json.RawMessage            `json:"additionalProperties"`
	each       *schema.Schema             // what holds for each argument by itself, without what they must be together
}

func readFormInput(tool string, raw json.RawMessage) (formInput, error) {
	in := formInput{tool: tool, Properties: map[string]json.RawMessage{}, Defs: map[string]json.RawMessage{}}
	if err := json.Unmarshal(raw, &in); err != nil {
		return in, fmt.Errorf("read input schema: %w", err)
	}
	if in.Additional == nil {
		in.Additional = json.RawMessage("false")
	}
	each, err := json.Marshal(map[string]any{"type": "object", "properties": in.Properties, "additionalProperties": in.Additional, "$defs": in.Defs})
	if err != nil {
		return in, fmt.Errorf("write schema of arguments: %w", err)
	}
	in.each, err = schema.Compile(each)
	return in, err
}

func (in formInput) takes(name string) bool {
	_, ok := in.Properties[name]
	return ok || string(in.Additional) != "false"
}

func (in formInput) unknown(name string) string {
	if len(in.Properties) == 0 {
		return fmt.Sprintf("is %s, but %s takes no arguments", clipped(name), in.tool)
	}
	names := slices.Sorted(maps.Keys(in.Properties))
	return fmt.Sprintf("is %s, which is no argument of %s; it takes %s", clipped(name), in.tool, strings.Join(names, ", "))
}

// problems returns why one argument may not have a value.
func (in formInput) problems(name string, value json.RawMessage) []platform.Problem {
	raw, err := json.Marshal(map[string]json.RawMessage{name: value})
	if err != nil { // the value is a part of what was read
		return nil
	}
	return in.each.Validate(raw)
}

// fixedProblems returns why the arguments that a form sends along and does not show may not be sent.
func (in formInput) fixedProblems(fixed map[string]json.RawMessage) []platform.Problem {
	if len(fixed) == 0 {
		return nil
	}
	raw, err := json.Marshal(fixed)
	if err != nil { // they are a part of what was read
		return nil
	}
	return schema.Under("arguments", in.each.Validate(raw))
}

// sends is the type of JSON that a field sends; a select sends its options.
func (f formField) sends() string {
	switch {
	case f.Type == "number" && f.Integer:
		return "integer"
	case f.Type == "number":
		return "number"
	case f.Type == "checkbox":
		return "boolean"
	case f.Type == "tags":
		return "array"
	}
	return "string"
}

// fieldFor is the type of a field that sends a type of JSON; "" when none does.
func fieldFor(jsonType string) string {
	switch jsonType {
	case "string":
		return "text"
	case "integer":
		return "number with integer"
	case "boolean":
		return "checkbox"
	case "array":
		return "tags"
	case "number":
		return "number"
	}
	return ""
}

// refuses says why what a field sends does not fit its argument; "" when it fits or nobody can tell.
func (in formInput) refuses(field formField) string {
	takes, enum := in.shape(in.Properties[field.Name], 0)
	sent, name := field.sends(), clipped(field.Name)
	switch {
	case len(takes) > 0 && !slices.Contains(takes, sent) && !(sent == "integer" && slices.Contains(takes, "number")):
		var types []string
		for _, t := range takes {
			if f := fieldFor(t); f != "" {
				types = append(types, f)
			}
		}
		if len(types) == 0 {
			return fmt.Sprintf("cannot fill %s, which takes %s; no field can", name, strings.Join(takes, " or "))
		}
		return fmt.Sprintf("must be %s, since %s takes %s", strings.Join(types, " or "), name, strings.Join(takes, " or "))
	case len(enum) > 0 && sent != "boolean":
		return fmt.Sprintf("must be select, since %s takes one of %s", name, strings.Join(enum, ", "))
	}
	return ""
}

// maxShape bounds how far references and alternatives are followed; a recursive schema ends there.
const maxShape = 8

// shape returns the types of JSON that a schema names, none where it leaves them open, and its enum as text.
func (in formInput) shape(raw json.RawMessage, depth int) (types, enum []string) {
	var s struct {
		Ref          string `json:"$ref"`
		Type         json.RawMessage
		Enum         []json.RawMessage
		AnyOf, OneOf []json.RawMessage
	}
	if depth > maxShape || json.Unmarshal(raw, &s) != nil {
		return nil, nil
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		return in.shape(in.Defs[name], depth+1)
	}
	for _, v := range s.Enum[:min(len(s.Enum), maxValues)] {
		enum = append(enum, clipped(string(v)))
	}
	if len(s.Enum) > maxValues {
		enum = append(enum, "…")
	}
	var single string
	if json.Unmarshal(s.Type, &single) == nil {
		return []string{single}, enum
	}
	if json.Unmarshal(s.Type, &types) == nil {
		return types, enum
	}
	for _, alternative := range append(s.AnyOf, s.OneOf...) {
		t, _ := in.shape(alternative, depth+1)
		if len(t) == 0 {
			return nil, enum
		}
		types = append(types, t...)
	}
	return types, enum
}

// maxValues is how many values of an enum a message names.
const maxValues = 12
