package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerGetTable() {
	register(a, action{ID: "get-table", Method: http.MethodGet, Path: "/apps/{id}/tables/{table}", Tag: "Tables", Access: viewers, Summary: "Read a table, without its rows"},
		func(ctx context.Context, by platform.Actor, in *TableInput) (*tableOutput, error) {
			t, err := a.Tables.Table(ctx, in.ref(by))
			return &tableOutput{tableOf(t)}, err
		})
}
