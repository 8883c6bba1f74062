package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerAcceptInvitation() {
	register(a, action{ID: "accept-invitation", Method: http.MethodPost, Path: "/invitations/{token}/accept", Tag: "Workspaces", Access: browsers,
		Summary: "Join the workspace of an invitation", Description: "Works once. 409 for somebody who is a member already."},
		func(ctx context.Context, by platform.Actor, in *invitationInput) (*workspaceOutput, error) {
			w, err := a.Identity.AcceptInvitation(ctx, by, in.Token)
			if err != nil {
				return nil, err
			}
			return &workspaceOutput{Body: workspaceOf(w)}, nil
		})
}
