package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type createAppInput struct{ Body raw[newApp] }

func (a *API) registerCreateApp() {
	register(a, action{ID: "create-app", Method: http.MethodPost, Path: "/apps", Tag: "Apps", Access: editors, Status: http.StatusCreated, OwnBody: true,
		Summary: "Create a draft", Description: "Only name is required."},
		func(ctx context.Context, by platform.Actor, in *createAppInput) (*appOutput, error) {
			app, err := a.Apps.Create(ctx, by, a.Apps.ReadChanges(in.Body.JSON))
			if err != nil {
				return nil, err
			}
			return a.appOutput(app), nil
		})
}
