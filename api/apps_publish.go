package api

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"berth/platform"
	"berth/platform/publish"
)

type publishAppInput struct {
	AppInput
	IfMatch string `header:"If-Match" maxLength:"500" doc:"The ETag of the state that is to be published."`
	Body    *raw[overrideFields]
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
			o, sent := a.overrides(body)
			var err error
			if o.Rev, err = a.expected(ctx, by, in.ID, in.IfMatch); err != nil {
				return nil, err
			}
			app, err := a.Apps.Publish(ctx, by, in.ID, o)
			if err != nil {
				return nil, sent.in(a.named(ctx, by, in.ID, err))
			}
			return a.appOutput(app), nil
		})
}

// overrides reads {toolName?, toolDescription?}, and says which were sent. An empty body has none.
func (a *API) overrides(body json.RawMessage) (publish.Overrides, flatSent) {
	var sent map[string]json.RawMessage
	if len(body) == 0 {
		return publish.Overrides{}, nil
	}
	if json.Unmarshal(body, &sent) != nil || sent == nil {
		return publish.Overrides{Problems: []platform.Problem{{Location: "body", Message: "must be an object"}}}, nil
	}
	var unknown []platform.Problem
	first := map[string]json.RawMessage{}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		if name == "toolName" || name == "toolDescription" {
			first[platform.FlatFields()[name]] = sent[name]
		} else {
			unknown = append(unknown, platform.Problem{Location: "body." + platform.Clip(name, 100), Message: "is not a known field; known fields: toolDescription, toolName"})
		}
	}
	o := a.Apps.ReadOverrides(encoded(first))
	o.Problems = append(unknown, o.Problems...)
	return o, flatSent(slices.Collect(maps.Keys(sent)))
}

// named returns the problems of an app's draft where its author finds them.
func (a *API) named(ctx context.Context, by platform.Actor, id platform.AppID, err error) error {
	if !platform.IsCode(err, platform.CodeInvalidConfig) {
		return err
	}
	app, gone := a.Apps.Get(ctx, by.Workspace, id)
	if gone != nil {
		return gone
	}
	return flatOf(app).in(err)
}
