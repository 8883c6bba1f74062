package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"berth/platform"
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
	return s.checkDraft(app.Draft), nil
}

// CheckDraft returns everything for which publishing a draft would be refused, with locations as in a request's body.
func (s *Service) CheckDraft(d platform.Draft) []platform.Problem { return s.checkDraft(d) }

// checkDraft returns what publishing refuses: what saving refuses, what is missing, data that the layout cannot show,
// and colours that nobody can read.
func (s *Service) checkDraft(d platform.Draft) []platform.Problem {
	p := problems(s.checkChanges(changesOf(d)))
	if d.ToolName == "" {
		p.add("toolName", "is required")
	}
	if strings.TrimSpace(d.ToolDescription) == "" {
		p.add("toolDescription", "is required")
	}
	p = append(p, s.Layouts.CheckContrast(d.Theme)...)
	if fits := s.schemas[d.Layout]; fits != nil && d.MockData != nil && len(checkData(d.MockData)) == 0 {
		p = append(p, schema.Under("body.mockData", fits.Validate(d.MockData))...)
	}
	if n := len(s.Layouts.ImageHosts(d.Layout, s.Data(d))); n > maxImageHosts {
		p.add("mockData", fmt.Sprintf("must take its pictures from at most %d hosts, not %d", maxImageHosts, n))
	}
	return platform.WithMore(p, s.checkTools(s.manifest(s.readable(d))))
}

// readable returns the draft with defaults in place of values that no manifest can hold.
func (s *Service) readable(d platform.Draft) platform.Draft {
	if s.schemas[d.Layout] == nil {
		d.Layout = DefaultLayout
	}
	if len(checkData(d.MockData)) > 0 {
		d.MockData = nil
	}
	return d
}

// checkTools asks the executors whether they can run the tools.
func (s *Service) checkTools(m platform.Manifest) []platform.Problem {
	var p problems
	for _, t := range m.Tools {
		executor, ok := s.executors[t.Handler.Kind]
		if !ok {
			p.add("toolName", fmt.Sprintf("is run by a %q handler, which this server does not have", t.Handler.Kind))
			continue
		}
		p = append(p, executor.Check(t)...)
	}
	return p
}

// Data returns the data of a draft: its own, else its layout's sample; nil when the layout is unknown.
func (s *Service) Data(d platform.Draft) json.RawMessage {
	if d.MockData != nil {
		return d.MockData
	}
	layout, _ := s.Layouts.Layout(d.Layout)
	return layout.Sample
}
