package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
)

type publishAppInput struct {
	AppInput
	Body *raw[overrideFields]
}

func (a *API) registerPublishApp() {
	register(a, action{ID: "publish-app", Method: http.MethodPost, Path: "/apps/{id}/publish", Tag: "Apps", Access: editors, OwnBody: true, Publishes: true,
		Summary:     "Publish an app",
		Description: "Makes a release of the draft and serves it. What the body holds is stored in the draft. When this is refused, what was served is served still."},
		func(ctx context.Context, by platform.Actor, in *publishAppInput) (*appOutput, error) {
			var body json.RawMessage
			if in.Body != nil {
				body = in.Body.JSON
			}
			app, err := a.Apps.Publish(ctx, by, in.ID, a.Apps.ReadOverrides(body))
			if err != nil {
				return nil, err
			}
			return a.appOutput(app), nil
		})
}
