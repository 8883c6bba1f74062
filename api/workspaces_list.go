package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

func (a *API) registerListWorkspaces() {
	register(a, action{ID: "list-workspaces", Method: http.MethodGet, Path: "/workspaces", Tag: "Workspaces", Access: people,
		Summary: "List my workspaces", Description: "Those of the person, also for an API key, which acts in its own one only."},
		func(ctx context.Context, by platform.Actor, in *ListQuery) (*listOutput[workspaceBody], error) {
			workspaces, err := a.Identity.Workspaces(ctx, by.Principal)
			if err != nil {
				return nil, err
			}
			return cut(*in, workspaces, func(w identity.Workspace) string { return string(w.ID) }, workspaceOf)
		})
}
