package api

import (
	"context"
	"net/http"
	"slices"

	"berth/platform"
	"berth/platform/view"
)

type layoutPreviewInput struct {
	Name  string `path:"name" maxLength:"64" doc:"The layout."`
	Theme string `query:"themeVariables" doc:"As JSON; at most 4 KiB."`
	Data  string `query:"mockData" doc:"As JSON, instead of the layout's sample; at most 16 KiB."`
	FrameInput
}

func (a *API) registerPreviewLayout() {
	register(a, action{ID: "preview-layout", Method: http.MethodGet, Path: "/layouts/{name}/preview", Tag: "Apps", Access: viewers, Costly: true, Produces: "text/html",
		Summary: "Show a layout",
		Description: "The document that a host would show for an app with this layout, with the layout's sample or the data of the query, which is checked like a " +
			"draft's and stored nowhere. Only pages of this server may frame it, and browsers show what the query holds in such a frame alone."},
		func(_ context.Context, _ platform.Actor, in *layoutPreviewInput) (*previewOutput, error) {
			if err := in.framed(in.Theme, in.Data); err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(a.Apps.AuthorLayouts(), func(l view.Layout) bool { return l.Name == in.Name }) {
				return nil, platform.Errorf(platform.CodeNotFound, "There is no such layout.")
			}
			query := previewInput{Layout: in.Name, Theme: in.Theme, Data: in.Data}
			p, err := a.Apps.PreviewUnsaved(query.changes(a))
			if err != nil {
				return nil, inQuery(err)
			}
			return &previewOutput{ContentType: "text/html; charset=utf-8", CSP: p.CSP, Framing: "SAMEORIGIN", Body: p.HTML}, nil
		})
}
