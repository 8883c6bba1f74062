package api

import (
	"context"
	"net/http"

	"berth/platform"
)

func (a *API) registerGetRow() {
	register(a, action{ID: "get-row", Method: http.MethodGet, Path: "/apps/{id}/tables/{table}/rows/{rowId}", Tag: "Tables", Access: viewers, Summary: "Read a row"},
		func(ctx context.Context, by platform.Actor, in *RowInput) (*rowOutput, error) {
			r, err := a.Tables.Row(ctx, in.ref(by), in.Row)
			return &rowOutput{rowETag(r), rowOf(r)}, err
		})
}
