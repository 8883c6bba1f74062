package api

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

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

// maybeWorkspace is a workspace, or null for somebody without any.
type maybeWorkspace struct{ *workspaceBody }

func maybe(w identity.Workspace) maybeWorkspace {
	if w.ID == "" {
		return maybeWorkspace{}
	}
	b := workspaceOf(w)
	return maybeWorkspace{&b}
}

// MarshalJSON implements json.Marshaler.
func (m maybeWorkspace) MarshalJSON() ([]byte, error) { return json.Marshal(m.workspaceBody) }

// Schema implements huma.SchemaProvider.
func (maybeWorkspace) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[workspaceBody](), true, ""), {Type: "null"}}}
}

// signedInBody answers a sign-up or a sign-in.
type signedInBody struct {
	User      userBody       `json:"user"`
	Workspace maybeWorkspace `json:"workspace" doc:"null for somebody without any."`
}

type signedInOutput struct {
	SetCookie string `header:"Set-Cookie"`
	Body      signedInBody
}

func (a *API) signedIn(s identity.SignedIn) *signedInOutput {
	cookie := a.cookies.set(s.Token)
	return &signedInOutput{SetCookie: cookie.String(), Body: signedInBody{User: userOf(s.User), Workspace: maybe(s.Workspace)}}
}
