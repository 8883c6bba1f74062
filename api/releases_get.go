package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
)

// ReleaseInput is the path of the actions on one release.
type ReleaseInput struct {
	AppInput
	Version int `path:"version" minimum:"1"`
}

// ContentFields are what an author writes. They are exported for the bodies that embed them.
type ContentFields struct {
	Name            string          `json:"name"`
	Description     string          `json:"description"`
	ToolName        string          `json:"toolName"`
	ToolDescription string          `json:"toolDescription"`
	LayoutTemplate  string          `json:"layoutTemplate"`
	ThemeVariables  platform.Theme  `json:"themeVariables"`
	MockData        json.RawMessage `json:"mockData"`
	ResponseText    string          `json:"responseText"`
	SystemPrompt    string          `json:"systemPrompt"`
	ExampleData     bool            `json:"exampleData" doc:"The data were invented."`
}

func contentOf(d platform.Draft) ContentFields {
	t := d.Tools[0]
	return ContentFields{Name: d.Name, Description: d.Description, ToolName: t.Name, ToolDescription: t.Description, LayoutTemplate: t.Layout,
		ThemeVariables: d.Theme, MockData: t.MockData, ResponseText: t.ResponseText, SystemPrompt: d.SystemPrompt, ExampleData: d.ExampleData != nil && *d.ExampleData}
}

type contentBody ContentFields

type releaseOutput struct {
	Body struct {
		ReleaseFields
		Content contentBody `json:"content" doc:"As it is served: where the author left a text to us, with ours. Of a seeded app its first tool and widget."`
		Tools   []toolBody  `json:"tools"`
	}
}

func (a *API) registerGetRelease() {
	register(a, action{ID: "get-release", Method: http.MethodGet, Path: "/apps/{id}/releases/{version}", Tag: "Releases", Access: viewers,
		Summary: "Read a release"},
		func(ctx context.Context, by platform.Actor, in *ReleaseInput) (*releaseOutput, error) {
			r, err := a.Apps.Release(ctx, by.Workspace, in.ID, in.Version)
			if err != nil {
				return nil, err
			}
			out := &releaseOutput{}
			out.Body.ReleaseFields = ReleaseFields(releaseOf(r.ReleaseInfo))
			out.Body.Content = contentBody(contentOf(r.Content()))
			out.Body.Tools = toolsOf(r.Manifest, nil)
			return out, nil
		})
}
