package store

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/runtime"
	"berth/platform/store/db"
)

var _ runtime.Source = (*Store)(nil)

// Live implements runtime.Source with one query, and another one where people sign in.
func (s *Store) Live(ctx context.Context, slug string) (*platform.Served, error) {
	if !platform.ValidSlug(slug) {
		return nil, notServed()
	}
	row, err := s.q.LiveBySlug(ctx, &slug)
	if err != nil {
		return nil, missing("load live release", err, platform.CodeAppNotFound, notServed().Msg)
	}
	if row.Suspended {
		return nil, platform.Suspended()
	}
	served := &platform.Served{Workspace: platform.WorkspaceID(row.WorkspaceID), App: platform.AppID(row.ID), Slug: slug,
		Origin: platform.Origin(row.Origin), Version: int(row.Version)}
	served.Manifest, served.Views, err = toManifest(row.Manifest, row.Views)
	if err != nil {
		return nil, fmt.Errorf("release %d of %s: %w", row.Version, row.ID, err)
	}
	switched, err := switches(row.Modes, served.Version)
	if err != nil {
		return nil, err
	}
	switched.Apply(served.Manifest.Tools)
	served.Manifest.Example = served.Manifest.Example && !row.OwnData
	if served.Manifest.Access == platform.AccessMixed || served.Manifest.Access == platform.AccessPerson {
		app, err := s.App(ctx, served.Workspace, served.App)
		if err != nil {
			return nil, err
		}
		served.Allow = app.Draft.Allow
	}
	return served, nil
}

func notServed() *platform.Error {
	return platform.Errorf(platform.CodeAppNotFound, "There is no app at this address.")
}

func toRelease(r db.ReleaseRow) (*platform.Release, error) {
	manifest, views, err := toManifest(r.Manifest, r.Views)
	if err != nil {
		return nil, fmt.Errorf("release %s: %w", r.ID, err)
	}
	return &platform.Release{ID: platform.ReleaseID(r.ID), App: platform.AppID(r.AppID), Version: int(r.Version), Digest: r.Digest,
		DraftDigest: r.DraftDigest, Manifest: manifest, Views: views, PublishedAt: r.PublishedAt.UTC(), PublishedBy: r.PublishedBy}, nil
}

// toManifest decodes a manifest and its views without encoding/json, which takes four times as long: that is much of the
// first call of an app. It accepts all that encoding/json accepts, so that what an author has published stays loadable.
func toManifest(manifest, views string) (m platform.Manifest, built []platform.BuiltView, err error) {
	if err := jsonv2.UnmarshalRead(strings.NewReader(manifest), &m, lenient); err != nil {
		return m, nil, fmt.Errorf("decode manifest: %w", err)
	}
	if err := jsonv2.UnmarshalRead(strings.NewReader(views), &built, lenient); err != nil {
		return m, nil, fmt.Errorf("decode views: %w", err)
	}
	return m, built, nil
}

var lenient = jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// Document implements runtime.Source. An unknown digest is NOT_FOUND.
func (s *Store) Document(ctx context.Context, digest string) (platform.Document, error) {
	r, err := s.q.Document(ctx, digest)
	if err != nil {
		return platform.Document{}, missing("load document", err, platform.CodeNotFound, "There is no such document.")
	}
	styles, err := readTexts(r.StyleHashes)
	return platform.Document{Digest: r.Digest, Layout: r.Layout, Head: r.Head, Tail: r.Tail, ScriptHash: r.ScriptHash, StyleHashes: styles}, err
}

// Release implements publish.Store. One whose content is no longer kept is CONFLICT.
func (s *Store) Release(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version int) (*platform.Release, error) {
	if err := s.appHere(ctx, ws, id); err != nil {
		return nil, err
	}
	none := fmt.Sprintf("The app has no release %d.", version)
	if version < 1 || version > math.MaxInt32 {
		return nil, platform.Errorf(platform.CodeNotFound, "%s", none)
	}
	r, err := s.q.Release(ctx, string(id), int32(version))
	if err != nil {
		return nil, missing("load release", err, platform.CodeNotFound, none)
	}
	if r.Content == contentThinned {
		return nil, thinned(version)
	}
	return toRelease(r)
}

// Releases implements publish.Store.
func (s *Store) Releases(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, page publish.Page) ([]platform.ReleaseInfo, string, error) {
	key, err := position(page.Cursor, "releases", func(key string) bool {
		n, err := strconv.ParseInt(key, 10, 32)
		return err == nil && strconv.FormatInt(n, 10) == key
	})
	if err != nil {
		return nil, "", err
	}
	before := int64(math.MaxInt32)
	if key != "" {
		if before, err = strconv.ParseInt(key, 10, 32); err != nil {
			return nil, "", fmt.Errorf("read cursor: %w", err)
		}
	}
	if err := s.appHere(ctx, ws, id); err != nil {
		return nil, "", err
	}
	n := limit(page.Limit)
	rows, err := s.q.Releases(ctx, string(id), int32(before), int32(n+1))
	if err != nil {
		return nil, "", wrap("list releases", err)
	}
	rows, next := paged(rows, n, "releases", func(r db.ReleasesRow) string { return strconv.Itoa(int(r.Version)) })
	items := make([]platform.ReleaseInfo, len(rows))
	for i, r := range rows {
		items[i] = platform.ReleaseInfo{Version: int(r.Version), Digest: r.Digest, PublishedAt: r.PublishedAt.UTC(),
			PublishedBy: r.PublishedBy, Live: r.LiveApp != nil, Thinned: r.Content == contentThinned}
	}
	return items, next, nil
}

// HasRelease implements publish.Store.
func (s *Store) HasRelease(ctx context.Context, id platform.AppID, digest string) (bool, error) {
	has, err := s.q.HasRelease(ctx, string(id), digest)
	return has, wrap("look for release", err)
}
