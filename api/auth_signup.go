package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

type signUpInput struct{ Body signUpBody }

type signUpBody struct {
	Email      string `json:"email" format:"email" maxLength:"254"`
	Password   string `json:"password" minLength:"10" maxLength:"200"`
	Name       string `json:"name,omitempty" maxLength:"100" doc:"The default is the part of the e-mail address before the @."`
	Invitation string `json:"invitation,omitempty" maxLength:"200" doc:"The token of an invitation, to join its workspace. Required where sign-up is closed."`
}

func (b signUpBody) account() identity.NewAccount {
	return identity.NewAccount{Email: b.Email, Password: b.Password, Name: b.Name, Invitation: b.Invitation}
}

func (a *API) registerSignUp() {
	register(a, action{ID: "sign-up", Method: http.MethodPost, Path: "/auth/signup", Tag: "Account", Access: anybody, Status: http.StatusCreated,
		Summary: "Sign up", Description: "Makes an account with a personal workspace, and signs in. With an invitation the account also joins that workspace, which is the one answered.",
		Check: checking(func(b signUpBody) []platform.Problem { return b.account().Problems() })},
		func(ctx context.Context, by platform.Actor, in *signUpInput) (*signedInOutput, error) {
			s, err := a.Identity.SignUp(ctx, by, in.Body.account())
			if err != nil {
				return nil, err
			}
			return a.replaceSession(ctx, by, s)
		})
}
