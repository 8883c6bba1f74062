package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type previewOutput struct {
	ContentType string `header:"Content-Type"`
	CSP         string `header:"Content-Security-Policy"`
	Framing     string `header:"X-Frame-Options"`
	Body        []byte
}

func (a *API) registerPreviewApp() {
	register(a, action{ID: "preview-app", Method: http.MethodGet, Path: "/apps/{id}/preview", Tag: "Apps", Access: viewers, Produces: "text/html",
		Summary: "Show the draft's widget", Description: "The document that a host would show, with the draft's theme and data."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*previewOutput, error) {
			p, err := a.Apps.Preview(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			return &previewOutput{ContentType: "text/html; charset=utf-8", CSP: p.CSP, Framing: "SAMEORIGIN", Body: p.HTML}, nil
		})
}
