package publish

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"berth/platform"
	"berth/platform/schema"
)

// Seed brings an app that ships with the binary into the actor's workspace. The first time it is published; later a
// manifest that was never stored becomes a new release, served only if the app is published. A manifest that was stored
// before changes nothing that is served, so that neither a restart nor an older binary undoes what somebody or a newer binary did.
// A view that has no sample shows that of its layout. Several replicas may do this at once. A slug that is somebody else's
// is SLUG_TAKEN.
func (s *Service) Seed(ctx context.Context, by platform.Actor, slug string, m platform.Manifest) (platform.App, error) {
	if err := s.checkManifest(m); err != nil {
		return platform.App{}, fmt.Errorf("seed %s: %w", slug, err)
	}
	m.Views = slices.Clone(m.Views)
	for i := range m.Views {
		if v := &m.Views[i]; len(v.Sample) == 0 {
			layout, _ := s.Layouts.Layout(v.Layout)
			v.Sample = layout.Sample
		}
	}
	app, err := again(ctx, func() (platform.App, error) { return s.seed(ctx, by, slug, m) })
	if err != nil {
		return platform.App{}, fmt.Errorf("seed %s: %w", slug, err)
	}
	return app, nil
}

func (s *Service) seed(ctx context.Context, by platform.Actor, slug string, m platform.Manifest) (platform.App, error) {
	draft := s.seededDraft(slug, m)
	app, err := s.Store.SeededApp(ctx, slug)
	if platform.IsCode(err, platform.CodeAppNotFound) {
		fresh := platform.App{Workspace: by.Workspace, Origin: platform.OriginSeeded, Draft: draft}
		if slug == platform.OwnSlug {
			fresh.ID = platform.OwnApp
		}
		app, err = s.Store.CreateApp(ctx, by, fresh, math.MaxInt)
		if platform.IsCode(err, platform.CodeSlugTaken) {
			// Another replica was faster, or the slug is somebody's: the next attempt finds out.
			if app, found := s.Store.SeededApp(ctx, slug); found == nil {
				return app, platform.Errorf(platform.CodeConflict, "The app has just been stored.")
			}
		}
	}
	if err != nil {
		return platform.App{}, err
	}
	release, documents, err := s.build(m, draft, "berth")
	if err != nil {
		return platform.App{}, err
	}
	known, err := s.Store.HasRelease(ctx, app.ID, release.Digest)
	if err != nil {
		return app, err
	}
	by.Workspace = app.Workspace
	if known {
		return s.redraft(ctx, by, app, draft, release.Digest)
	}
	if err := s.try(draftServed(app, draft, release)); err != nil {
		return platform.App{}, err
	}
	published, err := s.Store.Publish(ctx, by, Publication{
		App: app.ID, Rev: app.Rev, Draft: draft, Slugs: fixed(slug), Release: release, Documents: documents,
		Live: app.LiveVersion > 0 || app.PublishVersion == 0, Keep: s.KeepReleases,
	})
	if err != nil {
		return platform.App{}, err
	}
	s.changed("", slug)
	return published, nil
}

// redraft has the draft of a seeded app say what this binary says of a manifest that was stored before, unless a newer one was
// published since.
func (s *Service) redraft(ctx context.Context, by platform.Actor, app platform.App, draft platform.Draft, digest string) (platform.App, error) {
	if app.Draft.Digest() == draft.Digest() {
		return app, nil
	}
	newest, err := s.Store.Release(ctx, app.Workspace, app.ID, app.PublishVersion)
	if err != nil || newest.Digest != digest {
		return app, err
	}
	return s.Store.UpdateDraft(ctx, by, app.ID, 0, func(platform.App) (platform.Draft, error) { return draft, nil })
}

// seededDraft is what lists and the builder show of a seeded app: who may call it, and what it says of its tools.
func (s *Service) seededDraft(slug string, m platform.Manifest) platform.Draft {
	d := platform.Draft{Name: m.Name, Description: m.Description, Slug: slug, Access: m.Access}
	if len(m.Views) > 0 {
		d.Theme = m.Views[0].Theme
	}
	for i, t := range m.Tools {
		shown := platform.ToolDraft{Name: t.Name, Title: t.Title, Description: t.Description, Input: t.Input, Example: t.Example,
			Hints: &platform.HintsDraft{ReadOnly: &t.Hints.ReadOnly, Destructive: &t.Hints.Destructive, Idempotent: &t.Hints.Idempotent, OpenWorld: &t.Hints.OpenWorld}}
		if at := slices.IndexFunc(m.Views, func(v platform.ViewSpec) bool { return v.Name == t.View }); at >= 0 {
			v := m.Views[at]
			shown.Layout = v.Layout
			if layout, _ := s.Layouts.Layout(v.Layout); i == 0 || !platform.SameJSON(v.Sample, layout.Sample) { // else it need not be said again
				shown.MockData = v.Sample
			}
		}
		d.Tools = append(d.Tools, shown)
	}
	if len(d.Tools) == 0 {
		d.Tools = []platform.ToolDraft{{Layout: DefaultLayout}}
	}
	return normal(d.Own())
}

// checkManifest finds the mistakes of an app's programmer.
func (s *Service) checkManifest(m platform.Manifest) error {
	var errs []error
	for _, t := range m.Tools {
		if err := s.runs(t); err != nil {
			errs = append(errs, fmt.Errorf("tool %s: %w", t.Name, err))
		}
	}
	for _, t := range m.Tools {
		input, err := schema.Compile(t.Input)
		if err != nil {
			errs = append(errs, fmt.Errorf("input schema of %s: %w", t.Name, err))
		} else if !input.IsObject() {
			errs = append(errs, fmt.Errorf("input schema of %s: its root must be of type object", t.Name))
		}
		if len(t.Output) == 0 {
			continue
		}
		if output, err := schema.Compile(t.Output); err != nil {
			errs = append(errs, fmt.Errorf("output schema of %s: %w", t.Name, err))
		} else if !output.IsObject() {
			errs = append(errs, fmt.Errorf("output schema of %s: its root must be of type object", t.Name))
		}
	}
	for what, names := range map[string][]string{
		"tool":        namesOf(m.Tools, func(t platform.ToolSpec) string { return t.Name }),
		"view":        namesOf(m.Views, func(v platform.ViewSpec) string { return v.Name }),
		"URI of view": namesOf(m.Views, func(v platform.ViewSpec) string { return v.URI }),
	} {
		for i, name := range names {
			if name != "" && slices.Contains(names[:i], name) {
				errs = append(errs, fmt.Errorf("%s %q stands twice", what, name))
			}
		}
	}
	for _, v := range m.Views {
		if _, ok := s.Layouts.Layout(v.Layout); !ok {
			errs = append(errs, fmt.Errorf("view %s: there is no layout %q", v.Name, v.Layout))
		}
		for _, p := range append(s.Layouts.CheckTheme(v.Theme), s.Layouts.CheckContrast(v.Theme)...) {
			errs = append(errs, fmt.Errorf("view %s: %s %s", v.Name, p.Location, p.Message))
		}
	}
	return errors.Join(errs...)
}

// runs returns an error when nothing here can run the tool.
func (s *Service) runs(t platform.ToolSpec) error {
	e, ok := s.executors[t.Handler.Kind]
	if !ok {
		return fmt.Errorf("this server has no handlers of the kind %q", t.Handler.Kind)
	}
	if finder, ok := e.(interface {
		Find(ref platform.HandlerRef) error
	}); ok {
		return finder.Find(t.Handler)
	}
	return nil
}

func namesOf[T any](items []T, name func(T) string) []string {
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = name(item)
	}
	return names
}
