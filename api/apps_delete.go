package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerDeleteApp() {
	register(a, action{ID: "delete-app", Method: http.MethodDelete, Path: "/apps/{id}", Tag: "Apps", Access: editors,
		Summary: "Delete an app", Description: "Its endpoint answers 404 at once. Slugs that it was served under stay with the workspace."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*emptyOutput, error) {
			return &emptyOutput{}, a.Apps.Delete(ctx, by, in.ID)
		})
}
