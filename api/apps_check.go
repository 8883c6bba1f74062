package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type checkOutput struct {
	Body struct {
		Problems []platform.Problem `json:"problems"`
	}
}

func (a *API) registerCheckApp() {
	register(a, action{ID: "check-app", Method: http.MethodGet, Path: "/apps/{id}/check", Tag: "Apps", Access: viewers, Costly: true,
		Summary: "Check a draft", Description: "Everything for which publishing would be refused, and forms whose tool is missing or does not fit, " +
			"which keep only an app with several tools from being published."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*checkOutput, error) {
			o, err := a.Apps.Check(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			out := &checkOutput{}
			out.Body.Problems = append([]platform.Problem{}, flatOf(o.App).at(append(o.Problems, o.Warnings...))...)
			return out, nil
		})
}
