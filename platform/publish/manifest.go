package publish

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/schema"
)

// mainView names the widget of an authored app's first tool.
const mainView = "main"

// manifest describes what the draft, which must be readable, offers over MCP. plans are those of its tools.
func (s *Service) manifest(d platform.Draft, plans []executor.Plan, in executor.Around) platform.Manifest {
	about := described(d)
	m := platform.Manifest{Name: d.Name, Description: about, Instructions: instructions(d, plans),
		Access: cmp.Or(d.Access, platform.AccessPublic), Example: d.Invented()}
	if m.Access != platform.AccessPublic {
		m.Scopes = d.Scopes
	}
	for i, t := range d.Tools {
		title := toolTitle(d, t)
		spec := toolSpec(t, plans[i])
		spec.Title = title
		if spec.Handler.Kind != platform.DefaultKind {
			spec.Mode, spec.Mock = t.Mode, s.standIn(t, plans[i], in)
		}
		spec.Output = s.output(t, plans[i])
		if t.Layout != "" {
			v := platform.ViewSpec{Name: mainView, URI: "ui://widget/{slug}.html", Layout: t.Layout, Title: title, Description: about,
				PrefersBorder: true, Theme: d.Theme, Sample: in.MockData(t)}
			if i > 0 {
				v.Name, v.URI, v.Description = "tool."+t.Name, "ui://widget/{slug}/"+t.Name+".html", cmp.Or(strings.TrimSpace(t.Description), about)
			}
			v.CSP = platform.CSP{Resource: s.Layouts.ImageHosts(t.Layout, v.Sample)}
			spec.View = v.Name
			m.Views = append(m.Views, v)
		}
		m.Tools = append(m.Tools, spec)
	}
	return m
}

// instructions returns those of the MCP server. A system prompt that a tool's own model is told is no instruction for clients.
func instructions(d platform.Draft, plans []executor.Plan) string {
	if slices.ContainsFunc(plans, func(p executor.Plan) bool { return p.Prompted }) {
		return d.Instructions
	}
	return cmp.Or(d.Instructions, d.SystemPrompt)
}

// output returns the schema of a tool's answers and failures: its layout's, that of its kind, or any object, also where its mock data
// are not of its kind's form, since they may be what it answers.
func (s *Service) output(t platform.ToolDraft, plan executor.Plan) json.RawMessage {
	if t.Layout != "" {
		return s.outputs[t.Layout]
	}
	if plan.Output != nil && (t.MockData == nil || fits(plan.Output, t.MockData)) {
		if either, err := appkit.OrFailure(plan.Output); err == nil {
			return either
		}
	}
	return json.RawMessage(`{"type":"object"}`)
}

func fits(output, data json.RawMessage) bool {
	compiled, err := schema.Compile(output)
	return err == nil && len(compiled.Validate(data)) == 0
}

// standIn returns the configuration of the handler that answers with the tool's data in place of its own. A tool that has neither data
// nor a layout answers the least that fits its output.
func (s *Service) standIn(t platform.ToolDraft, plan executor.Plan, in executor.Around) json.RawMessage {
	mock, ok := s.kinds[platform.DefaultKind]
	if !ok {
		return nil
	}
	if t.Layout == "" && t.MockData == nil && plan.Output != nil {
		t.MockData = schema.Empty(plan.Output, "")
	}
	stand, _ := mock.Plan(t, in) // what is wrong with the data is found with the tool
	return stand.Config
}

// toolSpec returns what a release says of a tool, without what other parts of the draft decide.
func toolSpec(t platform.ToolDraft, plan executor.Plan) platform.ToolSpec {
	spec := platform.ToolSpec{Name: t.Name, Description: t.Description, Input: plan.Input, Hints: plan.Hints, Example: t.Example,
		Scopes: t.Scopes, Personal: plan.Personal, Uses: plan.Uses, Handler: platform.HandlerRef{Kind: t.Kind(), Config: plan.Config}}
	if t.Input != nil {
		spec.Input = schema.Closed(t.Input)
	}
	if h := t.Hints; h != nil {
		for _, one := range []struct {
			hint *bool
			said *bool
		}{{&spec.Hints.ReadOnly, h.ReadOnly}, {&spec.Hints.Destructive, h.Destructive}, {&spec.Hints.Idempotent, h.Idempotent}, {&spec.Hints.OpenWorld, h.OpenWorld}} {
			if one.said != nil {
				*one.hint = *one.said
			}
		}
	}
	meta := func(key string, value any) {
		raw, err := json.Marshal(value)
		if err == nil { // texts always encode
			if spec.Meta == nil {
				spec.Meta = map[string]json.RawMessage{}
			}
			spec.Meta[key] = raw
		}
	}
	if len(t.Visibility) > 0 {
		meta("ui", map[string]any{"visibility": t.Visibility})
	}
	if len(t.OpensFrom) > 0 {
		type entry struct {
			Type platform.EntryPoint `json:"type"`
		}
		entries := make([]entry, len(t.OpensFrom))
		for i, from := range t.OpensFrom {
			entries[i].Type = from
		}
		meta(platform.OpenAIUI, map[string]any{"entrypoints": entries})
	}
	return spec
}

// toolTitle returns what people read as the name of a tool: that of the app where it has no other one.
func toolTitle(d platform.Draft, t platform.ToolDraft) string {
	if t.Title != "" || len(d.Tools) == 1 {
		return cmp.Or(t.Title, d.Name)
	}
	words := strings.Join(strings.FieldsFunc(t.Name, func(r rune) bool { return r == '_' || r == '-' }), " ")
	if words == "" {
		return d.Name
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// described says what the app is: clients show it beside the server's name and to whoever cannot see the widget.
func described(d platform.Draft) string {
	for _, text := range []string{d.Description, d.Tools[0].Description} {
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return d.Name
}
