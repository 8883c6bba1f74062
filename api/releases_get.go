package api

import (
	"context"
	"net/http"

	"berth/platform"
)

// ReleaseInput is the path of the actions on one release.
type ReleaseInput struct {
	AppInput
	Version int `path:"version" minimum:"1"`
}

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
			out.Body.Content = contentOf(r.Content())
			out.Body.Tools = toolsOf(r.Manifest, nil)
			return out, nil
		})
}
