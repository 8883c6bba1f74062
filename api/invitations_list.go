package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

// openInvitationBody is an invitation without its link.
type openInvitationBody struct {
	ID        platform.InvitationID `json:"id"`
	Role      platform.Role         `json:"role" enum:"owner,editor,viewer"`
	Email     string                `json:"email,omitempty" doc:"The one address that can use it."`
	MadeBy    userBody              `json:"madeBy" doc:"The owner who made it."`
	CreatedAt time.Time             `json:"createdAt"`
	ExpiresAt time.Time             `json:"expiresAt"`
}

func openInvitationOf(i identity.Invitation) openInvitationBody {
	return openInvitationBody{ID: i.ID, Role: i.Role, Email: i.Email, MadeBy: userOf(i.Maker), CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt}
}

func (a *API) registerListInvitations() {
	register(a, action{ID: "list-invitations", Method: http.MethodGet, Path: workspacePath + "/invitations", Tag: "Workspaces", Access: owners,
		Summary: "List open invitations", Description: "Newest first. Their links are not shown again."},
		func(ctx context.Context, by platform.Actor, in *workspaceListInput) (*listOutput[openInvitationBody], error) {
			open, err := a.Identity.Invitations(ctx, by.Principal)
			if err != nil {
				return nil, err
			}
			return cut(in.ListQuery, open, func(i identity.Invitation) string { return string(i.ID) }, openInvitationOf)
		})
}
