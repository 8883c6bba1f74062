package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerRemoveMember() {
	register(a, action{ID: "remove-member", Method: http.MethodDelete, Path: workspacePath + "/members/{userId}", Tag: "Workspaces", Access: viewers,
		Summary: "Remove a member", Description: "Owners remove anybody; everybody may leave. The member's API keys of this workspace stop working. " +
			"A workspace keeps at least one owner: 409 otherwise."},
		func(ctx context.Context, by platform.Actor, in *MemberInput) (*emptyOutput, error) {
			return nil, a.Identity.RemoveMember(ctx, by, in.User)
		})
}
