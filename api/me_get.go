package api

import (
	"context"
	"errors"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

type meBody struct {
	User        userBody        `json:"user"`
	HasPassword bool            `json:"hasPassword" doc:"False for somebody who came by a sign-in link and has set no password yet."`
	Workspace   maybeWorkspace  `json:"workspace" doc:"The workspace that calls without further ado are about; null for somebody without any."`
	Workspaces  []workspaceBody `json:"workspaces"`
	OwnModel    bool            `json:"ownModel" doc:"The workspace has brought a language model, which GET /workspaces/{id}/llm tells of."`
}

type meOutput struct{ Body meBody }

func (a *API) registerGetMe() {
	register(a, action{ID: "get-me", Method: http.MethodGet, Path: "/me", Tag: "Account", Access: people, Summary: "Who am I"},
		func(ctx context.Context, by platform.Actor, _ *struct{}) (*meOutput, error) {
			user, workspaces, err := a.Identity.Me(ctx, by.Principal)
			if err != nil {
				return nil, err
			}
			me := newMe(by.Principal, user, workspaces)
			if me.Workspace.workspaceBody != nil {
				_, err = a.Models.Own(ctx, by.Workspace)
				me.OwnModel = err == nil
				if err != nil && !platform.IsCode(err, platform.CodeNotFound) && !errors.Is(err, context.Canceled) { // who they are is told all the same
					a.Log.ErrorContext(ctx, "whether a model is brought cannot be told", "request", requestID(ctx), "error", err.Error())
				}
			}
			return &meOutput{Body: me}, nil
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
