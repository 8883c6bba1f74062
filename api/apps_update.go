package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"berth/platform"
)

type updateAppInput struct {
	AppInput
	IfMatch string `header:"If-Match" maxLength:"500" doc:"The ETag of the state that the change is meant for."`
	Body    raw[draftFields]
}

func (a *API) registerUpdateApp() {
	register(a, action{ID: "update-app", Method: http.MethodPatch, Path: "/apps/{id}", Tag: "Apps", Access: editors, OwnBody: true,
		Summary: "Change a draft", Description: "Fields that are absent stay; null resets a field to its default. What is served changes at the next publish."},
		func(ctx context.Context, by platform.Actor, in *updateAppInput) (*appOutput, error) {
			rev, err := a.expected(ctx, by, in.ID, in.IfMatch)
			if err != nil {
				return nil, err
			}
			c, flat := a.readChanges(in.Body.JSON)
			app, err := a.Apps.Patch(ctx, by, in.ID, rev, c)
			if err != nil {
				return nil, flat.in(err)
			}
			return a.appOutput(app), nil
		})
}

// expected returns the revision that If-Match asks for, 0 for any.
func (a *API) expected(ctx context.Context, by platform.Actor, id platform.AppID, ifMatch string) (int64, error) {
	if anyState(ifMatch) {
		return 0, nil
	}
	app, err := a.Apps.Get(ctx, by.Workspace, id)
	if err != nil {
		return 0, err
	}
	if matches(ifMatch, `"`+strconv.FormatInt(app.Rev, 10)+`"`) {
		return app.Rev, nil
	}
	return 0, platform.Errorf(platform.CodePreconditionFailed, "The app has changed since it was read.")
}

// anyState reports whether If-Match (RFC 9110 §13.1.1) asks for no particular state.
func anyState(ifMatch string) bool {
	ifMatch = strings.TrimSpace(ifMatch)
	return ifMatch == "" || ifMatch == "*"
}

// matches reports whether If-Match names the present state. If it names several, only the present one can still match.
func matches(ifMatch, present string) bool {
	for tag := range strings.SplitSeq(ifMatch, ",") {
		if strings.TrimSpace(tag) == present {
			return true
		}
	}
	return false
}
