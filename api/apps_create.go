package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/rows"
)

type createAppInput struct{ Body raw[newApp] }

func (a *API) registerCreateApp() {
	register(a, action{ID: "create-app", Method: http.MethodPost, Path: "/apps", Tag: "Apps", Access: editors, Status: http.StatusCreated, OwnBody: true,
		Summary: "Create a draft", Description: "Only name is required."},
		func(ctx context.Context, by platform.Actor, in *createAppInput) (*appOutput, error) {
			c, flat := a.readNew(in.Body.JSON)
			app, err := a.Apps.Create(ctx, by, c)
			if err != nil {
				return nil, flat.in(err)
			}
			return a.appOutput(app), nil
		})
}

// readNew reads what an author sends of a new app.
func (a *API) readNew(body json.RawMessage) (publish.Changes, flatNames) {
	body, tables, faults := a.unproposed(body)
	c, flat := a.readChanges(body)
	c.Tables, c.Problems = tables, append(platform.Knowing(c.Problems, "body", "tables"), platform.WithMore(faults, rows.CheckTables(tables))...)
	return c, flat
}
