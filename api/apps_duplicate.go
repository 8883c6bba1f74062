package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type duplicateAppInput struct {
	AppInput
	Body *struct {
		Name string `json:"name,omitempty" minLength:"1" maxLength:"100" doc:"The default is that of the original, marked as a copy."`
	}
}

func (a *API) registerDuplicateApp() {
	register(a, action{ID: "duplicate-app", Method: http.MethodPost, Path: "/apps/{id}/duplicate", Tag: "Apps", Access: editors, Status: http.StatusCreated,
		Summary: "Copy an app",
		Description: "Makes a new draft with what the app's draft has but its slug, and with its tables and those of their rows whose owner is null. " +
			"Of an app that ships with the server its template is copied: see GET /templates; 409 when it has none."},
		func(ctx context.Context, by platform.Actor, in *duplicateAppInput) (*appOutput, error) {
			name := ""
			if in.Body != nil {
				name = in.Body.Name
			}
			app, err := a.Apps.Duplicate(ctx, by, in.ID, name)
			if err != nil {
				return nil, err
			}
			return a.appOutput(app), nil
		})
}
