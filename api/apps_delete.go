package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type deleteAppInput struct {
	AppInput
	IfMatch string `header:"If-Match" maxLength:"500" doc:"The ETag of the state that is to be deleted."`
}

func (a *API) registerDeleteApp() {
	register(a, action{ID: "delete-app", Method: http.MethodDelete, Path: "/apps/{id}", Tag: "Apps", Access: editors,
		Summary: "Delete an app", Description: "Its endpoint answers 404 at once. Slugs that it was served under stay with the workspace."},
		func(ctx context.Context, by platform.Actor, in *deleteAppInput) (*emptyOutput, error) {
			rev, err := a.expected(ctx, by, in.ID, in.IfMatch)
			if err != nil {
				return nil, err
			}
			return &emptyOutput{}, a.Apps.Delete(ctx, by, in.ID, rev)
		})
}
