package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/schema"
)

// maxImageHosts bounds the origins in a widget's policy.
const maxImageHosts = 50

// Check returns everything for which Publish would refuse the app's draft; a seeded app has no such thing.
func (s *Service) Check(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) ([]platform.Problem, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil || app.Origin == platform.OriginSeeded {
		return nil, err
	}
	_, problems, err := s.plan(ctx, app, app.Draft)
	return problems, err
}

// CheckDraft returns everything for which publishing a draft of an app without tables would be refused, with locations as in
// a request's body.
func (s *Service) CheckDraft(d platform.Draft) []platform.Problem {
	_, problems := s.planned(d, nil)
	return problems
}

// plan describes what an app's draft offers over MCP, and returns what publishing refuses: what saving refuses, what is
// missing, data that the layout cannot show, colours that nobody can read, and what the kinds of handlers refuse.
func (s *Service) plan(ctx context.Context, app platform.App, d platform.Draft) (platform.Manifest, []platform.Problem, error) {
	var tables []platform.Table
	if s.Tables != nil && app.ID != "" {
		var err error
		if tables, err = s.Tables(ctx, app.Workspace, app.ID); err != nil {
			return platform.Manifest{}, nil, fmt.Errorf("load tables: %w", err)
		}
	}
	m, problems := s.planned(d, tables)
	return m, problems, nil
}

func (s *Service) planned(d platform.Draft, tables []platform.Table) (platform.Manifest, []platform.Problem) {
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
		p = platform.WithMore(p, schema.Under(toolAt(i), found))
	}
	return s.manifest(d, plans, in), p
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
	if len(kind.Form(t.Handler)) > 0 {
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
