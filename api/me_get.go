package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

type meBody struct {
	User        userBody        `json:"user"`
	HasPassword bool            `json:"hasPassword" doc:"False for somebody who came by a sign-in link and has set no password yet."`
	Workspace   maybeWorkspace  `json:"workspace" doc:"The workspace that calls without further ado are about; null for somebody without any."`
	Workspaces  []workspaceBody `json:"workspaces"`
}

type meOutput struct{ Body meBody }

func (a *API) registerGetMe() {
	register(a, action{ID: "get-me", Method: http.MethodGet, Path: "/me", Tag: "Account", Access: people, Summary: "Who am I"},
		func(ctx context.Context, by platform.Actor, _ *struct{}) (*meOutput, error) {
			user, workspaces, err := a.Identity.Me(ctx, by.Principal)
			if err != nil {
				return nil, err
			}
			return &meOutput{Body: newMe(by.Principal, user, workspaces)}, nil
		})
}

func newMe(p platform.Principal, user identity.User, workspaces []identity.Workspace) meBody {
	me := meBody{User: userOf(user), HasPassword: user.PasswordHash != "", Workspaces: make([]workspaceBody, 0, len(workspaces))}
	for _, w := range workspaces {
		b := workspaceOf(w)
		me.Workspaces = append(me.Workspaces, b)
		if w.ID == p.Workspace {
			me.Workspace.workspaceBody = &b
		}
	}
	return me
}
