package store

import (
	"cmp"
	"context"
	"math"
	"reflect"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store/db"
)

var _ publish.Store = (*Store)(nil)

// CreateApp implements publish.Store. The workspace is the actor's. Who makes an app leaves its id empty, but for Berth's own. Only authored apps count towards limit; 0 = none.
func (s *Store) CreateApp(ctx context.Context, by platform.Actor, app platform.App, limit int) (platform.App, error) {
	return s.createApp(ctx, by, app, limit, func(tx, platform.AppID) error { return nil })
}

// CopyApp implements publish.Store.
func (s *Store) CopyApp(ctx context.Context, by platform.Actor, app platform.App, of publish.Original) (platform.App, error) {
	return s.createApp(ctx, by, app, of.MaxApps, func(t tx, id platform.AppID) error {
		if err := t.appHere(ctx, by.Workspace, of.App); err != nil {
			return err
		}
		return t.copyTables(ctx, by.Workspace, of, id)
	})
}

// createApp stores a new app, and what more does of it in the same transaction.
func (s *Store) createApp(ctx context.Context, by platform.Actor, app platform.App, limit int, more func(tx, platform.AppID) error) (platform.App, error) {
	c, err := toColumns(app.Draft)
	if err != nil {
		return platform.App{}, err
	}
	id := cmp.Or(app.ID, platform.AppID(newID()))
	err = s.changeOver(ctx, by, by.Workspace, platform.RoleEditor, func(t tx) error {
		if err := t.roomForApp(ctx, by.Workspace, app.Origin, limit); err != nil {
			return err
		}
		err := t.InsertApp(ctx, db.InsertAppParams{
			ID: string(id), WorkspaceID: string(by.Workspace), Origin: string(app.Origin), Name: c.Name, Description: c.Description,
			DraftSlug: c.Slug, ToolName: c.first.Name, ToolDescription: c.first.Description, Layout: c.first.Layout, Theme: c.theme,
			MockData: c.mockData, ResponseText: c.first.ResponseText, SystemPrompt: c.SystemPrompt, Search: c.search, Draft: &c.document, CreatedAt: t.now,
		})
		if sqlState(err) == unique { // two replicas have seeded the same app
			return slugTaken(c.Slug)
		}
		if err != nil {
			return wrap("insert app", err)
		}
		if c.Slug != "" {
			if err := t.claim(ctx, by.Workspace, id, c.Slug); err != nil {
				return err
			}
		}
		if err := t.audit(ctx, by, change{by.Workspace, "app.create", string(id), nil, draftFields(app.Draft)}); err != nil {
			return err
		}
		if err := more(t, id); err != nil {
			return err
		}
		app, err = t.app(ctx, by.Workspace, id)
		return err
	})
	if err != nil {
		return platform.App{}, wrap("create app", err)
	}
	return app, nil
}

func (t tx) roomForApp(ctx context.Context, ws platform.WorkspaceID, origin platform.Origin, limit int) error {
	if origin == platform.OriginSeeded || limit <= 0 {
		return nil
	}
	n, err := t.CountAuthoredApps(ctx, string(ws), int32(min(limit, math.MaxInt32)))
	if err != nil {
		return wrap("count apps", err)
	}
	if n >= int64(limit) {
		return platform.Errorf(platform.CodeLimitReached, "This workspace has reached its limit of %d apps (BERTH_LIMIT_APPS).", limit)
	}
	return nil
}

// App implements publish.Store.
func (s *Store) App(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.App, error) {
	return tx{Queries: s.q}.app(ctx, ws, id)
}

func (t tx) app(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.App, error) {
	if !validID(string(id)) {
		return platform.App{}, platform.Errorf(platform.CodeAppNotFound, "There is no such app.")
	}
	row, err := t.App(ctx, string(id), string(ws))
	if err != nil {
		return platform.App{}, appMissing("load app", err)
	}
	return fromRow(row)
}

// lockApp loads the app and keeps others from changing it until the transaction ends.
func (t tx) lockApp(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.App, error) {
	if !validID(string(id)) {
		return platform.App{}, platform.Errorf(platform.CodeAppNotFound, "There is no such app.")
	}
	if _, err := t.LockApp(ctx, string(id), string(ws)); err != nil {
		return platform.App{}, appMissing("lock app", err)
	}
	return t.app(ctx, ws, id)
}

// SeededApp implements publish.Store.
func (s *Store) SeededApp(ctx context.Context, slug string) (platform.App, error) {
	row, err := s.q.SeededApp(ctx, slug)
	if err != nil {
		return platform.App{}, appMissing("load seeded app", err)
	}
	return fromRow(db.AppRow(row))
}

// maxPage bounds the data of one page of apps, in bytes, roughly: at the greatest limit, 200 apps may have 50 MB.
const maxPage = 4 << 20

