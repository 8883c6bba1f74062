package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type createWorkspaceInput struct {
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"100"`
	}
}

type workspaceOutput struct{ Body workspaceBody }

func (a *API) registerCreateWorkspace() {
	register(a, action{ID: "create-workspace", Method: http.MethodPost, Path: "/workspaces", Tag: "Workspaces", Access: browsers, Status: http.StatusCreated,
		Summary: "Make a workspace", Description: "You become its owner."},
		func(ctx context.Context, by platform.Actor, in *createWorkspaceInput) (*workspaceOutput, error) {
			w, err := a.Identity.CreateWorkspace(ctx, by, in.Body.Name)
			if err != nil {
				return nil, err
			}
			return &workspaceOutput{Body: workspaceOf(w)}, nil
		})
}
