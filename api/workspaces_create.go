package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

type createWorkspaceInput struct{ Body newWorkspaceBody }

type newWorkspaceBody struct {
	Name string `json:"name" minLength:"1" maxLength:"100"`
}

type workspaceOutput struct{ Body workspaceBody }

func (a *API) registerCreateWorkspace() {
	register(a, action{ID: "create-workspace", Method: http.MethodPost, Path: "/workspaces", Tag: "Workspaces", Access: people, Status: http.StatusCreated,
		Summary: "Make a workspace", Description: "You become its owner. An API key makes it for you, and does not act in it.",
		Check: checking(func(b newWorkspaceBody) []platform.Problem { return identity.WorkspaceProblems(b.Name) })},
		func(ctx context.Context, by platform.Actor, in *createWorkspaceInput) (*workspaceOutput, error) {
			w, err := a.Identity.CreateWorkspace(ctx, by, in.Body.Name)
			if err != nil {
				return nil, err
			}
			return &workspaceOutput{Body: workspaceOf(w)}, nil
		})
}