// Apps implements publish.Store. A page also ends after the app with which it reaches maxPage.
func (s *Store) Apps(ctx context.Context, ws platform.WorkspaceID, q publish.AppQuery) ([]platform.App, string, error) {
	before, err := position(q.Cursor, "apps", validID)
	if err != nil {
		return nil, "", err
	}
	n := limit(q.Limit)
	asked := db.AppsParams{WorkspaceID: string(ws), Before: before, Status: string(q.Status), Wanted: strings.ToLower(q.Text), MaxRows: int32(n)}
	sizes, err := s.q.AppSizes(ctx, db.AppSizesParams(asked))
	if err != nil {
		return nil, "", wrap("measure apps", err)
	}
	n = fitting(sizes, n)
	asked.MaxRows = int32(n + 1)
	rows, err := s.q.Apps(ctx, asked)
	if err != nil {
		return nil, "", wrap("list apps", err)
	}
	rows, next := paged(rows, n, "apps", func(r db.AppsRow) string { return r.App.ID })
	apps := make([]platform.App, len(rows))
	for i, r := range rows {
		if apps[i], err = fromRow(db.AppRow(r)); err != nil {
			return nil, "", err
		}
	}
	return apps, next, nil
}

// fitting returns how many of limit rows a page holds.
func fitting(sizes []int64, limit int) int {
	total := int64(0)
	for i, size := range sizes {
		if total += size; total >= maxPage {
			return i + 1
		}
	}
	return limit
}

// UpdateDraft implements publish.Store. edit may be called again after a deadlock.
func (s *Store) UpdateDraft(ctx context.Context, by platform.Actor, id platform.AppID, rev int64, edit func(platform.App) (platform.Draft, error)) (platform.App, error) {
	var app platform.App
	err := s.changeIn(ctx, by, func(t tx) error {
		before, err := t.lockApp(ctx, by.Workspace, id)
		if err != nil {
			return err
		}
		if err := unchanged(before, rev); err != nil {
			return err
		}
		shown := before
		shown.Draft.Tools = slices.Clone(before.Draft.Tools) // what is changed in place must still differ
		draft, err := edit(shown)
		if err != nil {
			return err
		}
		admits := !reflect.DeepEqual(draft.Allow, before.Draft.Allow)
		if app = before; draft.Digest() == before.Draft.Digest() && !admits {
			return nil
		}
		c, err := toColumns(draft)
		if err != nil {
			return err
		}
		if err := t.moveSlug(ctx, before, draft.Slug); err != nil {
			return err
		}
		if err := t.UpdateDraft(ctx, c.update(id, t.now)); err != nil {
			return wrap("update app", err)
		}
		if admits && before.LiveVersion > 0 { // it takes effect at once
			if err := s.changed(ctx, t, id, before.ServedSlug); err != nil {
				return err
			}
		}
		was, is, err := differing(draftFields(before.Draft), draftFields(draft))
		if err != nil {
			return err
		}
		if err := t.audit(ctx, by, change{before.Workspace, "app.update", string(id), was, is}); err != nil {
			return err
		}
		app, err = t.app(ctx, by.Workspace, id)
		return err
	})
	if err != nil {
		return platform.App{}, wrap("update draft", err)
	}
	return app, nil
}

// unchanged refuses an app that no longer is at the revision for which a change is meant; 0 = any.
func unchanged(app platform.App, rev int64) error {
	if rev != 0 && app.Rev != rev {
		return platform.Errorf(platform.CodePreconditionFailed, "The app has changed since it was read.")
	}
	return nil
}

// DeleteApp implements publish.Store. The workspace keeps the slugs under which the app was served.
func (s *Store) DeleteApp(ctx context.Context, by platform.Actor, id platform.AppID, rev int64) (platform.App, error) {
	var app platform.App
	err := s.changeIn(ctx, by, func(t tx) (err error) {
		if app, err = t.lockApp(ctx, by.Workspace, id); err != nil {
			return err
		}
		if err := unchanged(app, rev); err != nil {
			return err
		}
		if app.Suspended != nil { // another app could take its slug, and the evidence would be gone
			return platform.Errorf(platform.CodeSuspended, "The app has been suspended and cannot be deleted. The reason: %s", app.Suspended.Reason)
		}
		if err := t.ReleaseSlugs(ctx, optional(string(id))); err != nil {
			return wrap("release slugs", err)
		}
		if err := t.ClearLive(ctx, string(id)); err != nil {
			return wrap("clear live release", err)
		}
		reviewer, err := t.endReviewer(ctx, id)
		if err != nil {
			return err
		}
		if err := t.deleteTables(ctx, app); err != nil {
			return err
		}
		if err := t.DeleteApp(ctx, string(id)); err != nil {
			return wrap("delete app", err)
		}
		if reviewer.ID != "" {
			if err := s.standing(ctx, t, reviewer.ID); err != nil {
				return err
			}
		}
		if app.LiveVersion > 0 {
			if err := s.changed(ctx, t, id, app.ServedSlug); err != nil {
				return err
			}
		}
		return t.audit(ctx, by, change{app.Workspace, "app.delete", string(id), draftFields(app.Draft), nil})
	})
	if err != nil {
		return platform.App{}, wrap("delete app", err)
	}
	return app, nil
}
