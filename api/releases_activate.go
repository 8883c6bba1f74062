package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type activateInput struct {
	AppInput
	Version int `path:"version" minimum:"1"`
}

func (a *API) registerActivateRelease() {
	register(a, action{ID: "activate-release", Method: http.MethodPost, Path: "/apps/{id}/releases/{version}/activate", Tag: "Releases", Access: editors,
		Summary: "Serve a release", Description: "Rolls back or forward, also from unpublished. publishVersion and publishedAt stay. A thinned release is CONFLICT, " +
			"and so is one whose tools use tables or columns that are gone."},
		func(ctx context.Context, by platform.Actor, in *activateInput) (*appOutput, error) {
			app, err := a.Apps.Activate(ctx, by, in.ID, in.Version)
			if err != nil {
				return nil, err
			}
			return a.appOutput(app), nil
		})
}
