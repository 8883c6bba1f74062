package api

import (
	"context"
	"net/http"

	"berth/platform"
)

// MemberInput is the path of the actions on one member.
type MemberInput struct {
	WorkspaceInput
	User platform.UserID `path:"userId"`
}

type updateMemberInput struct {
	MemberInput
	Body struct {
		Role platform.Role `json:"role" enum:"owner,editor,viewer"`
	}
}

type memberOutput struct{ Body memberBody }

func (a *API) registerUpdateMember() {
	register(a, action{ID: "update-member", Method: http.MethodPatch, Path: workspacePath + "/members/{userId}", Tag: "Workspaces", Access: owners,
		Summary: "Change a member's role", Description: "A workspace keeps at least one owner: 409 otherwise."},
		func(ctx context.Context, by platform.Actor, in *updateMemberInput) (*memberOutput, error) {
			m, err := a.Identity.SetMemberRole(ctx, by, in.User, in.Body.Role)
			if err != nil {
				return nil, err
			}
			return &memberOutput{Body: memberOf(m)}, nil
		})
}
