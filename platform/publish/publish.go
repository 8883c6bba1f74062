package publish

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"berth/platform"
)

// How often a change that lost a race is tried, and how long it waits in between: other replicas may publish the same app,
// and its author may edit it meanwhile.
const (
	maxAttempts = 30
	firstDelay  = 5 * time.Millisecond
	maxDelay    = 200 * time.Millisecond
)

// Overrides are texts of the first tool that a publish may bring along; they are stored in the draft. Nil leaves the draft's.
type Overrides struct {
	Problems []platform.Problem // what could not be read, as in Changes
	Rev      int64              // 0 = any; else the publish is PRECONDITION_FAILED when the app has changed since

	first fields // of the draft's first tool
}

// Publish makes a release of the app's present draft and serves it. What is wrong with the draft is INVALID_CONFIG with
// every problem; then, and on any other failure, what was served before is served still. A seeded app publishes its
// newest release again.
func (s *Service) Publish(ctx context.Context, by platform.Actor, id platform.AppID, o Overrides) (platform.App, error) {
	done, err := s.turns.take(ctx, by.Workspace, id)
	if err != nil {
		return platform.App{}, err
	}
	defer done()
	return again(ctx, func() (platform.App, error) {
		app, err := s.Store.App(ctx, by.Workspace, id)
		if err != nil {
			return platform.App{}, err
		}
		if o.Rev != 0 && o.Rev != app.Rev {
			return platform.App{}, platform.Errorf(platform.CodePreconditionFailed, "The app has changed since it was read.")
		}
		p, err := s.publication(ctx, by, app, o)
		if err != nil {
			return platform.App{}, err
		}
		p.Keep = s.KeepReleases
		published, err := s.Store.Publish(ctx, by, p)
		if err != nil {
			return platform.App{}, err
		}
		s.changed(app.ServedSlug, published.ServedSlug)
		s.released(published)
		return published, nil
	})
}

// again repeats a change that lost a race against another one, until ctx ends.
func again(ctx context.Context, change func() (platform.App, error)) (platform.App, error) {
	delay := firstDelay
	for attempt := 1; ; attempt++ {
		app, err := change()
		if !platform.IsCode(err, platform.CodeConflict) || attempt == maxAttempts {
			return app, err
		}
		select {
		case <-time.After(rand.N(delay)): // those who lost together do not come back together
		case <-ctx.Done():
			return platform.App{}, fmt.Errorf("wait for another publish: %w", ctx.Err())
		}
		delay = min(2*delay, maxDelay)
	}
}

func (s *Service) publication(ctx context.Context, by platform.Actor, app platform.App, o Overrides) (Publication, error) {
	if app.Origin == platform.OriginSeeded {
		if len(o.Problems) > 0 {
			return Publication{}, platform.Invalid(o.Problems)
		}
		if len(o.first) > 0 {
			return Publication{}, errSeeded()
		}
		return s.republication(ctx, by, app)
	}
	draft := Changes{first: o.first}.apply(app)
	manifest, err := s.release(ctx, app, draft, o.Problems)
	if err != nil {
		return Publication{}, err
	}
	release, documents, err := s.build(manifest, draft, by.Email)
	if err != nil {
		return Publication{}, err
	}
	if err := s.try(draftServed(app, draft, release)); err != nil {
		return Publication{}, err
	}
	return Publication{
		App: app.ID, Rev: app.Rev, Draft: draft, Slugs: slugs(draft.Name), Release: release, Documents: documents, Live: true,
	}, nil
}

// republication publishes the newest release of a seeded app again, as a new release with the same content.
func (s *Service) republication(ctx context.Context, by platform.Actor, app platform.App) (Publication, error) {
	newest, err := s.Store.Release(ctx, app.Workspace, app.ID, app.PublishVersion)
	if err != nil {
		return Publication{}, fmt.Errorf("load newest release: %w", err)
	}
	release := platform.Release{
		Digest: newest.Digest, Manifest: newest.Manifest, Views: newest.Views, DraftDigest: newest.DraftDigest, PublishedBy: by.Email,
	}
	return Publication{
		App: app.ID, Rev: app.Rev, Draft: app.Draft, Slugs: fixed(app.ServedSlug), Release: release, Live: true,
	}, nil
}

// fixed offers a single slug.
func fixed(slug string) func(int) string { return func(int) string { return slug } }

// draftServed describes how the next release would be served.
func draftServed(app platform.App, draft platform.Draft, release platform.Release) platform.Served {
	release.Version = app.PublishVersion + 1
	slug := draft.Slug
	if slug == "" {
		slug = slugs(draft.Name)(0)
	}
	return served(app, slug, release)
}

func served(app platform.App, slug string, r platform.Release) platform.Served {
	return platform.Served{Workspace: app.Workspace, App: app.ID, Slug: slug, Origin: app.Origin, Version: r.Version, Allow: app.Draft.Allow, Manifest: r.Manifest, Views: r.Views}
}

// Unpublish stops serving the app; its slug stays reserved for it. An app that is not served stays as it is.
func (s *Service) Unpublish(ctx context.Context, by platform.Actor, id platform.AppID) (platform.App, error) {
	app, err := s.Store.Unpublish(ctx, by, id)
	if err != nil {
		return platform.App{}, err
	}
	s.changed(app.ServedSlug, "")
	return app, nil
}

// Activate serves an existing release of the app, also when the app is unpublished; an unknown one is NOT_FOUND, one whose content is no
// longer kept, or whose tools use tables or columns that are gone, CONFLICT.
func (s *Service) Activate(ctx context.Context, by platform.Actor, id platform.AppID, version int) (platform.App, error) {
	app, err := s.Store.Activate(ctx, by, id, version)
	if err != nil {
		return platform.App{}, err
	}
	s.changed("", app.ServedSlug)
	s.released(app)
	return app, nil
}

// Servable returns nil where Activate would serve the release now, else why not.
func (s *Service) Servable(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version int) error {
	release, err := s.Store.Release(ctx, ws, id, version)
	if err != nil {
		return err
	}
	tables, err := s.tables(ctx, ws, id)
	if err != nil {
		return err
	}
	return release.Manifest.Servable(version, tables)
}

func (s *Service) released(app platform.App) {
	if s.Released != nil && app.Origin == platform.OriginAuthored {
		s.Released(app.Workspace, app.ID)
	}
}
