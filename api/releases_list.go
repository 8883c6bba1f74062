package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/publish"
)

// AppListInput is a list that belongs to one app.
type AppListInput struct {
	AppInput
	ListQuery
}

// ReleaseFields are a line of the list of releases. It is exported for the body that embeds it.
type ReleaseFields struct {
	Version     int       `json:"version"`
	Digest      string    `json:"digest" doc:"SHA-256 over the release's content."`
	PublishedAt time.Time `json:"publishedAt"`
	PublishedBy string    `json:"publishedBy" doc:"E-mail address of the person; “berth” for what ships with the server."`
	Live        bool      `json:"live"`
	Thinned     bool      `json:"thinned" doc:"Only listed: its content is no longer kept, so that it can be neither read nor activated."`
}

type releaseBody ReleaseFields

func releaseOf(r platform.ReleaseInfo) releaseBody { return releaseBody(r) }

func (a *API) registerListReleases() {
	register(a, action{ID: "list-releases", Method: http.MethodGet, Path: "/apps/{id}/releases", Tag: "Releases", Access: viewers,
		Summary: "List releases", Description: "Immutable; newest first."},
		func(ctx context.Context, by platform.Actor, in *AppListInput) (*listOutput[releaseBody], error) {
			items, next, err := a.Apps.Releases(ctx, by.Workspace, in.ID, publish.Page{Limit: in.Limit, Cursor: in.Cursor})
			if err != nil {
				return nil, err
			}
			return newList(items, next, releaseOf), nil
		})
}
