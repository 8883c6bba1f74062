package publish

import (
	"context"
	"fmt"

	"berth/platform"
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
	if problems := s.checkDraft(app.Draft); len(problems) > 0 {
		return platform.Served{}, nil, platform.Invalid(problems)
	}
	release, documents, err := s.build(s.manifest(app.Draft), app.Draft, "")
	if err != nil {
		return platform.Served{}, nil, err
	}
	return draftServed(app, app.Draft, release), documents, nil
}

// Live returns the release that is served, with the documents of its views; CONFLICT when none is.
func (s *Service) Live(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Served, []platform.Document, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil {
		return platform.Served{}, nil, err
	}
	if app.LiveVersion == 0 {
		return platform.Served{}, nil, platform.Errorf(platform.CodeConflict, "The app is not published: there is no live release.")
	}
	return s.stored(ctx, app, app.LiveVersion)
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

// Preview renders the widget of the app's draft with the draft's data, complete or not, as it would be after the changes,
// which are checked like those of Patch and stored nowhere. What cannot be shown is INVALID_CONFIG.
func (s *Service) Preview(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, c Changes) (Preview, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil {
		return Preview{}, err
	}
	if app.Origin == platform.OriginSeeded {
		if app.Draft, err = s.shown(ctx, app); err != nil {
			return Preview{}, err
		}
	}
	if problems := s.checkChanges(c); len(problems) > 0 {
		return Preview{}, platform.Invalid(problems)
	}
	return s.page(c.apply(app))
}

// PreviewUnsaved renders what a new app with the changes would show, as Preview does.
func (s *Service) PreviewUnsaved(c Changes) (Preview, error) {
	if problems := s.checkChanges(c); len(problems) > 0 {
		return Preview{}, platform.Invalid(problems)
	}
	return s.page(c.apply(platform.App{}))
}

// page renders a draft whose fields have been checked.
func (s *Service) page(draft platform.Draft) (Preview, error) {
	data := s.Data(draft)
	document, err := s.Layouts.Build(draft.Layout, draft.Theme)
	if platform.IsCode(err, platform.CodeNotFound) {
		var p problems
		p.layout(s, draft.Layout)
		err = platform.Invalid(p)
	}
	if err != nil {
		return Preview{}, err
	}
	hosts := s.Layouts.ImageHosts(draft.Layout, data)
	return Preview{HTML: document.PageWith(data), CSP: view.CSP(document, hosts[:min(len(hosts), maxImageHosts)])}, nil
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
	d.Layout, d.Theme, d.MockData = views[0].Layout, views[0].Theme, views[0].Sample
	return d, nil
}
