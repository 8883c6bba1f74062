package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerGetApp() {
	register(a, action{ID: "get-app", Method: http.MethodGet, Path: "/apps/{id}", Tag: "Apps", Access: viewers, Summary: "Read an app"},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*appOutput, error) {
			app, err := a.Apps.Get(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			return a.appOutput(app), nil
		})
}
