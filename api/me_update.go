package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/identity"
)

type updateMeInput struct{ Body profileBody }

type profileBody struct {
	Name            Field[string] `json:"name,omitzero" maxLength:"100" doc:"null: the part of the e-mail address before the @."`
	Email           Field[string] `json:"email,omitzero" format:"email" maxLength:"254"`
	Password        Field[string] `json:"password,omitzero" minLength:"10" maxLength:"200" doc:"Ends your other sessions."`
	CurrentPassword string        `json:"currentPassword,omitempty" maxLength:"200" doc:"Required with password and with another email once you have a password."`
}

func (b profileBody) change() identity.ProfileChange {
	return identity.ProfileChange{Name: b.Name.pointer(), Email: b.Email.pointer(), Password: b.Password.pointer(), CurrentPassword: b.CurrentPassword}
}

type userOutput struct{ Body userBody }

func (a *API) registerUpdateMe() {
	register(a, action{ID: "update-me", Method: http.MethodPatch, Path: "/me", Tag: "Account", Access: browsers, Summary: "Change my account",
		Check: checking(func(b profileBody) []platform.Problem { return b.change().Problems() })},
		func(ctx context.Context, by platform.Actor, in *updateMeInput) (*userOutput, error) {
			user, err := a.Identity.UpdateMe(ctx, by, in.Body.change())
			if err != nil {
				return nil, err
			}
			return &userOutput{Body: userOf(user)}, nil
		})
}
