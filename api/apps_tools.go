package api

import (
	"context"
	"net/http"
	"slices"

	"berth/platform"
)

type listToolsInput struct {
	AppInput
	Release string `query:"release" enum:"draft,live" default:"draft"`
}

type toolsOutput struct {
	Body struct {
		Items []toolBody `json:"items"`
	}
}

// toolsOf returns the tools of a manifest, in its order. page returns the address of a widget; it is nil while widgets are
// not served.
func toolsOf(m platform.Manifest, page func(layout string) string) []toolBody {
	tools := make([]toolBody, 0, len(m.Tools))
	for _, t := range m.Tools {
		tool := newTool(t)
		if at := slices.IndexFunc(m.Views, func(v platform.ViewSpec) bool { return v.Name == t.View }); at >= 0 {
			tool.Layout = m.Views[at].Layout
			if page != nil {
				tool.UIURL = textOrNull(page(tool.Layout))
			}
		}
		tools = append(tools, tool)
	}
	return tools
}

func (a *API) registerListTools() {
	register(a, action{ID: "list-tools", Method: http.MethodGet, Path: "/apps/{id}/tools", Tag: "Apps", Access: viewers, Costly: true,
		Summary: "List an app's tools", Description: "With the schemas of what they take and answer. 409 for the live release of an app that is not published."},
		func(ctx context.Context, by platform.Actor, in *listToolsInput) (*toolsOutput, error) {
			out := &toolsOutput{}
			if in.Release == "live" {
				served, _, err := a.Apps.Live(ctx, by.Workspace, in.ID)
				if err != nil {
					return nil, err
				}
				out.Body.Items = toolsOf(served.Manifest, a.Address(served.Slug).UI)
				return out, nil
			}
			o, err := a.Apps.Check(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			var page func(string) string
			if o.App.Origin == platform.OriginSeeded && o.App.LiveVersion > 0 { // its draft is what is served
				page = a.Address(o.App.ServedSlug).UI
			}
			out.Body.Items = toolsOf(o.Manifest, page)
			return out, nil
		})
}
