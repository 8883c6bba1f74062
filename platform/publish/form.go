package publish

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
)

// formCall is what a form's data say of its call; the layout's schema has the rest.
type formCall struct {
	Tool      string
	Arguments map[string]json.RawMessage
	Fields    []formField
}

type formField struct {
	Name, Type        string
	Required, Integer bool
	Options           []json.RawMessage
}

// FormProblems returns why the tool that a form names could not take what people fill in: the tool is missing, or is own,
// the one that shows the form; a field or a fixed argument does not fit the tool's input; a required argument would be
// missing. data are those of the layout form, tools the input schemas of all tools of the app by name. Locations are
// relative to data ("fields[2].type"). Data that the layout's schema refuses may have no problem here.
func FormProblems(own string, data json.RawMessage, tools map[string]json.RawMessage) []platform.Problem {
	var f formCall
	if json.Unmarshal(data, &f) != nil || f.Tool == "" {
		return nil
	}
	others := maps.Clone(tools)
	delete(others, own)
	raw, ok := others[f.Tool]
	switch {
	case f.Tool == own:
		message := "names the tool that shows this form, which would keep nothing" + listed("; name the one that takes the answers: ", others)
		return []platform.Problem{{Location: "tool", Message: message}}
	case !ok:
		message := "names " + clipped(f.Tool) + ", which is no tool of this app" + listed("; it has ", others)
		return []platform.Problem{{Location: "tool", Message: message}}
	}
	in, err := readFormInput(f.Tool, raw)
	if err != nil { // it is said where the input stands
		return nil
	}
	return append(in.fixedProblems(f.Arguments), f.fieldProblems(in)...)
}

func (f formCall) fieldProblems(in formInput) []platform.Problem {
	var found []platform.Problem
	report := func(at, message string) { found = append(found, platform.Problem{Location: at, Message: message}) }
	given := map[string]bool{}
	for name := range f.Arguments {
		given[name] = true
	}
	for i, field := range f.Fields {
		at := "fields[" + strconv.Itoa(i) + "]"
		if !in.takes(field.Name) {
			report(at+".name", in.unknown(field.Name))
			continue
		}
		if field.Type == "select" {
			for j, option := range field.Options {
				for _, p := range in.problems(field.Name, optionValue(option)) {
					report(at+".options["+strconv.Itoa(j)+"]", p.Message)
				}
			}
		} else if message := in.refuses(field); message != "" {
			report(at+".type", message)
		}
		if slices.Contains(in.Required, field.Name) && !field.Required && field.Type != "checkbox" && !given[field.Name] {
			report(at+".required", fmt.Sprintf("must be true, since %s needs %s", in.tool, clipped(field.Name)))
		}
		given[field.Name] = true
	}
	for _, name := range in.Required {
		if !given[name] {
			report("fields", fmt.Sprintf("must have one for %s, which %s needs", clipped(name), in.tool))
		}
	}
	return found
}

// optionValue is what choosing an option sends: the option itself, or its value.
func optionValue(option json.RawMessage) json.RawMessage {
	var labelled struct{ Value json.RawMessage }
	if json.Unmarshal(option, &labelled) == nil && labelled.Value != nil {
		return labelled.Value
	}
	return option
}

// listed names tools after some words; "" when there are none.
func listed(words string, tools map[string]json.RawMessage) string {
	if len(tools) == 0 {
		return ""
	}
	return words + strings.Join(slices.Sorted(maps.Keys(tools)), ", ")
}

func clipped(name string) string { return platform.Clip(name, 64) }
