package publish

import (
	"encoding/json"
	"fmt"
	"strings"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/schema/form"
)

// descriptionForm is the form of what a draft is made from, or how it is to change.
type descriptionForm struct {
	Prompt string          `json:"prompt" jsonschema:"required"`
	Draft  json.RawMessage `json:"draft"`
}

// forms are the compiled forms of what authors send. They settle types and unknown fields alone; lengths and meaning are
// checked with the draft, so that one answer holds every problem.
type forms struct{ draft, overrides, description *schema.Schema }

func compileForms() (f forms, err error) {
	draft := form.Sent(platform.Draft{}).Changes().Shape()
	for _, c := range []struct {
		to   **schema.Schema
		form form.Schema
	}{{&f.draft, draft}, {&f.overrides, draft.Only("toolName", "toolDescription")}, {&f.description, form.Sent(descriptionForm{})}} {
		if *c.to, err = schema.Compile(c.form.JSON()); err != nil {
			return f, fmt.Errorf("compile the form of a draft: %w", err)
		}
	}
	return f, nil
}

// ReadChanges reads changes as the contract writes them: an object with the App's editable fields, null for a reset.
// What it cannot read is in Problems, with locations below "body", and refused by Create and Patch.
func (s *Service) ReadChanges(body json.RawMessage) Changes {
	fields, found := readFields(s.forms.draft, body)
	c := Changes{Problems: found}
	c.Name, c.Description = text(fields["name"]), text(fields["description"])
	c.Slug, c.Layout = text(fields["mcpSlug"]), text(fields["layoutTemplate"])
	c.ToolName, c.ToolDescription = text(fields["toolName"]), text(fields["toolDescription"])
	c.ResponseText, c.SystemPrompt = text(fields["responseText"]), text(fields["systemPrompt"])
	if raw := fields["themeVariables"]; raw != nil {
		c.Theme = theme(raw)
	}
	if raw, ok := fields["mockData"]; ok {
		c.MockData = &raw
	}
	return c
}

// ReadDescription reads {prompt, draft?}: what an app is to be, or how the draft of one is to change. It returns what is
// wrong with the form of both, and what saving the draft would refuse. It does not interpret the prompt.
func (s *Service) ReadDescription(body json.RawMessage) (prompt string, draft *platform.Draft, found []platform.Problem) {
	fields, found := readFields(s.forms.description, body)
	if p := text(fields["prompt"]); p != nil {
		prompt = *p
	}
	raw, ok := fields["draft"]
	if !ok || string(raw) == "null" {
		return prompt, nil, found
	}
	c := s.ReadChanges(raw)
	for _, p := range s.checkChanges(c) {
		p.Location = "body.draft" + strings.TrimPrefix(p.Location, "body")
		found = append(found, p)
	}
	former := c.apply(platform.App{})
	return prompt, &former, found
}

// ReadOverrides reads {toolName?, toolDescription?}; null leaves the draft's value. An empty body has none.
func (s *Service) ReadOverrides(body json.RawMessage) Overrides {
	if len(body) == 0 {
		return Overrides{}
	}
	fields, found := readFields(s.forms.overrides, body)
	o := Overrides{Problems: found, ToolName: text(fields["toolName"]), ToolDescription: text(fields["toolDescription"])}
	for _, f := range []struct {
		name  string
		field **string
	}{{"toolName", &o.ToolName}, {"toolDescription", &o.ToolDescription}} {
		if string(fields[f.name]) == "null" {
			*f.field = nil
		}
	}
	return o
}

// readFields returns the fields of an object that fit its form, and what is wrong with the others.
func readFields(form *schema.Schema, body json.RawMessage) (map[string]json.RawMessage, []platform.Problem) {
	found := form.Validate(body)
	return fitting(body, "", found), schema.Under("body", found)
}

// fitting returns the fields of the object at a location without those that a problem is about. Of an object with
// problems further down, what fits stays, so that what is found in it later is reported at once.
func fitting(object json.RawMessage, at string, found []platform.Problem) map[string]json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(object, &fields) != nil {
		return nil
	}
	for name, raw := range fields {
		below := false
		for _, p := range found {
			rest, ok := strings.CutPrefix(p.Location, at+name)
			switch {
			case p.Location == "" || ok && (rest == "" || rest[0] == '['):
				delete(fields, name)
			case ok && rest[0] == '.':
				below = true
			}
		}
		if _, kept := fields[name]; !kept || !below {
			continue
		}
		part, err := json.Marshal(fitting(raw, at+name+".", found))
		if err != nil || string(part) == "null" {
			delete(fields, name)
		} else {
			fields[name] = part
		}
	}
	return fields
}

// theme reads what has the form of a theme. An integer may be written 3.0 or 3e0 (JSON Schema 2020-12, Validation §6.1.1).
func theme(raw json.RawMessage) *platform.Theme {
	var t struct {
		platform.Theme
		Radius *float64 `json:"radius"`
	}
	if json.Unmarshal(raw, &t) != nil {
		return nil
	}
	if t.Radius != nil {
		radius := int(*t.Radius)
		t.Theme.Radius = &radius
	}
	return &t.Theme
}

// text reads a string or null; nil when the field is absent.
func text(raw json.RawMessage) *string {
	if raw == nil {
		return nil
	}
	s := new(string)
	if json.Unmarshal(raw, s) != nil {
		return nil
	}
	return s
}
