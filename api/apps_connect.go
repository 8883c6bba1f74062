package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
)

// Connector says how MCP clients connect to the app at a slug, by who may call it.
type Connector interface {
	Clients(slug string, access platform.Access) []platform.ClientSteps
}

type connectOutput struct {
	Body struct {
		Name    string       `json:"name"`
		URL     string       `json:"url" doc:"The endpoint."`
		PageURL string       `json:"pageUrl" doc:"The same for people, who need not sign in."`
		Live    bool         `json:"live" doc:"Without a live release, the addresses answer 404."`
		Access  string       `json:"access" enum:"public,mixed,person" doc:"Who may call what is live, or the draft where nothing is."`
		Always  *string      `json:"signedInUrl" doc:"The address of a mixed app that always asks people to sign in; null for others."`
		SignIn  string       `json:"signIn" enum:"none,key" doc:"key: every request is a person's, who signs in through the client, or whose API key it sends as bearer token; YOUR_API_KEY stands for it."`
		Clients []clientBody `json:"clients"`
	}
}

type clientBody struct {
	ID       string   `json:"id" example:"claude-code"`
	Name     string   `json:"name"`
	URL      string   `json:"url" doc:"The address to give to it."`
	Asks     string   `json:"asks" doc:"When it asks people to sign in, or for a key; empty where it does not."`
	Steps    []string `json:"steps" doc:"In words, in order."`
	Language string   `json:"language" doc:"Of copy: sh, json, ts, python or go; empty without one."`
	Copy     string   `json:"copy" doc:"What to copy after the steps, with the app's address in it; may be empty."`
	Install  string   `json:"install" doc:"A link that opens the client with the app filled in; empty where the client has none."`
}

// served describes what clients meet: the live release, or the draft where nothing is live.
func (a *API) served(ctx context.Context, ws platform.WorkspaceID, o publish.Offer) (platform.Manifest, error) {
	if o.App.LiveVersion == 0 {
		return o.Manifest, nil
	}
	live, err := a.Apps.Release(ctx, ws, o.App.ID, o.App.LiveVersion)
	return live.Manifest, err
}

func (a *API) registerConnect() {
	register(a, action{ID: "get-connect", Method: http.MethodGet, Path: "/apps/{id}/connect", Tag: "Apps", Access: viewers, Costly: true,
		Summary: "Say how clients connect", Description: "What the app's page for people says, as data. 409 for an app without a slug, which has no address yet."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*connectOutput, error) {
			o, err := a.Apps.Check(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			shown, out := a.appOf(o.App), &connectOutput{}
			if shown.MCPURL == nil {
				return nil, platform.Errorf(platform.CodeConflict, "The app has no address yet: publish it, or choose a slug.")
			}
			served, err := a.served(ctx, by.Workspace, o)
			if err != nil {
				return nil, err
			}
			b, slug, access := &out.Body, slugOf(o.App), served.Access
			b.Name, b.URL, b.PageURL, b.Live, b.SignIn = served.Name, *shown.MCPURL, a.Address(slug).Page, o.App.LiveVersion > 0, "none"
			switch b.Access = string(access); access {
			case platform.AccessPublic:
			case platform.AccessMixed:
				always := a.Address(slug).SignedIn().MCP
				b.Always = &always
			case platform.AccessPerson:
				b.SignIn = "key"
			}
			for _, c := range a.Connector.Clients(slug, access) {
				b.Clients = append(b.Clients, clientBody(c))
			}
			return out, nil
		})
}
