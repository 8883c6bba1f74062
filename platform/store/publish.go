package store

import (
	"context"
	"fmt"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store/db"
)

// Publish implements publish.Store. It computes Release.DraftDigest itself, since the slug is known only here.
func (s *Store) Publish(ctx context.Context, by platform.Actor, p publish.Publication) (platform.App, error) {
	var app platform.App
	err := s.changeIn(ctx, by, func(t tx) error {
		before, err := t.lockApp(ctx, by.Workspace, p.App)
		if err != nil {
			return err
		}
		tables, err := t.tables(ctx, by.Workspace, p.App) // whose columns change without the draft
		if err != nil {
			return err
		}
		if before.Rev != p.Rev || p.Release.Manifest.Lacking(tables) != "" {
			return platform.Errorf(platform.CodeConflict, "The app was changed at the same time. Try again.")
		}
		draft := p.Draft
		if draft.Slug, err = t.publishedSlug(ctx, before, p); err != nil {
			return err
		}
		version := before.PublishVersion + 1
		if err := t.insertRelease(ctx, before, p, version, draft.Digest()); err != nil {
			return err
		}
		if err := t.storeDraft(ctx, before, draft); err != nil {
			return err
		}
		err = t.MarkPublished(ctx, db.MarkPublishedParams{ID: string(p.App), ServedSlug: &draft.Slug,
			PublishVersion: int32(version), PublishedAt: &t.now})
		if err != nil {
			return wrap("update app", err)
		}
		if p.Live {
			if err := t.setLive(ctx, p.App, version, p.Release.Manifest); err != nil {
				return err
			}
			if err := t.endSampling(ctx, by, before, p.Release.Manifest); err != nil {
				return err
			}
			if err := s.changed(ctx, t, p.App, before.ServedSlug, draft.Slug); err != nil {
				return err
			}
		}
		if p.Keep > 0 {
			if _, err := t.thinReleases(ctx, p.App, version-p.Keep); err != nil {
				return err
			}
		}
		if app, err = t.app(ctx, by.Workspace, p.App); err != nil {
			return err
		}
		return t.audit(ctx, by, change{before.Workspace, "app.publish", string(p.App), lifecycle(before), lifecycle(app)})
	})
	if err != nil {
		return platform.App{}, wrap("publish", err)
	}
	return app, nil
}

// lifecycle returns the fields that publishing changes, for the audit trail.
func lifecycle(a platform.App) fields {
	return fields{"mcpSlug": a.ServedSlug, "liveVersion": a.LiveVersion, "publishVersion": a.PublishVersion}
}

// publishedSlug claims the slug that the app will be served under: the chosen one, the one it has, or the first that
// can be derived.
func (t tx) publishedSlug(ctx context.Context, before platform.App, p publish.Publication) (string, error) {
	slug := p.Draft.Slug
	if slug == "" {
		slug = before.ServedSlug
	}
	var err error
	if slug == "" {
		slug, err = t.takeFirst(ctx, before, p.Slugs)
	} else {
		err = t.moveSlug(ctx, before, slug)
	}
	if err != nil {
		return "", err
	}
	return slug, wrap("mark slug", t.MarkSlugServed(ctx, slug))
}

// storeDraft stores the draft that is published. It does not write an unchanged draft again, since it may be long.
func (t tx) storeDraft(ctx context.Context, before platform.App, draft platform.Draft) error {
	if digest := draft.Digest(); digest != "" && digest == before.Draft.Digest() {
		return wrap("update app", t.TouchApp(ctx, string(before.ID), t.now))
	}
	c, err := toColumns(draft)
	if err != nil {
		return err
	}
	return wrap("update app", t.UpdateDraft(ctx, c.update(before.ID, t.now)))
}

func (t tx) insertRelease(ctx context.Context, before platform.App, p publish.Publication, version int, draftDigest string) error {
	if err := t.insertDocuments(ctx, p.Documents, p.Release); err != nil {
		return err
	}
	manifest, err := platform.PlainJSON(p.Release.Manifest)
	if err != nil {
		return fmt.Errorf("encode manifest: %w", err)
	}
	views, err := platform.PlainJSON(append([]platform.BuiltView{}, p.Release.Views...))
	if err != nil {
		return fmt.Errorf("encode views: %w", err)
	}
	return t.insertContent(ctx, before, p.Live, db.InsertReleaseParams{
		ID: newID(), AppID: string(p.App), Version: int32(version), Digest: p.Release.Digest, Manifest: manifest, Views: views,
		DraftDigest: draftDigest, PublishedAt: t.now, PublishedBy: p.Release.PublishedBy, Content: contentOwn,
	})
}

// Unpublish implements publish.Store.
func (s *Store) Unpublish(ctx context.Context, by platform.Actor, id platform.AppID) (platform.App, error) {
	return s.changeLive(ctx, by, id, "app.unpublish", func(t tx, before platform.App) (bool, error) {
		if before.LiveVersion == 0 {
			return false, nil
		}
		return true, wrap("clear live release", t.ClearLive(ctx, string(id)))
	})
}

// Activate implements publish.Store. Activating the live release changes nothing; a release whose content is no longer kept,
// or whose tools use tables or columns that are gone, is CONFLICT.
func (s *Store) Activate(ctx context.Context, by platform.Actor, id platform.AppID, version int) (platform.App, error) {
	return s.changeLive(ctx, by, id, "app.activate", func(t tx, before platform.App) (bool, error) {
		if before.LiveVersion == version && version > 0 {
			return false, nil
		}
		if version < 1 || version > before.PublishVersion {
			return false, platform.Errorf(platform.CodeNotFound, "The app has no release %d.", version)
		}
		if err := t.ownContent(ctx, before, version); err != nil {
			return false, err
		}
		row, err := t.Release(ctx, string(id), int32(version))
		if err != nil {
			return false, wrap("load release", err)
		}
		release, err := toRelease(row)
		if err != nil {
			return false, err
		}
		tables, err := t.tables(ctx, by.Workspace, id)
		if err != nil {
			return false, err
		}
		if err := release.Manifest.Servable(version, tables); err != nil {
			return false, err
		}
		if err := t.setLive(ctx, id, version, release.Manifest); err != nil {
			return false, err
		}
		return true, t.endSampling(ctx, by, before, release.Manifest)
	})
}

func (t tx) setLive(ctx context.Context, id platform.AppID, version int, m platform.Manifest) error {
	layout := ""
	if len(m.Views) > 0 {
		layout = m.Views[0].Layout
	}
	return wrap("set live release", t.SetLive(ctx, string(id), int32(version), layout))
}

// changeLive runs one change of what the app serves; act reports whether it changed anything.
func (s *Store) changeLive(ctx context.Context, by platform.Actor, id platform.AppID, action string, act func(tx, platform.App) (bool, error)) (platform.App, error) {
	var app platform.App
	err := s.changeIn(ctx, by, func(t tx) error {
		before, err := t.lockApp(ctx, by.Workspace, id)
		if err != nil {
			return err
		}
		app = before
		changed, err := act(t, before)
		if err != nil || !changed {
			return err
		}
		if err := t.TouchApp(ctx, string(id), t.now); err != nil {
			return wrap("update app", err)
		}
		if err := s.changed(ctx, t, id, before.ServedSlug); err != nil {
			return err
		}
		if app, err = t.app(ctx, by.Workspace, id); err != nil {
			return err
		}
		return t.audit(ctx, by, change{before.Workspace, action, string(id), lifecycle(before), lifecycle(app)})
	})
	if err != nil {
		return platform.App{}, wrap(action, err)
	}
	return app, nil
}
