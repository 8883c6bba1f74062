package api

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/schema/form"
	"berth/platform/view"
)

// Apps is everything that the API asks of package publish.
type Apps interface {
	Drafts
	Lifecycle
	Trials
	Catalogue
	Samples
	Listings
}

// Drafts keeps what authors edit. An app of another workspace is APP_NOT_FOUND.
type Drafts interface {
	// ReadChanges reads fields of a draft and fields of its first tool; nil has none.
	ReadChanges(body, first json.RawMessage) publish.Changes
	Foresee(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, c publish.Changes) ([]platform.Problem, error)
	// ReadDescription reads {prompt, draft?} or {layoutTemplate, draft}, and returns what is wrong with the form of these.
	ReadDescription(body json.RawMessage) (publish.Description, []platform.Problem)
	// ReadTables reads the tables that a new app is to have, and returns what is wrong with their form.
	ReadTables(raw json.RawMessage) ([]platform.TableDraft, []platform.Problem)
	// Unsaved returns the draft of a new app with the changes, and what saving it would refuse.
	Unsaved(c publish.Changes) (platform.Draft, []platform.Problem)
	Create(ctx context.Context, by platform.Actor, c publish.Changes) (platform.App, error)
	Get(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.App, error)
	List(ctx context.Context, ws platform.WorkspaceID, q publish.AppQuery) ([]platform.App, string, error)
	Patch(ctx context.Context, by platform.Actor, id platform.AppID, rev int64, c publish.Changes) (platform.App, error)
	// Duplicate returns CONFLICT for an app that ships with the server and has no template.
	Duplicate(ctx context.Context, by platform.Actor, id platform.AppID, name string) (platform.App, error)
	Delete(ctx context.Context, by platform.Actor, id platform.AppID, rev int64) error
	// Data returns the data of the draft's first tool: its own, else its layout's sample; nil when there is neither.
	Data(d platform.Draft) json.RawMessage
}

// Lifecycle publishes drafts.
type Lifecycle interface {
	// ReadOverrides reads fields of the first tool.
	ReadOverrides(first json.RawMessage) publish.Overrides
	Publish(ctx context.Context, by platform.Actor, id platform.AppID, o publish.Overrides) (platform.App, error)
	Unpublish(ctx context.Context, by platform.Actor, id platform.AppID) (platform.App, error)
	Activate(ctx context.Context, by platform.Actor, id platform.AppID, version int) (platform.App, error)
	// Servable returns nil where Activate would serve the release now, else why not.
	Servable(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version int) error
	// SetMode returns NOT_FOUND for a tool that is neither in the draft nor live; "" ends what it has done.
	SetMode(ctx context.Context, by platform.Actor, id platform.AppID, tool string, mode platform.Mode) (platform.App, error)
	Releases(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, page publish.Page) ([]platform.ReleaseInfo, string, error)
	Release(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version int) (publish.Released, error)
	// ReleaseChanges and DraftChanges also return the release that they compare with, 0 when there is none. With from 0 they
	// choose it.
	ReleaseChanges(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, version, from int) (changes []publish.Change, since int, err error)
	DraftChanges(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, from int) (changes []publish.Change, since int, err error)
}

