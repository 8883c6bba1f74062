package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"berth/platform"
)

// Duplicate stores a copy of one of the workspace's apps as a new draft there: the draft of an authored app, or the template
// of an app that ships with the server (CONFLICT when it has none). The copy has the tables of the original and
// their rows but those that belong to persons, no slug and no release. An empty name names it after the original.
func (s *Service) Duplicate(ctx context.Context, by platform.Actor, id platform.AppID, name string) (platform.App, error) {
	app, err := s.Store.App(ctx, by.Workspace, id)
	if err != nil {
		return platform.App{}, err
	}
	draft := app.Draft
	if app.Origin == platform.OriginSeeded {
		template, ok := s.Templates[app.Draft.Slug]
		if !ok {
			return platform.App{}, platform.Errorf(platform.CodeConflict,
				"This app runs code that ships with the server and has no template, so it cannot be copied. Start from a layout instead.")
		}
		draft = example(template)
	} else if name == "" {
		draft.Name = nameOfCopy(draft.Name)
	}
	draft.Slug = ""
	stored := platform.App{Draft: draft}
	if name != "" {
		draft.Name = name
	}
	quoted, err := json.Marshal(draft.Name)
	if err != nil {
		return platform.App{}, fmt.Errorf("encode name: %w", err)
	}
	if problems := s.checkSaved(Changes{draft: fields{"name": quoted}}, stored); len(problems) > 0 {
		return platform.App{}, platform.Invalid(problems)
	}
	return s.Store.CopyApp(ctx, by, platform.App{Workspace: by.Workspace, Origin: platform.OriginAuthored, Draft: draft},
		Original{App: id, MaxApps: s.MaxApps, MaxBytes: s.MaxRowBytes})
}

// example returns a template as a draft of its own, whose data were invented.
func example(d platform.Draft) platform.Draft {
	invented := true
	d.Slug, d.ExampleData, d.Tools = "", &invented, slices.Clone(d.Tools)
	return d
}

// nameOfCopy returns a name that marks the copy as one, within the greatest length of a name.
func nameOfCopy(name string) string {
	const suffix = " (copy)"
	runes := []rune(name)
	return string(runes[:min(len(runes), MaxName-len(suffix))]) + suffix
}
