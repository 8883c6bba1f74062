package publish

import (
	"context"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/view"
)

// Trial makes a throw-away release of the app's draft, by the path that Publish takes: what an author tries is what
// users get. The documents of its views are stored nowhere. A draft that could not be published is INVALID_CONFIG. For a
// seeded app it returns the newest release.
func (s *Service) Trial(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Served, []platform.Document, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil {
		return platform.Served{}, nil, err
	}
	if app.Origin == platform.OriginSeeded {
		return s.stored(ctx, app, app.PublishVersion)
	}
	manifest, err := s.release(ctx, app, app.Draft, nil)
	if err != nil {
		return platform.Served{}, nil, err
	}
	release, documents, err := s.build(manifest, app.Draft, "")
	if err != nil {
		return platform.Served{}, nil, err
	}
	return draftServed(app, app.Draft, release), documents, nil
}

// Live returns the release that is served, in the modes that its tools were switched to, with the documents of its views; CONFLICT when none is.
func (s *Service) Live(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Served, []platform.Document, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil {
		return platform.Served{}, nil, err
	}
	if app.LiveVersion == 0 {
		return platform.Served{}, nil, platform.Errorf(platform.CodeConflict, "The app is not published: there is no live release.")
	}
	live, documents, err := s.stored(ctx, app, app.LiveVersion)
	if err == nil {
		app.Switched.Apply(live.Manifest.Tools)
	}
	return live, documents, err
}

func (s *Service) stored(ctx context.Context, app platform.App, version int) (platform.Served, []platform.Document, error) {
	release, err := s.Store.Release(ctx, app.Workspace, app.ID, version)
	if err != nil {
		return platform.Served{}, nil, fmt.Errorf("load release: %w", err)
	}
	return served(app, app.ServedSlug, *release), nil, nil
}

// Preview is a widget as a page of its own, with its data in it.
type Preview struct {
	HTML []byte
	CSP  string // the Content-Security-Policy header that the page needs
}

// Preview renders the widget of a tool of the app's draft with the tool's data, complete or not, as it would be after the
// changes, which are checked like those of Patch and stored nowhere. "" is the first tool; one that is not there, or has no
// widget, is NOT_FOUND. What cannot be shown is INVALID_CONFIG.
func (s *Service) Preview(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, tool string, c Changes) (Preview, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil {
		return Preview{}, err
	}
	if app.Origin == platform.OriginSeeded {
		if app.Draft, err = s.shown(ctx, app); err != nil {
			return Preview{}, err
		}
	}
	if tool != "" {
		if c.at = slices.IndexFunc(app.Draft.Tools, func(t platform.ToolDraft) bool { return t.Name == tool }); c.at < 0 {
			return Preview{}, platform.Errorf(platform.CodeNotFound, "The app has no such tool.")
		}
	}
	if problems := s.checkChanges(c, app); len(problems) > 0 {
		return Preview{}, platform.Invalid(problems)
	}
	draft := c.apply(app)
	var pictures []string
	if draft.Tools[c.at].Kind() != platform.DefaultKind { // a call may be shown in it
		if pictures, err = s.allPictures(ctx, app); err != nil {
			return Preview{}, err
		}
	}
	return s.page(draft, c.at, pictures)
}

// PreviewUnsaved renders what a new app with the changes would show, as Preview does.
func (s *Service) PreviewUnsaved(c Changes) (Preview, error) {
	if problems := s.checkChanges(c, platform.App{}); len(problems) > 0 {
		return Preview{}, platform.Invalid(problems)
	}
	return s.page(c.apply(platform.App{}), 0, nil)
}

// page renders the widget of the tool at a place of a draft, whose fields have been checked. It may load pictures of further
// origins.
func (s *Service) page(draft platform.Draft, at int, pictures []string) (Preview, error) {
	t := draft.Tools[at]
	if t.Layout == "" {
		return Preview{}, platform.Errorf(platform.CodeNotFound, "This tool has no widget.")
	}
	data := s.mockData(t)
	document, err := s.Layouts.Build(t.Layout, draft.Theme)
	if platform.IsCode(err, platform.CodeNotFound) {
		var p problems
		p.layout(s, t.Layout)
		err = platform.Invalid(schema.Under(toolAt(at), p))
	}
	if err != nil {
		return Preview{}, err
	}
	more := s.Layouts.Supplement(t.Layout)
	loads := platform.CSP{Resource: hostsOf(s.Layouts.ImageHosts(t.Layout, data), pictures)}.With(more.Loads())
	return Preview{HTML: document.PageWith(data, more), CSP: view.CSP(document, loads.Resource)}, nil
}

// shown is the draft of a seeded app with what its newest release shows first.
func (s *Service) shown(ctx context.Context, app platform.App) (platform.Draft, error) {
	served, _, err := s.stored(ctx, app, app.PublishVersion)
	if err != nil {
		return platform.Draft{}, err
	}
	views := served.Manifest.Views
	if len(views) == 0 {
		return platform.Draft{}, platform.Errorf(platform.CodeNotFound, "This app has no widget.")
	}
	d := app.Draft
	d.Theme, d.Tools = views[0].Theme, slices.Clone(d.Tools)
	d.Tools[0].Layout, d.Tools[0].MockData = views[0].Layout, views[0].Sample
	return d, nil
}
