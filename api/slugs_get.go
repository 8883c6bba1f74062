package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type slugInput struct {
	Slug string `path:"slug" maxLength:"200"`
}

type slugOutput struct {
	Body struct {
		Available  bool    `json:"available"`
		MCPURL     *string `json:"mcpUrl" doc:"Where an app with the slug asked for is reached once it is published; null for what cannot be a slug."`
		Suggestion *string `json:"suggestion" doc:"A slug that is free: the one asked for if it is; null when none was found."`
	}
}

func (a *API) registerGetSlug() {
	register(a, action{ID: "get-slug", Method: http.MethodGet, Path: "/slugs/{slug}", Tag: "Apps", Access: viewers, Summary: "Ask whether a slug is free"},
		func(ctx context.Context, by platform.Actor, in *slugInput) (*slugOutput, error) {
			available, suggestion, err := a.Apps.SlugAvailability(ctx, by.Workspace, in.Slug)
			if err != nil {
				return nil, err
			}
			out := &slugOutput{}
			if platform.ValidSlug(in.Slug) {
				out.Body.MCPURL = textOrNull(a.Address(in.Slug).MCP)
			}
			out.Body.Available, out.Body.Suggestion = available, textOrNull(suggestion)
			return out, nil
		})
}
