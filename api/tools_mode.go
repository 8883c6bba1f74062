package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type toolModeBody struct {
	Mode *platform.Mode `json:"mode" nullable:"true" enum:"live,mock,live-or-mock" doc:"null: that of the release again."`
}

type toolModeInput struct {
	AppInput
	Tool string `path:"tool"`
	Body toolModeBody
}

func (a *API) registerSetToolMode() {
	register(a, action{ID: "set-tool-mode", Method: http.MethodPut, Path: "/apps/{id}/tools/{tool}/mode", Tag: "Releases", Access: editors,
		Summary: "Switch a tool between live and mock", Description: "What is live and the draft at once, everywhere within a second, without a release. " +
			"It holds until the next publish, or until another release is activated."},
		func(ctx context.Context, by platform.Actor, in *toolModeInput) (*appOutput, error) {
			mode := platform.Mode("")
			if in.Body.Mode != nil {
				mode = *in.Body.Mode
			}
			app, err := a.Apps.SetMode(ctx, by, in.ID, in.Tool, mode)
			if err != nil {
				return nil, err
			}
			return a.appOutput(app), nil
		})
}
