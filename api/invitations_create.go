package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

type inviteInput struct {
	WorkspaceInput
	Body inviteBody
}

type inviteBody struct {
	Role  platform.Role `json:"role" enum:"owner,editor,viewer"`
	Email string        `json:"email,omitempty" format:"email" maxLength:"254" doc:"Only an account with this address can use the link; anybody can without one."`
}

type inviteOutput struct {
	Body struct {
		ID        platform.InvitationID `json:"id"`
		URL       string                `json:"url" doc:"Works once. It is shown only now."`
		Role      platform.Role         `json:"role" enum:"owner,editor,viewer"`
		ExpiresAt time.Time             `json:"expiresAt"`
	}
}

func (a *API) registerInvite() {
	register(a, action{ID: "create-invitation", Method: http.MethodPost, Path: workspacePath + "/invitations", Tag: "Workspaces",
		Access: owners, Status: http.StatusCreated,
		Summary: "Invite somebody by link", Description: "The link stops working when it is revoked, and when you are no longer an owner.",
		Check: checking(func(b inviteBody) []platform.Problem { return identity.InvitationProblems(b.Role, b.Email) })},
		func(ctx context.Context, by platform.Actor, in *inviteInput) (*inviteOutput, error) {
			i, url, err := a.Identity.Invite(ctx, by, in.Body.Role, in.Body.Email)
			if err != nil {
				return nil, err
			}
			out := &inviteOutput{}
			out.Body.ID, out.Body.URL, out.Body.Role, out.Body.ExpiresAt = i.ID, url, i.Role, i.ExpiresAt
			return out, nil
		})
}
