package api

import (
	"berth/platform"
	"berth/platform/identity"
)

type userBody struct {
	ID    platform.UserID `json:"id"`
	Email string          `json:"email"`
	Name  string          `json:"name"`
}

func userOf(u identity.User) userBody { return userBody{ID: u.ID, Email: u.Email, Name: u.Name} }

type workspaceBody struct {
	ID   platform.WorkspaceID `json:"id"`
	Name string               `json:"name"`
	Role platform.Role        `json:"role" enum:"owner,editor,viewer" doc:"What you may do there."`
}

func workspaceOf(w identity.Workspace) workspaceBody {
	return workspaceBody{ID: w.ID, Name: w.Name, Role: w.Role}
}

// signedInBody answers a sign-up or a sign-in.
type signedInBody struct {
	User      userBody      `json:"user"`
	Workspace workspaceBody `json:"workspace"`
}

type signedInOutput struct {
	SetCookie string `header:"Set-Cookie"`
	Body      signedInBody
}

func (a *API) signedIn(s identity.SignedIn) *signedInOutput {
	cookie := a.cookies.set(s.Token)
	return &signedInOutput{SetCookie: cookie.String(), Body: signedInBody{User: userOf(s.User), Workspace: workspaceOf(s.Workspace)}}
}
