package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type logoutOutput struct {
	SetCookie string `header:"Set-Cookie"`
}

func (a *API) registerLogout() {
	register(a, action{ID: "log-out", Method: http.MethodPost, Path: "/auth/logout", Tag: "Account", Access: anybody,
		Summary: "Sign out", Description: "Ends the session of the cookie, if there is one, and clears the cookie."},
		func(ctx context.Context, by platform.Actor, _ *struct{}) (*logoutOutput, error) {
			if token := callerOf(ctx).session; token != "" {
				if err := a.Identity.SignOut(ctx, by, token); err != nil {
					return nil, err
				}
			}
			cookie := a.cookies.clear()
			return &logoutOutput{SetCookie: cookie.String()}, nil
		})
}
