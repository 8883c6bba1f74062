package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
)

type invitationInput struct {
	Token string `path:"token" doc:"The last part of the invitation's link."`
}

type invitationOutput struct {
	Body struct {
		Workspace struct {
			ID   platform.WorkspaceID `json:"id"`
			Name string               `json:"name"`
		} `json:"workspace"`
		Role      platform.Role `json:"role" enum:"owner,editor,viewer"`
		Email     string        `json:"email,omitempty" doc:"The one address that can use it."`
		ExpiresAt time.Time     `json:"expiresAt"`
	}
}

func (a *API) registerGetInvitation() {
	register(a, action{ID: "get-invitation", Method: http.MethodGet, Path: "/invitations/{token}", Tag: "Workspaces", Access: anybody,
		Summary: "Read an invitation"},
		func(ctx context.Context, _ platform.Actor, in *invitationInput) (*invitationOutput, error) {
			i, err := a.Identity.Invitation(ctx, in.Token)
			if err != nil {
				return nil, err
			}
			out := &invitationOutput{}
			out.Body.Workspace.ID, out.Body.Workspace.Name = i.Workspace, i.WorkspaceName
			out.Body.Role, out.Body.Email, out.Body.ExpiresAt = i.Role, i.Email, i.ExpiresAt
			return out, nil
		})
}
