package jq

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"berth/platform"
	"berth/platform/mapping"
	"berth/platform/schema"
)

// Parse reads a result of the form {"jq": "…"}; ok is false for any other, such as a field map. Every problem is returned, located
// relative to the result; with one there is no program.
func Parse(result json.RawMessage) (p *Program, ok bool, problems []platform.Problem) {
	var members map[string]json.RawMessage
	if json.Unmarshal(result, &members) != nil || members["jq"] == nil {
		return nil, false, nil
	}
	var program string
	switch {
	case len(members) > 1:
		return nil, true, []platform.Problem{{Message: "must have jq alone: a program makes all that is shown"}}
	case json.Unmarshal(members["jq"], &program) != nil:
		return nil, true, []platform.Problem{{Location: "jq", Message: `must be a jq program as a text, such as "{items: map({title: .name})}"`}}
	}
	p, problems = Compile(program)
	return p, true, schema.Under("jq", problems)
}

var words = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// Names lists the words of a result of this form, among them every field of the answer that it reads by its name.
func Names(result json.RawMessage) []string {
	var is struct {
		JQ string `json:"jq"`
	}
	if json.Unmarshal(result, &is) != nil {
		return nil
	}
	return words.FindAllString(is.JQ, -1)
}

// Plan is a program whose outcome is what a layout shows. It is immutable and safe for concurrent use.
type Plan struct {
	program      *Program
	layout, list string
	fits         *schema.Schema
}

// For makes the plan for a layout: its name, its list of entries ("" = none), and the schema of its data.
func (p *Program) For(layout, list string, dataSchema json.RawMessage) (*Plan, error) {
	fits, err := schema.Compile(dataSchema)
	if err != nil {
		return nil, err
	}
	return &Plan{program: p, layout: layout, list: list, fits: fits}, nil
}

// Apply runs the program on an answer, as Run does. A list that it makes becomes the layout's; what the layout cannot show fails
// with EXECUTION_ERROR, which names the fields.
func (p *Plan) Apply(ctx context.Context, answer any) (mapping.Outcome, error) {
	made, err := p.program.Run(ctx, answer)
	if err != nil {
		return mapping.Outcome{}, err
	}
	data, ok := made.(map[string]any)
	if list, isList := made.([]any); isList && p.list != "" {
		data, ok = map[string]any{p.list: list}, true
	}
	if !ok {
		return mapping.Outcome{}, failed("made %s, and the layout %s shows an object.", kindOf(made), p.layout)
	}
	if problems := p.fits.ValidateValue(data); len(problems) > 0 {
		return mapping.Outcome{}, &platform.Error{Code: platform.CodeExecution, Fields: problems,
			Msg: "What the jq program of this tool made does not fit the layout " + p.layout + ": " + problems[0].Location + " " + problems[0].Message + "."}
	}
	raw, err := platform.AppendJSON(nil, data)
	if err != nil {
		return mapping.Outcome{}, fmt.Errorf("encode what a jq program made: %w", err)
	}
	out := mapping.Outcome{Data: raw, Count: 1}
	if list, ok := data[p.list].([]any); ok {
		out.Count = len(list)
	}
	return out, nil
}

// kindOf names what a value is, in words.
func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case string:
		return "a text"
	case []any:
		return "a list"
	}
	return "a number"
}
