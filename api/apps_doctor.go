package api

import (
	"context"
	"net/http"
	"strings"

	"berth/platform"
	"berth/platform/authorization/doctor"
)

// Visitor asks this server, from outside, what the connect doctor wants to know.
type Visitor interface {
	Ask(ctx context.Context, requests []doctor.Request) map[string]doctor.Answer
}

type lineBody struct {
	Number int          `json:"number" doc:"1 to 15."`
	Title  string       `json:"title" doc:"What ought to be so."`
	State  doctor.State `json:"state" enum:"ok,wrong,unseen" doc:"unseen: only a whole sign-in shows it."`
	Found  []string     `json:"found" doc:"What is wrong, in sentences."`
}

type doctorOutput struct {
	Body struct {
		URL   string     `json:"url" doc:"The address that was looked at."`
		Items []lineBody `json:"items"`
	}
}

func (a *API) registerDoctor() {
	register(a, action{ID: "run-connect-doctor", Method: http.MethodPost, Path: "/apps/{id}/doctor", Tag: "Observe", Access: editors, Costly: true, OwnTime: true,
		Summary: "Look for what keeps clients from signing people in",
		Description: "Asks the app and this server at their public address, as clients do, and judges fifteen small mistakes that break real connections. " +
			"It changes nothing. 409 for an app that is not live, or is public."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*doctorOutput, error) {
			o, err := a.Apps.Check(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			if o.App.LiveVersion == 0 {
				return nil, platform.Errorf(platform.CodeConflict, "The app is not live: publish it first.")
			}
			live, err := a.served(ctx, by.Workspace, o)
			if err != nil {
				return nil, err
			}
			if live.Access == platform.AccessPublic {
				return nil, platform.Errorf(platform.CodeConflict, "Nobody signs in to this app: everybody may call it.")
			}
			at := a.Address(o.App.ServedSlug)
			if live.Access == platform.AccessMixed {
				at = at.SignedIn()
			}
			target := doctor.Target{Issuer: strings.TrimSuffix(a.PublicURL, "/"), Endpoint: at.MCP, Metadata: at.Metadata, Always: true}
			for _, s := range live.Scopes {
				target.Scopes = append(target.Scopes, s.Name)
			}
			out := &doctorOutput{}
			out.Body.URL = at.MCP
			for _, l := range doctor.Judge(target, a.Visitor.Ask(ctx, doctor.Requests(target)), nil) {
				out.Body.Items = append(out.Body.Items, lineBody{Number: l.Number, Title: l.Title, State: l.State, Found: append([]string{}, l.Found...)})
			}
			return out, nil
		})
}
