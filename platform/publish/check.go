package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/schema"
)

// maxImageHosts bounds the origins in a widget's policy.
const maxImageHosts = 50

// CheckDraft returns everything for which publishing a draft of an app with those tables would be refused, with locations as
// in a request's body.
func (s *Service) CheckDraft(d platform.Draft, tables ...platform.Table) []platform.Problem {
	_, _, problems := s.planned(d, tables)
	return problems
}

// plan describes what an app's draft offers over MCP, and returns what publishing refuses: what saving refuses, what is
// missing, data that the layout cannot show, colours that nobody can read, and what the kinds of handlers refuse. The policies of
// its widgets lack the pictures in rows.
func (s *Service) plan(ctx context.Context, app platform.App, d platform.Draft) (platform.Manifest, []platform.Problem, error) {
	tables, err := s.tables(ctx, app.Workspace, app.ID)
	if err != nil {
		return platform.Manifest{}, nil, err
	}
	m, _, problems := s.planned(d, tables)
	unready, err := s.unready(ctx, app.Workspace, d)
	return m, platform.WithMore(problems, unready), err
}

// unready returns what the kinds of the tools' handlers lack besides the draft.
func (s *Service) unready(ctx context.Context, ws platform.WorkspaceID, d platform.Draft) (problems []platform.Problem, err error) {
	for i, t := range d.Tools {
		kind, ok := s.kinds[t.Kind()].(executor.Readier)
		if !ok {
			continue
		}
		found, err := kind.Ready(ctx, ws, t)
		if err != nil {
			return nil, fmt.Errorf("ask what tools of kind %s need: %w", t.Kind(), err)
		}
		problems = append(problems, schema.Under(toolAt(i), found)...)
	}
	return problems, nil
}

// release describes what an app's draft offers over MCP, in full. A draft that could not be published is INVALID_CONFIG; found
// are problems that are known already.
func (s *Service) release(ctx context.Context, app platform.App, d platform.Draft, found []platform.Problem) (platform.Manifest, error) {
	m, problems, err := s.plan(ctx, app, d)
	if err != nil {
		return m, err
	}
	if found = platform.WithMore(found, problems); len(found) > 0 {
		return m, platform.Invalid(found)
	}
	return m, s.allowPictures(ctx, app, m)
}

// tables returns the tables of an app.
func (s *Service) tables(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) ([]platform.Table, error) {
	if s.Tables == nil {
		return nil, nil
	}
	all, err := s.Tables(ctx, ws, id)
	if err != nil {
		return nil, fmt.Errorf("load tables: %w", err)
	}
	return all, nil
}

func (s *Service) planned(d platform.Draft, tables []platform.Table) (platform.Manifest, []executor.Plan, []platform.Problem) {
	p := s.checkWhole(d)
	for i, t := range d.Tools {
		p = append(p, schema.Under(toolAt(i), s.checkComplete(t))...)
	}
	p = append(p, s.Layouts.CheckContrast(d.Theme)...)
	d = s.readable(d)
	in := executor.Around{Draft: d, Tables: tables, Layout: s.layout}
	plans := make([]executor.Plan, len(d.Tools))
	for i, t := range d.Tools {
		var found []platform.Problem
		plans[i], found = s.planTool(t, in)
		p = platform.WithMore(p, schema.Under(toolAt(i), append(found, against(d, t, plans[i])...)))
	}
	m := s.manifest(d, plans, in)
	for i, spec := range m.Tools {
		p = platform.WithMore(p, schema.Under(toolAt(i), exampleProblems(spec)))
		if len(d.Tools[i].OpensFrom) > 0 {
			p = platform.WithMore(p, schema.Under(toolAt(i), openProblems(spec)))
		}
	}
	if len(d.Tools) > 1 {
		p = platform.WithMore(p, promises(d, m))
	}
	return m, plans, p
}

// against returns what an author says of a tool that its kind contradicts.
func against(d platform.Draft, t platform.ToolDraft, plan executor.Plan) []platform.Problem {
	var p problems
	is := plan.Hints
	if h := t.Hints; h != nil {
		says := func(hint *bool, value bool) bool { return hint != nil && *hint == value }
		if says(h.ReadOnly, true) && plan.Readable {
			is.ReadOnly = true
		}
		if says(h.ReadOnly, true) && !is.ReadOnly {
			p.add("hints.readOnly", "must not be true: this tool changes something")
		}
		if says(h.Destructive, false) && is.Destructive {
			p.add("hints.destructive", "must not be false: this tool changes or removes what is there")
		}
		if says(h.Destructive, true) && is.ReadOnly && !says(h.ReadOnly, false) {
			p.add("hints.destructive", "must not be true: this tool changes nothing")
		}
		if says(h.OpenWorld, false) && is.OpenWorld {
			p.add("hints.openWorld", "must not be false: this tool asks others")
		}
	}
	if t.Mode == platform.ModeLiveOrMock && t.Kind() != platform.DefaultKind && !is.ReadOnly {
		p.add("mode", "must be live or mock: a tool that changes something must not seem to have done so")
	}
	for i, name := range t.Scopes {
		if !slices.ContainsFunc(d.Scopes, func(s platform.Scope) bool { return s.Name == name }) {
			p.add(fmt.Sprintf("scopes[%d]", i), "must be the name of one of the app's scopes")
		}
	}
	if len(t.Scopes) > 0 && (d.Access == "" || d.Access == platform.AccessPublic) {
		p.add("scopes", "need an app with the access mixed or person: nobody signs in to a public one")
	}
	return p
}

