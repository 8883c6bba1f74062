package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerUnpublishApp() {
	register(a, action{ID: "unpublish-app", Method: http.MethodPost, Path: "/apps/{id}/unpublish", Tag: "Apps", Access: editors,
		Summary: "Unpublish an app", Description: "Its endpoint answers 404; its slug stays reserved for it. Again: nothing changes."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*appOutput, error) {
			app, err := a.Apps.Unpublish(ctx, by, in.ID)
			if err != nil {
				return nil, err
			}
			return a.appOutput(app), nil
		})
}
