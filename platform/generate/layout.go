package generate

import (
	"encoding/json"
	"slices"

	"berth/platform"
	"berth/platform/mapping"
)

// inLayout returns the former draft with its first tool in the layout that is asked for: its data, and the field map of its handler, find
// their places by name and type. Data that layout cannot show are INVALID_CONFIG at body.layoutTemplate.
func (s *Service) inLayout(r Request) (platform.Proposal, error) {
	refuse := func(at, message string) (platform.Proposal, error) {
		return platform.Proposal{}, platform.Invalid([]platform.Problem{{Location: at, Message: message}})
	}
	to := s.shapes[r.Layout]
	switch {
	case r.Former == nil || len(r.Former.Tools) == 0:
		return refuse("body.draft", "is required with layoutTemplate: whose data are to be shown?")
	case to == nil:
		return refuse("body.layoutTemplate", "is no layout: see GET /layouts")
	}
	p := *r.Former
	p.Tools, p.MadeBy = slices.Clone(p.Tools), platform.MadeByRules
	t := &p.Tools[0]
	if from := s.shapes[t.Layout]; from != nil && from != to && t.MockData != nil {
		shown, _, fault := mapping.Remap(from, to, t.MockData)
		if fault != "" && t.Kind() == platform.DefaultKind {
			return refuse("body.layoutTemplate", fault)
		}
		t.MockData = shown // of other kinds they are an example
	}
	t.Layout = r.Layout
	var err error
	t.Handler, err = refitted(t.Handler, to, p.Tables)
	return p, err
}

// refitted returns a handler whose field map fits another layout, without one where that has to be made by name and type.
func refitted(handler json.RawMessage, to *mapping.Shape, tables []platform.TableDraft) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	var table string
	_ = json.Unmarshal(handler, &fields) // an object, or nothing
	if result := fields["result"]; result == nil || string(result) == "null" {
		return handler, nil
	}
	_ = json.Unmarshal(fields["table"], &table) // other kinds have none
	i := slices.IndexFunc(tables, func(t platform.TableDraft) bool { return t.Name == table })
	if i < 0 {
		return handler, nil
	}
	t := tables[i].Table()
	if fields["result"] = mapping.Refit(fields["result"], to, &t); fields["result"] == nil {
		delete(fields, "result")
	}
	text, err := platform.PlainJSON(fields)
	return json.RawMessage(text), err
}
