// Package publish is the lifecycle of an app: draft → check → release → live → retired, and rollback. It is the only
// writer of releases. It knows no transport.
package publish

import (
	"context"

	"berth/platform"
)

// Store keeps apps, drafts and releases. Methods that act for a caller take the workspace, so that leaving it out does not
// compile; an app of another workspace is APP_NOT_FOUND. Every change writes its audit row, its feed revision (where it changes
// what is served) and its data in one transaction. Implemented by package store.
type Store interface {
	// CreateApp stores a new draft; limit caps the apps of the workspace (LIMIT_REACHED). A chosen slug is reserved, or
	// SLUG_TAKEN. ID, Rev, CreatedAt and UpdatedAt are set by the store.
	CreateApp(ctx context.Context, by platform.Actor, app platform.App, limit int) (platform.App, error)
	// CopyApp is CreateApp of an app that has the tables of another one of the workspace, with the rows that
	// belong to nobody.
	CopyApp(ctx context.Context, by platform.Actor, app platform.App, of Original) (platform.App, error)
	App(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.App, error)
	// Apps lists newest first. The cursor is opaque; one that the store did not make is BAD_REQUEST. next is "" at the end.
	// A page may end before its limit, where the apps in it hold much data.
	Apps(ctx context.Context, ws platform.WorkspaceID, q AppQuery) (apps []platform.App, next string, err error)
	// UpdateDraft applies change to the draft in one transaction. rev 0 skips the check of the revision, else a stale
	// one is PRECONDITION_FAILED. An error from change is returned as it is and nothing is stored. An unchanged draft
	// is not written. A changed Slug is reserved, or SLUG_TAKEN.
	UpdateDraft(ctx context.Context, by platform.Actor, id platform.AppID, rev int64, change func(platform.App) (platform.Draft, error)) (platform.App, error)
	// DeleteApp returns the app as it was. rev is as in UpdateDraft.
	DeleteApp(ctx context.Context, by platform.Actor, id platform.AppID, rev int64) (platform.App, error)
	// Publish makes p live: release version PublishVersion+1, documents, slug, live pointer. CONFLICT where p.Rev is stale, or tables or columns
	// that its tools use are gone.
	Publish(ctx context.Context, by platform.Actor, p Publication) (platform.App, error)
	// Unpublish clears the live pointer; already unpublished changes nothing, writes nothing.
	Unpublish(ctx context.Context, by platform.Actor, id platform.AppID) (platform.App, error)
	// Activate points live at an existing release; an unknown version is NOT_FOUND, one whose content is no longer kept, or whose tools use
	// tables or columns that are gone, CONFLICT.
	Activate(ctx context.Context, by platform.Actor, id platform.AppID, version int) (platform.App, error)
	// SwitchMode stores, in one transaction, the draft and the modes of what is live that set returns; live is nil where nothing is.
	// An error from set is returned as it is and nothing is stored.
	SwitchMode(ctx context.Context, by platform.Actor, id platform.AppID, set func(app platform.App, live *platform.Manifest) (Switched, error)) (platform.App, error)
	Releases(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, page Page) (items []platform.ReleaseInfo, next string, err error)
	// Release returns NOT_FOUND for an unknown version, CONFLICT for one whose content is no longer kept.
	Release(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version int) (*platform.Release, error)
	// SlugFree reports whether the workspace could take the slug: it is unknown, or retired by an app of this workspace
	// that was deleted. A slug stays bound to the workspace that first had it.
	SlugFree(ctx context.Context, ws platform.WorkspaceID, slug string) (bool, error)
	// SeededApp returns the row of a seeded app, APP_NOT_FOUND when it was never stored.
	SeededApp(ctx context.Context, slug string) (platform.App, error)
	Sampling(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Sampling, error)
	// SetSampling turns sampling on or off; the samples go when it is turned off, and those that are too old for a shorter
	// retention. What is set already changes nothing.
	SetSampling(ctx context.Context, by platform.Actor, id platform.AppID, set platform.Sampling) (platform.Sampling, error)
	// Listing is empty for an app without one.
	Listing(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Listing, error)
	SetListing(ctx context.Context, by platform.Actor, id platform.AppID, l platform.Listing) error
	// HasRelease reports whether the app has a release with that digest.
	HasRelease(ctx context.Context, id platform.AppID, digest string) (bool, error)
}

// Switched is what an app is after a mode was switched, and how the audit trail tells it.
type Switched struct {
	Draft         platform.Draft
	Live          platform.Switches
	Tool          string
	Before, After platform.Mode
}

// Original is what an app is copied of, and how much the workspace may have; 0 = no limit. Beyond it is LIMIT_REACHED.
type Original struct {
	App      platform.AppID
	MaxApps  int
	MaxBytes int64 // of the rows of all tables
}

// AppQuery narrows a list of apps. Text is looked for in name, description, slug and tool name, ignoring case.
type AppQuery struct {
	Status platform.Status // "" = all
	Text   string
	Page
}

// Page is a position in a list: Limit 1–200, Cursor "" for the start.
type Page struct {
	Limit  int
	Cursor string
}

// Publication is everything that one publish writes. The transaction first checks that the app still has revision Rev.
type Publication struct {
	App   platform.AppID
	Rev   int64
	Draft platform.Draft // stored as the app's draft (the call may change tool name and description)
	// Slug: Draft.Slug when it is set; else the first of Slugs(0), Slugs(1), … that is free is taken and stored in the draft.
	Slugs     func(attempt int) string
	Release   platform.Release // ID, App, Version and PublishedAt are set by the store
	Documents []platform.Document
	// Live false stores the release without serving it (a seeded app that somebody has unpublished).
	Live bool
	Keep int // releases of the app that keep their content besides what is live; 0 = all
}
