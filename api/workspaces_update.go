package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

type updateWorkspaceInput struct {
	WorkspaceInput
	Body newWorkspaceBody
}

func (a *API) registerUpdateWorkspace() {
	register(a, action{ID: "update-workspace", Method: http.MethodPatch, Path: workspacePath, Tag: "Workspaces", Access: owners, Summary: "Rename a workspace",
		Check: checking(func(b newWorkspaceBody) []platform.Problem { return identity.WorkspaceProblems(b.Name) })},
		func(ctx context.Context, by platform.Actor, in *updateWorkspaceInput) (*workspaceOutput, error) {
			w, err := a.Identity.RenameWorkspace(ctx, by, in.Body.Name)
			if err != nil {
				return nil, err
			}
			return &workspaceOutput{Body: workspaceOf(w)}, nil
		})
}
