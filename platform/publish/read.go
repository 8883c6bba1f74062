package publish

import (
	"encoding/json"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/schema/form"
)

// descriptionForm is the form of what a draft is made from, or how it is to change.
type descriptionForm struct {
	Prompt string          `json:"prompt"`
	Draft  json.RawMessage `json:"draft"`
	Layout string          `json:"layoutTemplate"`
}

// Description is what a draft is made from, as it was sent.
type Description struct {
	Prompt string
	Draft  json.RawMessage // nil = of a new app
	Layout string          // in which the draft's first tool is to be shown, in place of a prompt; "" = that is no question
}

// tablesForm is what may stand beside a new draft.
type tablesForm struct {
	Tables []platform.TableDraft `json:"tables"`
}

// forms are the compiled forms of what authors send. They settle types and unknown fields alone; lengths and meaning are
// checked with the draft, so that one answer holds every problem.
type forms struct{ draft, tool, description, tables *schema.Schema }

func compileForms() (f forms, err error) {
	for _, c := range []struct {
		to   **schema.Schema
		form form.Schema
	}{{&f.draft, form.Sent(platform.Draft{}).Changes().Shape()}, {&f.tool, form.Sent(platform.ToolDraft{}).Changes().Shape()},
		{&f.description, form.Sent(descriptionForm{})}, {&f.tables, form.Sent(tablesForm{}).Changes().Shape()}} {
		if *c.to, err = schema.Compile(c.form.JSON()); err != nil {
			return f, fmt.Errorf("compile the form of a draft: %w", err)
		}
	}
	return f, nil
}

// ReadChanges reads changes: body is an object with fields of a draft, first one with fields of its first tool, in which null
// is a reset; nil has none. What it cannot read is in Problems, with locations below "body" and "body.tools[0]", and refused
// by Create and Patch.
func (s *Service) ReadChanges(body, first json.RawMessage) Changes {
	var c Changes
	if body != nil {
		c.draft, c.Problems = readFields(s.forms.draft, body, "body")
	}
	if first != nil {
		fields, found := readFields(s.forms.tool, first, toolAt(0))
		c.first, c.Problems = fields, append(c.Problems, found...)
	}
	return c
}

// ReadTables reads the tables that a new app is to have, nil for none, and returns what is wrong with their form. It settles
// types and unknown fields alone.
func (s *Service) ReadTables(raw json.RawMessage) (all []platform.TableDraft, found []platform.Problem) {
	if raw == nil {
		return nil, nil
	}
	found = schema.Under("body", s.forms.tables.Validate(slices.Concat([]byte(`{"tables":`), raw, []byte(`}`))))
	_ = json.Unmarshal(raw, &all) // what fits the form
	return all, found
}

// ReadDescription reads {prompt, draft?} or {layoutTemplate, draft}: what an app is to be, or how the draft of one is to change. It
// returns what is wrong with the form of these. It interprets none.
func (s *Service) ReadDescription(body json.RawMessage) (d Description, found []platform.Problem) {
	fields, found := readFields(s.forms.description, body, "body")
	_ = json.Unmarshal(fields["prompt"], &d.Prompt) // strings, or absent
	_ = json.Unmarshal(fields["layoutTemplate"], &d.Layout)
	if raw := fields["draft"]; !unset(raw) {
		d.Draft = raw
	}
	told := func(p platform.Problem) bool {
		return slices.Contains([]string{"body", "body.prompt", "body.layoutTemplate"}, p.Location)
	}
	if unset(fields["prompt"]) && d.Layout == "" && !slices.ContainsFunc(found, told) {
		found = append(found, platform.Problem{Location: "body.prompt", Message: "is required"})
	}
	return d, found
}

// Unsaved returns the draft of a new app with the changes, and what saving it would refuse.
func (s *Service) Unsaved(c Changes) (platform.Draft, []platform.Problem) {
	return c.apply(platform.App{}), s.checkChanges(c, platform.App{})
}

// ReadOverrides reads texts of the first tool as ReadChanges does; null leaves the draft's value.
func (s *Service) ReadOverrides(first json.RawMessage) Overrides {
	c := s.ReadChanges(nil, first)
	for name, raw := range c.first {
		if unset(raw) {
			delete(c.first, name)
		}
	}
	return Overrides{Problems: c.Problems, first: c.first}
}

// readFields returns the fields of an object that fit its form, and what is wrong with the others, which is located below at.
func readFields(form *schema.Schema, object json.RawMessage, at string) (fields, []platform.Problem) {
	fitting, found := form.Read(object)
	return fitting, schema.Under(at, found)
}
