package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

type loginInput struct {
	Body struct {
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"200"`
	}
}

func (a *API) registerLogin() {
	register(a, action{ID: "log-in", Method: http.MethodPost, Path: "/auth/login", Tag: "Account", Access: anybody,
		Summary: "Sign in", Description: "Starts a session and sets its cookie."},
		func(ctx context.Context, by platform.Actor, in *loginInput) (*signedInOutput, error) {
			s, err := a.Identity.SignIn(ctx, by, in.Body.Email, in.Body.Password)
			if err != nil {
				return nil, err
			}
			return a.replaceSession(ctx, by, s)
		})
}

// replaceSession ends the session that the browser had before, so that nobody who planted or kept it has the new one.
func (a *API) replaceSession(ctx context.Context, by platform.Actor, s identity.SignedIn) (*signedInOutput, error) {
	if old := callerOf(ctx).session; old != "" {
		if err := a.Identity.SignOut(ctx, by, old); err != nil {
			return nil, err
		}
	}
	return a.signedIn(s), nil
}
