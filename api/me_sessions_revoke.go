package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type revokeSessionInput struct {
	ID platform.SessionID `path:"id"`
}

func (a *API) registerRevokeSession() {
	register(a, action{ID: "revoke-session", Method: http.MethodDelete, Path: "/me/sessions/{id}", Tag: "Account", Access: browsers, Resigns: true,
		Summary: "End one of my sessions"},
		func(ctx context.Context, by platform.Actor, in *revokeSessionInput) (*emptyOutput, error) {
			return nil, a.Identity.RevokeSession(ctx, by, in.ID)
		})
}
