package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

// WorkspaceInput is the path of the actions on one workspace, which guard has made the actor's. Like everything that is
// embedded in an input, it is exported, because huma sets no fields of unexported structs.
type WorkspaceInput struct {
	ID platform.WorkspaceID `path:"id" doc:"The workspace."`
}

type workspaceListInput struct {
	WorkspaceInput
	ListQuery
}

type memberBody struct {
	User     userBody      `json:"user"`
	Role     platform.Role `json:"role" enum:"owner,editor,viewer"`
	JoinedAt time.Time     `json:"joinedAt"`
}

func memberOf(m identity.Member) memberBody {
	return memberBody{User: userOf(m.User), Role: m.Role, JoinedAt: m.JoinedAt}
}

func (a *API) registerListMembers() {
	register(a, action{ID: "list-members", Method: http.MethodGet, Path: workspacePath + "/members", Tag: "Workspaces", Access: viewers, Summary: "List members"},
		func(ctx context.Context, by platform.Actor, in *workspaceListInput) (*listOutput[memberBody], error) {
			members, err := a.Identity.Members(ctx, by.Principal)
			if err != nil {
				return nil, err
			}
			return cut(in.ListQuery, members, func(m identity.Member) string { return string(m.User.ID) }, memberOf)
		})
}
