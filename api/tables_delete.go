package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerDeleteTable() {
	register(a, action{ID: "delete-table", Method: http.MethodDelete, Path: "/apps/{id}/tables/{table}", Tag: "Tables", Access: editors, OwnTime: true,
		Summary: "Delete a table and its rows", Description: "409 while a tool of the draft or of what is live uses it."},
		func(ctx context.Context, by platform.Actor, in *TableInput) (*emptyOutput, error) {
			return nil, a.Tables.DeleteTable(ctx, by, in.ID, in.Table)
		})
}