// exampleProblems returns why the example of a tool is not what the tool takes.
func exampleProblems(t platform.ToolSpec) []platform.Problem {
	if t.Example == nil {
		return nil
	}
	fits, err := schema.Compile(t.Input)
	if err != nil { // it is said where the input stands
		return nil
	}
	return schema.Under("example", fits.Validate(t.Example))
}

// openProblems returns why people cannot open a tool's widget themselves: nobody fills in arguments then, or wants a change.
func openProblems(t platform.ToolSpec) []platform.Problem {
	var p problems
	if t.View == "" {
		p.add("opensFrom", "needs a widget to open")
	}
	if fits, err := schema.Compile(t.Input); err == nil && len(fits.Validate(json.RawMessage(`{}`))) > 0 {
		p.add("opensFrom", "needs a tool that can be called without arguments")
	}
	if !t.Hints.ReadOnly {
		p.add("opensFrom", "needs a tool that changes nothing")
	}
	return p
}

// promises returns why forms of the app could not keep what they promise.
func promises(d platform.Draft, m platform.Manifest) []platform.Problem {
	inputs := map[string]json.RawMessage{}
	for _, t := range m.Tools {
		inputs[t.Name] = t.Input
	}
	var p []platform.Problem
	for i, t := range d.Tools {
		at := slices.IndexFunc(m.Views, func(v platform.ViewSpec) bool { return v.Name == m.Tools[i].View && v.Layout == "form" })
		if at >= 0 {
			p = append(p, schema.Under(toolAt(i)+".mockData", FormProblems(t.Name, m.Views[at].Sample, inputs))...)
		}
	}
	return p
}

// checkComplete returns what is missing in a tool, and what its widget cannot show.
func (s *Service) checkComplete(t platform.ToolDraft) []platform.Problem {
	var p problems
	if t.Name == "" {
		p.add("name", "is required")
	}
	if strings.TrimSpace(t.Description) == "" {
		p.add("description", "is required")
	}
	if fits := s.schemas[t.Layout]; fits != nil && t.MockData != nil && len(checkData(t.MockData)) == 0 {
		p = append(p, schema.Under("mockData", fits.Validate(t.MockData))...)
	}
	if n := len(s.Layouts.ImageHosts(t.Layout, s.mockData(t))); n > maxImageHosts {
		p.add("mockData", fmt.Sprintf("must take its pictures from at most %d hosts, not %d", maxImageHosts, n))
	}
	return p
}

// planTool asks the kind of the tool's handler.
func (s *Service) planTool(t platform.ToolDraft, in executor.Around) (executor.Plan, []platform.Problem) {
	kind, ok := s.kinds[t.Kind()]
	if !ok {
		return executor.Plan{}, s.unknownKind()
	}
	if len(s.handlers[t.Kind()].Problems(t.Handler)) > 0 {
		return executor.Plan{}, nil // reported with what saving refuses
	}
	return kind.Plan(t, in)
}

// readable returns the draft with defaults in place of values that no manifest can hold.
func (s *Service) readable(d platform.Draft) platform.Draft {
	d = normal(d)
	for i := range d.Tools {
		t := &d.Tools[i]
		if t.Layout != "" && s.schemas[t.Layout] == nil {
			t.Layout = DefaultLayout
		}
		if len(checkData(t.MockData)) > 0 {
			t.MockData = nil
		}
	}
	return d
}

// mockData returns the data of a tool: its own, else its layout's sample; nil when it has neither.
func (s *Service) mockData(t platform.ToolDraft) json.RawMessage {
	if t.MockData != nil {
		return t.MockData
	}
	layout, _ := s.Layouts.Layout(t.Layout)
	return layout.Sample
}

// Data returns what the first tool of a draft shows: its own data, else its layout's sample; nil when it has neither.
func (s *Service) Data(d platform.Draft) json.RawMessage {
	if len(d.Tools) == 0 {
		return nil
	}
	return s.mockData(d.Tools[0])
}