// Trials shows what a draft would be when it is published. The documents that it returns are stored nowhere.
type Trials interface {
	Trial(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (s platform.Served, documents []platform.Document, err error)
	Live(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (s platform.Served, documents []platform.Document, err error)
	// Preview renders a tool of the draft, "" for the first, with the changes, which are of that tool. It stores nothing.
	Preview(ctx context.Context, ws platform.WorkspaceID, id platform.AppID, tool string, c publish.Changes) (publish.Preview, error)
	// PreviewUnsaved renders what a new app with the changes would show.
	PreviewUnsaved(c publish.Changes) (publish.Preview, error)
}

// Catalogue says what authors may choose.
type Catalogue interface {
	AuthorLayouts() []view.Layout
	AuthorTemplates() []publish.Template
	SlugAvailability(ctx context.Context, ws platform.WorkspaceID, slug string) (available bool, suggestion string, err error)
}

// AppInput is the path of the actions on one app.
type AppInput struct {
	ID platform.AppID `path:"id" maxLength:"100" doc:"The app."`
}

// appBody is an app as the API shows it: what the server knows of it, and its draft.
type appBody struct {
	appFields
	draft shownDraft
}

type appFields struct {
	ID             platform.AppID  `json:"id"`
	Status         platform.Status `json:"status" jsonschema:"enum=draft,enum=published"`
	PublishVersion int             `json:"publishVersion" doc:"Counts publishes."`
	LiveVersion    *int            `json:"liveVersion" jsonschema:"nullable" doc:"The release that is served; null when unpublished."`
	PublishedAt    *time.Time      `json:"publishedAt" jsonschema:"nullable" doc:"Of the last publish."`
	DraftAhead     bool            `json:"draftAhead" doc:"The draft differs from what is served. Tables are no part of it: what their columns change with the next publish, GET /apps/{id}/changes says."`
	Origin         platform.Origin `json:"origin" jsonschema:"enum=authored,enum=seeded"`
	MCPURL         *string         `json:"mcpUrl" jsonschema:"nullable" doc:"The endpoint; null until the app has a slug."`
	UIURL          *string         `json:"uiUrl" jsonschema:"nullable" doc:"The widget as a page; null until the app has a slug."`
	Suspended      *suspendedBody  `json:"suspended" jsonschema:"nullable" doc:"Set while an operator of this server has suspended the app or its workspace: its endpoint answers 403."`
	CreatedAt      time.Time       `json:"createdAt"`
	UpdatedAt      time.Time       `json:"updatedAt"`
}

// suspendedBody says why and since when something is suspended.
type suspendedBody struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// MarshalJSON implements json.Marshaler.
func (b appBody) MarshalJSON() ([]byte, error) { return together(b.appFields, b.draft) }

// Schema implements huma.SchemaProvider.
func (appBody) Schema(r huma.Registry) *huma.Schema {
	return component(r, "App", func() form.Schema { return form.Written(appFields{}).And(shownForm()) })
}

type appOutput struct {
	ETag string `header:"ETag" doc:"Names this state of the app for If-Match."`
	Body appBody
}

func (a *API) appOf(app platform.App) appBody {
	d, first := app.Draft, app.Draft.Tools[0]
	b := appBody{draft: shownOf(d), appFields: appFields{
		ID: app.ID, Status: app.Status(), PublishVersion: app.PublishVersion, PublishedAt: timeOrNull(app.PublishedAt), DraftAhead: app.DraftAhead(),
		Origin: app.Origin, CreatedAt: app.CreatedAt, UpdatedAt: app.UpdatedAt,
	}}
	b.draft["mockData"], b.draft["exampleData"] = orNull(a.Apps.Data(d)), d.Invented()
	if app.LiveVersion > 0 {
		b.LiveVersion = &app.LiveVersion
	}
	if s := app.Suspended; s != nil {
		b.Suspended = &suspendedBody{s.Reason, s.At}
	}
	if slug := slugOf(app); slug != "" {
		at := a.Address(slug)
		b.MCPURL = textOrNull(at.MCP)
		if layout := cmp.Or(app.LiveLayout, first.Layout); layout != "" {
			b.UIURL = textOrNull(at.UI(layout))
		}
	}
	return b
}

// slugOf returns the slug that an app is served under, or would be; "" = it has none yet.
func slugOf(app platform.App) string { return cmp.Or(app.ServedSlug, app.Draft.Slug) }

func (a *API) appOutput(app platform.App) *appOutput {
	return &appOutput{ETag: `"` + strconv.FormatInt(app.Rev, 10) + `"`, Body: a.appOf(app)}
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
