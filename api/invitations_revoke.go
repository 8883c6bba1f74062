package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type revokeInvitationInput struct {
	WorkspaceInput
	Invitation platform.InvitationID `path:"invitationId"`
}

func (a *API) registerRevokeInvitation() {
	register(a, action{ID: "revoke-invitation", Method: http.MethodDelete, Path: workspacePath + "/invitations/{invitationId}", Tag: "Workspaces",
		Access: owners, Summary: "Revoke an invitation", Description: "Its link stops working at once."},
		func(ctx context.Context, by platform.Actor, in *revokeInvitationInput) (*emptyOutput, error) {
			return nil, a.Identity.RevokeInvitation(ctx, by, in.Invitation)
		})
}
