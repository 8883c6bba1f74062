package api

import (
	"context"
	"errors"
	"net/http"

	"berth/platform"
	"berth/platform/rows"
)

type createAppInput struct{ Body raw[newApp] }

func (a *API) registerCreateApp() {
	register(a, action{ID: "create-app", Method: http.MethodPost, Path: "/apps", Tag: "Apps", Access: editors, Status: http.StatusCreated, OwnBody: true,
		Summary: "Create a draft", Description: "Only name is required."},
		func(ctx context.Context, by platform.Actor, in *createAppInput) (*appOutput, error) {
			body, tables, faults := a.unproposed(in.Body.JSON)
			c, flat := a.readChanges(body)
			c.Problems = append(c.Problems, platform.WithMore(faults, rows.CheckTables(tables))...)
			app, err := a.Apps.Create(ctx, by, c)
			if err != nil {
				return nil, flat.in(err)
			}
			if err := a.fill(ctx, by, app.ID, tables); err != nil {
				return nil, errors.Join(err, a.Apps.Delete(context.WithoutCancel(ctx), by, app.ID)) // all or none
			}
			return a.appOutput(app), nil
		})
}
