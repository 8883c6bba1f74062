package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/store/db"
)

// Where the content of a release is. Of an app's releases with the same digest one row holds the content, and the others
// share it. The live release always holds its own, so that serving it reads one row and older replicas can read it.
const (
	contentOwn     = "own"
	contentShared  = "shared"
	contentThinned = "thinned" // no longer kept
)

// noManifest replaces a manifest that is elsewhere or gone. Nothing can decode it as a manifest, because its name is an
// object.
const noManifest = `{"name":{}}`

// label is what a release has besides its content.
type label = db.ReleaseLabelRow

// insertContent stores a release of that digest as live or not. If another release holds the same content, the new one
// takes it over and the other shares it from then on: the content is not written again.
func (t tx) insertContent(ctx context.Context, before platform.App, live bool, r db.InsertReleaseParams) error {
	owner, err := t.ContentOwner(ctx, r.AppID, r.Digest)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return wrap("insert release", t.InsertRelease(ctx, r))
	case err != nil:
		return wrap("look for content", err)
	case int(owner.Version) == before.LiveVersion && !live:
		return wrap("insert release", t.InsertRelease(ctx, r)) // what is live keeps its own
	}
	if int(owner.Version) == before.LiveVersion {
		if err := t.ClearLive(ctx, r.AppID); err != nil { // it is set to the new one
			return wrap("clear live release", err)
		}
	}
	return t.handContent(ctx, r.AppID, label(owner), label{ID: r.ID, Version: r.Version, Digest: r.Digest, Views: r.Views,
		DraftDigest: r.DraftDigest, PublishedAt: r.PublishedAt, PublishedBy: r.PublishedBy})
}

// ownContent makes a release of the app that is about to be live hold its content itself. One whose content is no longer
// kept is CONFLICT.
func (t tx) ownContent(ctx context.Context, before platform.App, version int) error {
	app := string(before.ID)
	to, err := t.ReleaseLabel(ctx, app, int32(version))
	if err != nil {
		return wrap("load release", err)
	}
	switch to.Content {
	case contentOwn:
		return nil
	case contentThinned:
		return thinned(version)
	}
	owner, err := t.ContentOwner(ctx, app, to.Digest)
	if err != nil {
		return wrap("look for content", err)
	}
	if int(owner.Version) == before.LiveVersion {
		if err := t.ClearLive(ctx, app); err != nil {
			return wrap("clear live release", err)
		}
	}
	return t.handContent(ctx, app, label(owner), to)
}

func thinned(version int) *platform.Error {
	return platform.Errorf(platform.CodeConflict, "Release %d is only listed: its content is no longer kept. Activate a newer release, or publish.", version)
}

// handContent moves the content of one release, which must not be live, to another one of the same digest, stored or not;
// the first one shares it from then on. The row with the content stays and gets the other label: copying the content would
// write all of it.
func (t tx) handContent(ctx context.Context, app string, from, to label) error {
	if err := t.DeleteRelease(ctx, app, to.Version); err != nil {
		return wrap("hand content on", err)
	}
	err := t.RelabelRelease(ctx, db.RelabelReleaseParams{AppID: app, Version: from.Version, NewID: to.ID, NewVersion: to.Version,
		DraftDigest: to.DraftDigest, PublishedAt: to.PublishedAt, PublishedBy: to.PublishedBy})
	if err != nil {
		return wrap("hand content on", err)
	}
	return wrap("hand content on", t.InsertRelease(ctx, db.InsertReleaseParams{ID: from.ID, AppID: app, Version: from.Version, Digest: from.Digest,
		Manifest: noManifest, Views: from.Views, DraftDigest: from.DraftDigest, PublishedAt: from.PublishedAt, PublishedBy: from.PublishedBy,
		Content: contentShared}))
}

// thinBatch bounds the releases that one transaction thins.
const thinBatch = 200

// thinReleases drops the content of the releases up to a version, except the live one, and returns how many these were. A
// release above it that shares one of these contents gets it.
func (t tx) thinReleases(ctx context.Context, app platform.AppID, upTo int) (int, error) {
	old, err := t.OldReleases(ctx, string(app), int32(upTo), thinBatch)
	if err != nil {
		return 0, wrap("list old releases", err)
	}
	for _, r := range old {
		if err := t.saveContent(ctx, string(app), r, int32(upTo)); err != nil {
			return 0, err
		}
		if err := t.ThinRelease(ctx, noManifest, string(app), r.Version); err != nil {
			return 0, wrap("thin release", err)
		}
	}
	return len(old), nil
}

// saveContent moves the content of an old release to one above upTo that shares it, if there is one.
func (t tx) saveContent(ctx context.Context, app string, old db.OldReleasesRow, upTo int32) error {
	if old.Content != contentOwn {
		return nil
	}
	heir, err := t.ContentHeir(ctx, app, old.Digest, upTo)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return wrap("look for content", err)
	}
	from, err := t.ReleaseLabel(ctx, app, old.Version)
	if err != nil {
		return wrap("load release", err)
	}
	return t.handContent(ctx, app, from, label(heir))
}

// thinAll thins the releases of all apps, so that each app keeps that many contents and the live one.
func (s *Store) thinAll(ctx context.Context, kept int) error {
	for after := ""; ; {
		apps, err := s.q.AppsWithOldReleases(ctx, int32(kept), after, thinBatch)
		if err != nil {
			return wrap("list apps with old releases", err)
		}
		for _, a := range apps {
			if err := s.thinApp(ctx, platform.WorkspaceID(a.WorkspaceID), platform.AppID(a.ID), kept); err != nil {
				return err
			}
			after = a.ID
		}
		if len(apps) < thinBatch {
			return nil
		}
	}
}

func (s *Store) thinApp(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, kept int) error {
	for thinnedNow := thinBatch; thinnedNow == thinBatch; {
		err := s.inTransaction(ctx, func(t tx) error {
			app, err := t.lockApp(ctx, ws, id)
			if platform.IsCode(err, platform.CodeAppNotFound) { // deleted meanwhile
				thinnedNow = 0
				return nil
			}
			if err != nil {
				return err
			}
			thinnedNow, err = t.thinReleases(ctx, id, app.PublishVersion-kept)
			return err
		})
		if err != nil {
			return wrap("thin releases", err)
		}
	}
	return nil
}
