package publish

import (
	"context"
	"maps"
	"slices"

	"berth/platform"
)

// Template is a draft that authors may start from. Slug is that of the app which ships with it.
type Template struct {
	Slug  string
	Draft platform.Draft // has data of its own, and no slug
}

// AuthorTemplates returns the templates, by slug.
func (s *Service) AuthorTemplates() []Template {
	var all []Template
	for _, slug := range slices.Sorted(maps.Keys(s.Templates)) {
		d := s.Templates[slug]
		d.Slug, d.MockData = "", s.Data(d)
		all = append(all, Template{Slug: slug, Draft: d})
	}
	return all
}

// Duplicate stores a copy of one of the workspace's apps as a new draft there: the draft of an authored app, or the template
// of an app that ships with the server (CONFLICT when it has none). The copy has no slug and no release. An empty name
// names it after the original.
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
		draft = template
	} else if name == "" {
		draft.Name = nameOfCopy(draft.Name)
	}
	draft.Slug = ""
	stored := platform.Draft{Name: draft.Name}
	if name != "" {
		draft.Name = name
	}
	if problems := s.checkSaved(Changes{Name: &draft.Name}, stored); len(problems) > 0 {
		return platform.App{}, platform.Invalid(problems)
	}
	return s.Store.CreateApp(ctx, by, platform.App{Workspace: by.Workspace, Origin: platform.OriginAuthored, Draft: draft}, s.MaxApps)
}

// nameOfCopy returns a name that marks the copy as one, within the greatest length of a name.
func nameOfCopy(name string) string {
	const suffix = " (copy)"
	runes := []rune(name)
	return string(runes[:min(len(runes), MaxName-len(suffix))]) + suffix
}
